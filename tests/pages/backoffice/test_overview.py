"""The next steps of a new mall on the overview, and the period that a manager selects there."""

import re

from sqlalchemy import bindparam, func, select

from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import form_of, problem, said, send
from tests.pages.backoffice.test_dashboard import glance, plots
from tests.world import World

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
        "Add a product": "To do",
        "Show a product in the shop": "To do",
        "Set the shipping fee": "To do",
        "Take payments": "Done",
        "Write the terms of use and the privacy policy": "To do",
        "Invite your staff": "To do",
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
    assert hidden["Show a product in the shop"] == "To do"
    assert 'id="steps"' not in done
    assert len(plots(owner)) == 1


def test_steps_end_with_the_first_order(owner: Browser) -> None:
    _, code = stocked(owner.world, 10)
    before = steps(owner)
    order(owner.world, wanted(code))

    assert before
    assert steps(owner) == {}
    assert len(plots(owner)) == 1


def test_a_selected_period_is_compared_with_the_days_before(owner: Browser) -> None:
    world = owner.world
    clock = world.stage.clock
    _, code = stocked(world, 100)
    for days, units in ((-9, 1), (2, 2), (6, 3)):
        clock.pass_(DAY * days)
        paid(world, wanted(code, units))
    clock.pass_(DAY)

    week = glance(owner, "period=7")
    typed = glance(owner, "start=2026-11-12&end=2026-11-14")

    assert week["Sales"] == ("33,000 KRW", "±0 · 33,000 KRW in the period before")
    assert week["Orders"] == ("1", "−50.0% · 2 in the period before")
    assert typed["Orders"] == ("2", "+2 · 0 in the period before")
    assert typed["Sales"][0] == "33,000 KRW"


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
        ("start=1900-01-01&end=2026-11-01", "start", "Choose a day from 2000-01-01 to 2100-12-31."),
        ("start=2026-11-02&end=2026-11-01", "end", "The end date is before the start date."),
        ("start=2026-01-01&end=2026-11-01", "end", "Choose up to 92 days."),
    ):
        page = owner.open(f"/admin?{query}")
        assert (page.status_code, problem(page, field)) == (422, message)
    assert glance(owner)["Orders"][0] == "1"


def rows(world: World) -> dict[str, int]:
    """Return how many rows of the mall each table has, but what tells of the past."""
    counted = {
        name: Statement(select(func.count()).where(table.c.mall_id == bindparam("mall_id")))
        for name, table in metadata().tables.items()
        if "mall_id" in table.c and name not in PAST
    }

    async def count(db: Session) -> dict[str, int]:
        return {name: (await db.all(each))[0][0] for name, each in counted.items()}

    return world.in_transaction(count)


PAST = frozenset({"event", "activity_log", "counter", "repeatable_answer"})


def test_sample_products_are_added_and_removed_without_a_trace(owner: Browser) -> None:
    world = owner.world
    before = rows(world)

    added = send(owner, "/admin", "samples")
    products = world.get("products")["products"]
    between = steps(owner)
    removed = send(owner, "/admin", "remove-samples")

    assert said(added) == "The sample products were added."
    assert "There are 4 sample products, which are not for sale." in added.text
    assert {(each["display"], each["selling"]) for each in products} == {("T", "F")}
    assert between["Add a product"] == "To do"
    assert said(removed) == "The sample products were removed."
    assert world.get("products")["products"] == []
    assert rows(world) == before


def test_sample_products_are_not_mixed_with_real_ones(owner: Browser) -> None:
    page = owner.open("/admin").text
    form = form_of(page, "samples")
    owner.world.product()

    answer = owner.submit(form.action, form.values)

    assert answer.status_code == 303
    assert len(owner.world.get("products")["products"]) == 1
    assert "Add sample products" not in owner.open("/admin").text


def test_a_sample_whose_code_is_changed_is_the_shops_own(owner: Browser) -> None:
    world = owner.world
    send(owner, "/admin", "samples")
    number = world.get("products")["products"][0]["product_no"]
    world.put(f"products/{number}", custom_product_code="MINE")

    send(owner, "/admin", "remove-samples")

    assert [each["product_no"] for each in world.get("products")["products"]] == [number]
    assert steps(owner)["Add a product"] == "Done"
