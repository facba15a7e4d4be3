"""The next steps of a new mall on the overview, and the period that a manager selects there."""

import re

from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import problem
from tests.pages.backoffice.test_dashboard import glance, plots

DAY = 86_400


def steps(browser: Browser) -> dict[str, str]:
    part = browser.open("/admin").text.partition('id="steps"')[2].partition("</section>")[0]
    return {
        label: re.sub(r"<[^>]*>", "", badge)
        for label, badge in re.findall(r'<a href="[^"]*">([^<]*)</a></span> (.*?)</li>', part)
    }


def test_a_new_mall_shows_next_steps_instead_of_zeros(owner: Browser) -> None:
    page = owner.open("/admin").text

    assert steps(owner) == {
        "Add a product": "Open",
        "Show a product in the shop": "Open",
        "Set the shipping fee": "Open",
        "Write the terms of use and the privacy policy": "Open",
        "Invite your staff": "Open",
    }
    assert "0 KRW" not in page
    assert plots(owner) == []


def test_a_step_is_done_by_what_is_there(owner: Browser) -> None:
    world = owner.world
    world.product(display="F", selling="F")
    hidden = steps(owner)
    world.product(display="T", selling="T")
    world.put("shipping", shipping_type="B")
    world.put("policy", terms_using_mall="<p>Terms</p>", privacy_all="<p>Privacy</p>")
    manager(world, "helper", "A")

    done = owner.open("/admin").text

    assert hidden["Add a product"] == "Done"
    assert hidden["Show a product in the shop"] == "Open"
    assert 'id="steps"' not in done
    assert len(plots(owner)) == 3


def test_steps_end_with_the_first_order(owner: Browser) -> None:
    _, code = stocked(owner.world, 10)
    before = steps(owner)
    order(owner.world, wanted(code))

    assert before
    assert steps(owner) == {}
    assert len(plots(owner)) == 3


def test_a_selected_period_is_compared_with_the_days_before(owner: Browser) -> None:
    world = owner.world
    clock = world.stage.clock
    _, code = stocked(world, 100)
    for days, units in ((-9, 1), (2, 2), (6, 3)):
        clock.pass_(DAY * days)
        paid(world, wanted(code, units))
    clock.pass_(DAY)

    week = period(owner, "period=7")
    typed = period(owner, "start=2026-11-12&end=2026-11-14")

    assert week["Sales"] == ("33,000 KRW", "±0 · 33,000 KRW in the period before")
    assert week["Orders"] == ("1", "−50.0% · 2 in the period before")
    assert typed["Orders"] == ("2", "+2 · 0 in the period before")
    assert typed["Sales"][0] == "33,000 KRW"


def period(owner: Browser, query: str) -> dict[str, tuple[str, str]]:
    text = re.sub(r"\s+", " ", owner.open(f"/admin?{query}").text)
    found = re.findall(
        r'<li><span class="quiet">([^<]*)</span> <strong><a [^>]*>([^<]*)<.*?</strong>(.*?)</li>',
        text,
    )
    return {title: (value, re.sub(r"<[^>]*>", "", rest).strip()) for title, value, rest in found}


def test_links_of_a_period_lead_to_what_they_count(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 100)
    paid(world, wanted(code, 1))
    text = owner.open("/admin?period=today").text

    [orders] = re.findall(r'<a href="(/admin/orders\?[^"]*)">1<', text)
    listed = owner.open(orders.replace("&amp;", "&")).text

    assert len(set(re.findall(r"/admin/orders/(\d{8}-\d{7})", listed))) == 1


def test_dates_that_are_none_stand_beside_their_field(owner: Browser) -> None:
    _, code = stocked(owner.world, 10)
    paid(owner.world, wanted(code))

    for query, field, message in (
        ("start=soon&end=2026-11-01", "start", "This is not a date. Use the format 2026-11-21."),
        ("start=2026-11-02&end=2026-11-01", "end", "The end date is before the start date."),
        ("start=2026-01-01&end=2026-11-01", "end", "Choose up to 92 days."),
    ):
        page = owner.open(f"/admin?{query}")
        assert (page.status_code, problem(page, field)) == (422, message)
    assert glance(owner)["Orders today"][0] == "1"
