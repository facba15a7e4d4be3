"""The first page: figures at a glance, plots, what waits, the newest orders, apps to open."""

import html
import json
import re
from typing import Any

import pytest

from openmall.analytics.engine.engine import EngineAway
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.analytics.reports import visit_facts
from tests.commerce.community import board_setup
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked

LAUNCH = "https://app.example.com/start?from=menu#/home"
DAY = 86_400


def glance(browser: Browser, query: str = "") -> dict[str, tuple[str, str]]:
    """Return the figures at a glance: title -> figure, and what is said of the time before."""
    text = re.sub(r"\s+", " ", browser.open(f"/admin?{query}").text)
    found = re.findall(
        r'<li><span class="quiet">([^<]*)</span> <strong>(?:<a [^>]*>)?([^<]*)'
        r"(?:<span [^>]*>[^<]*</span></a>)?</strong>(.*?)</li>",
        text,
    )
    return {title: (value, re.sub(r"<[^>]*>", "", rest).strip()) for title, value, rest in found}


def plots(browser: Browser, query: str = "") -> list[Any]:
    return [
        json.loads(html.unescape(each))
        for each in re.findall(r'data-plot="([^"]*)"', browser.open(f"/admin?{query}").text)
    ]


def waiting(browser: Browser) -> dict[str, str]:
    part = browser.open("/admin").text.partition('id="waiting"')[2].partition("</section>")[0]
    rows = re.findall(r"<li>(.*?)</li>", part)
    return {
        re.sub(r"<[^>]*>", "", row.partition('<span class="number">')[0]).strip(): row.partition(
            '<span class="number">'
        )[2].partition("<")[0]
        for row in rows
    }


def test_figures_are_compared_with_the_same_hours_before(owner: Browser) -> None:
    # it is Saturday 2026-11-21, 09:00
    world = owner.world
    clock = world.stage.clock
    _, code = stocked(world, 100)
    start = clock.now()
    clock.pass_(-DAY)
    paid(world, wanted(code, 2))
    clock.pass_(3600)
    # at ten o'clock yesterday it was later than it is now
    paid(world, wanted(code, 1))
    clock.pass_(start - clock.now())
    paid(world, wanted(code, 3))
    paid(world, wanted(code, 1))

    assert glance(owner, "period=today") == {
        "Sales": ("44,000 KRW", "+100.0% · 22,000 KRW in the period before"),
        "Orders": ("2", "+100.0% · 1 in the period before"),
        "Average order": ("22,000 KRW", "±0 · 22,000 KRW in the period before"),
        "Visits": ("0", "±0 · 0 in the period before"),
    }


def test_a_chart_shows_thirty_days_and_the_thirty_before(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 100)
    paid(world, wanted(code, 2))
    paid(world, wanted(code, 1))
    head = visit_facts.head(world, 20261020, 9, "pc", 1)
    visit = {**head, **visit_facts.who(1, first=1), **visit_facts.NOWHERE, "landing": "/"}
    visit_facts.keep(world, {"visit": [visit]})

    [sales] = plots(owner)
    [average] = plots(owner, "figure=average")
    [seen] = plots(owner, "figure=visits")

    assert [each["title"] for each in (sales, average, seen)] == [
        "Sales", "Average order", "Visits",
    ]  # fmt: skip
    assert (sales["labels"][0], sales["labels"][-1], len(sales["labels"])) == ("10-23", "11-21", 30)
    assert sales["series"][0] == {
        "name": "Selected period", "values": [*[0] * 29, 33000.0], "dashed": False
    }  # fmt: skip
    assert average["series"][0]["values"][-1] == 16500
    # 20 October is the 28th of the days from 23 September to 22 October
    assert seen["series"][1] == {
        "name": "Period before", "values": [*[0] * 27, 1, 0, 0], "dashed": True
    }  # fmt: skip


def test_a_chart_of_one_day_shows_its_hours(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 100)
    paid(world, wanted(code, 2))

    [orders] = plots(owner, "figure=orders&period=today")

    assert (orders["labels"][0], orders["labels"][-1]) == ("00:00", "23:00")
    assert orders["series"][0]["values"] == [*[0] * 9, 1, *[0] * 14]


def test_the_links_of_the_chart_keep_the_period(owner: Browser) -> None:
    _, code = stocked(owner.world, 10)
    paid(owner.world, wanted(code))

    def links(query: str) -> list[str]:
        part = owner.open(f"/admin?{query}").text.partition('aria-label="Chart"')[2]
        return re.findall(r'href="([^"]*)"', html.unescape(part.partition("</nav>")[0]))

    assert links("period=7")[1] == "/admin?period=7&figure=orders#figures"
    assert links("start=2026-11-01&end=2026-11-02")[0] == (
        "/admin?start=2026-11-01&end=2026-11-02&figure=sales#figures"
    )
    compact = owner.open("/admin?start=20261101&end=20261102").text
    assert 'name="start" type="date" value="2026-11-01"' in compact
    assert 'name="end" type="date" value="2026-11-02"' in compact


def test_what_waits_and_the_newest_orders(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 10)
    first = order(world, wanted(code, 1))
    second = paid(world, wanted(code, 2))
    board_setup.write(world, 6, title="When?")

    text = owner.open("/admin").text

    assert waiting(owner) == {
        "Orders waiting for payment": "1",
        "Orders to prepare": "1",
        "Unanswered product questions": "1",
    }
    assert text.index(second) < text.index(first)
    assert "22,000 KRW" in text
    assert ">paid</span>" in text
    assert ">not paid</span>" in text
    pay(world, first)
    assert waiting(owner)["Orders to prepare"] == "2"


def test_a_new_shop(owner: Browser) -> None:
    text = owner.open("/admin").text

    assert "No orders yet" in text
    assert "Next steps" in text
    assert '<progress id="steps-done" value="1" max="6">' in text
    assert plots(owner) == []
    assert glance(owner) == {}


def test_each_shop_has_its_own(owner: Browser) -> None:
    _, code = stocked(owner.world, 10)
    paid(owner.world, wanted(code, 1))

    text = owner.open("/admin?shop_no=2").text

    assert '<a href="/admin?shop_no=2" aria-current="page">' in text
    assert "No orders yet" in text


def test_without_the_engine_the_rest_is_shown(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(question: Any, values: Any) -> Any:
        raise EngineAway("gone")

    monkeypatch.setattr(owner.world.stage.engine, "ask", away)

    page = owner.open("/admin")

    assert page.status_code == 200
    assert "Visitor reports are temporarily unavailable" in page.text
    assert list(glance(owner)) == ["Sales", "Orders", "Average order"]
    assert [each["title"] for each in plots(owner, "figure=visits")] == ["Sales"]


def test_apps_that_can_be_opened(owner: Browser) -> None:
    owner.world.install([], launch_url=LAUNCH)

    text = owner.open("/admin").text

    assert f'<a href="{LAUNCH}" rel="noopener noreferrer">Test app</a>' in text


def test_a_supplier_sees_no_figures_of_the_shop(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    text = browser.open("/admin").text

    assert "Sales" not in text
    assert "data-plot" not in text
    assert re.findall(r'<a href="(/admin[^"]*)">', text.partition("<main")[2]) == [
        "/admin/supplier-products",
        "/admin/supplier-orders",
        "/admin/activity",
        "/admin/account",
    ]


def test_the_first_page_in_korean(owner: Browser) -> None:
    owner.cookies["openmall-language"] = "ko"
    _, code = stocked(owner.world, 10)
    order(owner.world, wanted(code, 1))

    text = owner.open("/admin").text

    for said in ("매출", "평균 주문 금액", "처리할 일", "최근 30일", "최근 주문"):
        assert said in text
