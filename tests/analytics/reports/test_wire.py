"""Whole answers of every operation, and what the analytics API says when it cannot answer."""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select

from openmall.access.oauth import apps as registered_apps
from openmall.analytics.engine.engine import EngineAway, TooLong
from openmall.analytics.reports.registry import REPORTS
from tests.analytics.reports import visit_facts
from tests.error_bodies import error
from tests.world import Installed, World, open_stage

HOST = "https://analytics.openmall.localhost"
JUNE = {"start_date": "2026-06-01", "end_date": "2026-06-30"}


def ask(world: World, path: str, app: Installed | None = None, **params: Any) -> Any:
    """Call an operation of the analytics API."""
    return world.stage.client.get(
        f"{HOST}/{path}",
        params={"mall_id": world.mall_id, **JUNE, **params},
        headers=(app or world.full).headers,
    )


@pytest.fixture
def visited(world: World) -> World:
    """A shop with three visits by people, one by a bot, and two sales."""
    return visit_facts.made(world)


RATES = {
    "purchase_count": 1,
    "purchase_rate": "50.00",
    "order_amount": 12346,
    "order_amount_per_visitor": "6173.00",
    "order_amount_per_buyer": "12346.00",
}
ALONE = {
    "purchase_count": 1,
    "purchase_rate": "100.00",
    "order_amount": 10000,
    "order_amount_per_visitor": "10000.00",
    "order_amount_per_buyer": "10000.00",
}
BOTH = {"buyers_count": 1, "order_count": 2, "order_amount": 22346}
ONE = {"order_count": 1, "order_amount": 12346}
OTHER = {"order_count": 1, "order_amount": 10000}
ORDER = {
    "order_id": "20260602-0000001",
    "order_date": "2026-06-01",
    "ad": "kite",
    "keyword": "apron",
    "medium": "cpc",
    "campaign": "spring",
    "content": "banner",
    "payment_method": "card",
    "order_amount": 12346,
}
UNKNOWN = {
    **dict.fromkeys(ORDER, ""),
    "order_id": "20260602-0000002",
    "order_date": "2026-06-01",
    "ad": "no channel",
    "payment_method": "card",
    "order_amount": 10000,
}
ANSWERS: dict[str, list[dict[str, Any]]] = {
    "adeffect/addetails": [
        {"ad": "kite", "keyword": "apron", "visit_count": 2, "visit_rate": "66.67", **RATES},
        {"ad": "no channel", "keyword": "", "visit_count": 1, "visit_rate": "33.33", **ALONE},
    ],
    "carts/action": [
        {"product_no": 7, "product_name": "Linen apron", "count": 2, "add_cart_count": 1,
         "add_cart_rate": 50},
    ],
    "members/sales": [
        {"member_order_count": 1, "member_order_amount": 12346, "nonmember_order_count": 1,
         "nonmember_order_amount": 10000},
    ],
    "pages/view": [
        {"url": "/", "count": 2, "visit_count": 2, "first_visit_count": 1},
        {"url": "/p/7", "count": 2, "visit_count": 2, "first_visit_count": 1},
    ],
    "products/categorydetails": [
        {"product_no": 7, "product_name": "Linen apron", "product_code": "P7",
         "category_name": "Kitchen", "category_no": 2, "sales_count_per_category": 1,
         "sales_item_per_category": 2, "sales_price_per_category": "12346.00",
         "carts_count_per_category": 1},
    ],
    "products/sales": [
        {"product_no": 7, "product_name": "Linen apron", "order_count": 1,
         "order_product_count": 2, "order_amount": 12346},
    ],
    "products/view": [{"product_no": 7, "product_name": "Linen apron", "count": 2}],
    "sales/orderdetails": [ORDER, UNKNOWN],
    "sales/paymethods": [{"payment_method": "card", **BOTH}],
    "sales/pervisitors": [{"order_amount_per_visitor": 7449, "order_amount_per_buyer": 22346}],
    "sales/times": [{"hour": 23, **BOTH}],
    "visitors/dailyactive": [
        {"date": "2026-06-01", "user_count": 2}, {"date": "2026-06-02", "user_count": 1},
    ],
    "visitors/pageview": [
        {"date": "2026-06-01", "hour": None, "page_view": 3},
        {"date": "2026-06-02", "hour": None, "page_view": 1},
    ],
    "visitors/unique": [
        {"date": "2026-06-01", "unique_visit_count": 2},
        {"date": "2026-06-02", "unique_visit_count": 1},
    ],
    "visitors/view": [
        {"date": "2026-06-01", "hour": None, "visit_count": 2, "first_visit_count": 1,
         "re_visit_count": 1},
        {"date": "2026-06-02", "hour": None, "visit_count": 1, "first_visit_count": 0,
         "re_visit_count": 1},
    ],
    "visitpaths/adkeywordsales": [{"ad": "kite", "keyword": "apron", **ONE}],
    "visitpaths/ads": [{"ad": "kite", "visit_count": 2}, {"ad": "no channel", "visit_count": 1}],
    "visitpaths/adsales": [{"ad": "kite", **ONE}, {"ad": "no channel", **OTHER}],
    "visitpaths/domains": [
        {"domain": "search.example", "visit_count": 2},
        {"domain": "no referring domain", "visit_count": 1},
    ],
    "visitpaths/domainsales": [
        {"domain": "search.example", **ONE}, {"domain": "no referring domain", **OTHER},
    ],
    "visitpaths/keyworddetails": [
        {"keyword": "linen apron", "engine": "search", "visit_count": 2, **RATES},
    ],
    "visitpaths/keywords": [{"keyword": "linen apron", "visit_count": 2}],
    "visitpaths/keywordsales": [{"keyword": "linen apron", **ONE}],
    "visitpaths/urls": [
        {"url": "https://search.example/find", "visit_count": 2},
        {"url": "no referring domain", "visit_count": 1},
    ],
}  # fmt: skip


KEYS = {"carts/action": "count", "pages/view": "pages", "products/view": "count"}
"""The name an answer is keyed by, where that is not the last segment of the path."""


@pytest.mark.one_store
def test_every_operation_answers_whole(visited: World) -> None:
    said = {path: ask(visited, path) for path in REPORTS}
    assert {path: answer.status_code for path, answer in said.items()} == dict.fromkeys(
        REPORTS, 200
    )
    assert {path: answer.json() for path, answer in said.items()} == {
        path: {KEYS.get(path, path.rpartition("/")[2]): rows} for path, rows in ANSWERS.items()
    }


@pytest.mark.one_store
def test_hours_devices_and_pages_are_told_apart(visited: World) -> None:
    hours = ask(visited, "visitors/view", format_type="hour", order="desc").json()["view"]
    assert [(row["date"], row["hour"], row["visit_count"]) for row in hours] == [
        ("2026-06-02", 23, 1), ("2026-06-01", 10, 1), ("2026-06-01", 9, 1),
    ]  # fmt: skip
    mobile = ask(visited, "visitors/pageview", device_type="mobile").json()
    assert mobile == {"pageview": [{"date": "2026-06-01", "hour": None, "page_view": 1}]}
    assert ask(visited, "visitors/pageview", offset=1).json()["pageview"] == [
        ANSWERS["visitors/pageview"][1]
    ]
    assert ask(visited, "visitors/view", shop_no=2).json() == {"view": []}
    nothing = ask(visited, "members/sales", shop_no=2).json()["sales"]
    assert nothing == [dict.fromkeys(ANSWERS["members/sales"][0], 0)]


@pytest.mark.one_store
def test_an_order_is_found_by_both_spellings(visited: World) -> None:
    for name in ("order_id", "orderId"):
        found = ask(visited, "sales/orderdetails", **{name: "20260602-0000002"}).json()
        assert found == {"orderdetails": [UNKNOWN]}
    both = ask(visited, "sales/orderdetails", order_id="a", orderId="b")
    assert (both.status_code, both.json()) == (
        422,
        error(
            422,
            "`order_id` and `orderId` name different orders. (parameter.orderId)",
            parameter="orderId",
        ),
    )


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("params", "said", "name"),
    [
        ({"end_date": "2026-05-31"}, "The end comes before the start.", "end_date"),
        ({"end_date": "2027-06-02"}, "At most 366 days at once.", "end_date"),
        ({"start_date": "2026-06-31"}, "Not a date, as in 2026-11-21.", "start_date"),
        ({"limit": "49"}, "Expected integer from 50 to 1000.", "limit"),
        ({"limit": "1001"}, "Expected integer from 50 to 1000.", "limit"),
        ({"sort": "keyword"}, "Invalid enum value 'keyword'.", "sort"),
    ],
)
def test_what_is_out_of_bounds_is_422(
    world: World, params: dict[str, str], said: str, name: str
) -> None:
    answer = ask(world, "visitors/view", **params)
    assert (answer.status_code, answer.json()) == (
        422,
        error(422, f"{said} (parameter.{name})", parameter=name),
    )


@pytest.mark.one_store
def test_either_scope_opens_it_to_an_approved_app_alone(visited: World) -> None:
    for scope in ("mall.analytics", "mall.read_analytics"):
        app = visited.install([scope])
        refused = ask(visited, "visitors/view", app)
        assert (refused.status_code, refused.json()) == (
            403,
            error(403, "This operation is open to certain clients by arrangement only."),
        )
        for approved, status in ((True, 200), (False, 403)):
            _approve(visited, app, approved)
            assert ask(visited, "visitors/view", app).status_code == status
    other = visited.install(["mall.read_order"], restricted=True)
    refused = ask(visited, "visitors/view", other)
    lacking = "The token lacks the scope mall.read_analytics. (insufficient_scope)"
    assert (refused.status_code, refused.json()) == (403, error(403, f"INVALID SCOPE. {lacking}"))


def _approve(world: World, app: Installed, approved: bool) -> None:
    database, counters = world.stage.app.database, world.stage.app.counters

    async def approve() -> None:
        await registered_apps.approve(
            database, counters, app.credentials.client_id, approved=approved
        )

    world.stage.run(approve)


@pytest.mark.one_store
def test_an_unknown_report_shop_or_mall_is_404(world: World) -> None:
    assert ask(world, "visitors/nobody").status_code == 404
    assert ask(world, "visitors/view", mall_id="nowhere").status_code == 404
    assert ask(world, "visitors/view", shop_no=99).status_code == 404


class _Failing:
    """An engine that cannot answer."""

    def __init__(self, how: BaseException | float) -> None:
        self._how = how

    async def ask(self, question: Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        if isinstance(self._how, BaseException):
            raise self._how
        await asyncio.sleep(self._how)
        return []


@pytest.mark.parametrize(
    ("how", "status", "said"),
    [
        (EngineAway("gone"), 503, "Reports are unavailable for a moment, try again."),
        (TooLong("10 s"), 504, "The report took longer than its time budget."),
        (5.0, 504, "The report took longer than its time budget."),
    ],
)
def test_an_engine_that_does_not_answer_is_told(
    how: BaseException | float, status: int, said: str
) -> None:
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder), call_seconds=1) as stage:
        world = stage.new_world("waiting")
        means = stage.app._pipeline._services
        stage.app._pipeline._services = means._replace(engine=_Failing(how))
        answer = ask(world, "visitors/view")
        assert (answer.status_code, answer.json()) == (status, error(status, said))
        assert (answer.headers.get("retry-after") == "1") == (status == 503)


def test_tokens_are_of_an_address_and_a_url() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), limits="enforce") as stage,
    ):
        world = stage.new_world("tokens")
        left = [ask(world, "visitors/view").headers["x-ratelimit-remaining"] for _ in range(40)]
        assert left == [str(each) for each in range(39, -1, -1)]
        refused = ask(world, "visitors/view")
        assert (refused.status_code, refused.json()) == (429, error(429, "Too many requests."))
        assert refused.headers["x-ratelimit-requested-tokens"] == "1"
        assert refused.headers["x-ratelimit-burst-capacity"] == "40"
        assert refused.headers["x-ratelimit-replenish-rate"] == "2"
        assert ask(world, "visitors/unique").headers["x-ratelimit-remaining"] == "39"
        stage.clock.pass_(0.5)
        assert ask(world, "visitors/view").status_code == 200


def test_the_admin_api_counts_visitors_of_each_day(visited: World) -> None:
    found = visited.get("financials/dailyvisits", start_date="2026-06-01", end_date="2026-06-03")

    assert found["dailyvisits"] == [
        {"shop_no": 1, "date": "2026-06-01", "visitors_count": 2},
        {"shop_no": 1, "date": "2026-06-02", "visitors_count": 1},
        {"shop_no": 1, "date": "2026-06-03", "visitors_count": 0},
    ]


def test_days_of_visitors_have_an_order(visited: World) -> None:
    days = {"start_date": "2026-06-02", "end_date": "2026-06-01"}

    answer = visited.call("GET", "financials/dailyvisits", params=days)

    said = "The end comes before the start. (parameter.end_date)"
    assert answer.status_code == 422
    assert answer.json() == error(422, said, parameter="end_date")


def test_an_unknown_address_is_404_also_without_a_mall(world: World) -> None:
    url = "https://analytics.openmall.localhost"

    unknown = world.stage.client.get(f"{url}/visitors/nothing")
    known = world.stage.client.get(f"{url}/visitors/view")

    assert (unknown.status_code, known.status_code) == (404, 422)
