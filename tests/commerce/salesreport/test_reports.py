"""What a mall sold, by the hour, the day, the month and the variant."""

import itertools
from typing import Any

import pytest

from openmall.commerce.order.figures import rules as figure_rules
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

TODAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
NOTHING = {
    "used_portal_points": "0.00",
    "used_portal_cash": "0.00",
    "refund_points": "0.00",
    "refund_credits": "0.00",
    "refund_portal_points": "0.00",
    "refund_portal_cash": "0.00",
}
HOUR = 3_600
DAY = 86_400


def pass_(world: World, seconds: float) -> None:
    """Let time pass, and the app get a new token: the old one may have run out."""
    world.stage.clock.pass_(seconds)
    world.full = world.install(restricted=True)


def fold(world: World) -> int:
    """Let a worker sum up what orders have added; return how much there was."""

    async def work() -> int:
        app = world.stage.app
        return await figure_rules.fold_mall(app.database, world.stage.clock, world.mall_id)

    return world.stage.run(work)


def report(world: World, path: str, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(path, **{**TODAY, **query})[path.split("/")[-1]]
    return found


def test_an_hour_counts_what_was_paid_in_it(world: World) -> None:
    number, code = stocked(world, 50)
    paid(world, wanted(code, 2), wanted(code), wishes={"shipping_fee": "3000", "points": "1500"})
    paid(world, wanted(code), wishes={"membership_discount": "1000", "order_coupon": "500"})
    order(world, wanted(code, 5))

    assert world.get("reports/hourlysales", **TODAY) == {
        "hourlysales": [
            {
                "shop_no": 1,
                "collection_date": "2026-11-21",
                "collection_hour": "09",
                "order_count": 2,
                "item_count": 3,
                "order_price_amount": "44000.00",
                "shipping_fee": "3000.00",
                "order_sale_price": "1000.00",
                "coupon_discount_price": "500.00",
                "actual_order_amount": "45500.00",
                "refund_amount": "0.00",
                "sales": "45500.00",
                "used_points": "1500.00",
                "used_credits": "0.00",
                **NOTHING,
            }
        ]
    }
    assert report(world, "reports/productsales") == [
        {
            "shop_no": 1,
            "collection_date": "2026-11-21",
            "collection_hour": "09",
            "product_no": number,
            "variants_code": code,
            "product_price": "11000.00",
            "settle_count": 4,
            "refund_count": 0,
            "sale_count": 4,
            "exchange_product_count": 0,
            "cancel_product_count": 0,
            "return_product_count": 0,
            "total_sale_count": 4,
            "total_cancel_count": 0,
        }
    ]
    assert report(world, "reports/salesvolume") == [
        {
            "shop_no": "1",
            "collection_date": "2026-11-21",
            "collection_hour": "09",
            "product_price": "11000.00",
            "product_option_price": "0.00",
            "settle_count": "4",
            "exchane_product_count": "0",
            "cancel_product_count": "0",
            "return_product_count": "0",
            "updated_date": "2026-11-21T09:00:00+09:00",
            "product_no": number,
            "variants_code": code,
            "total_sales": "4",
        }
    ]


def test_summing_up_changes_no_report(world: World) -> None:
    _, code = stocked(world, 50)
    for _ in range(3):
        paid(world, wanted(code, 2))
    paths = ("hourlysales", "productsales", "salesvolume")
    before = [report(world, f"reports/{path}") for path in paths]

    folded = fold(world)

    # three orders came in and were paid, of one item each
    assert folded == 6
    assert [report(world, f"reports/{path}") for path in paths] == before
    paid(world, wanted(code, 2))
    assert (fold(world), fold(world)) == (2, 0)
    [hour] = report(world, "reports/hourlysales")
    assert (hour["order_count"], hour["sales"]) == (4, "88000.00")


@pytest.mark.parametrize("folded", [True, False])
def test_a_payment_that_is_taken_back_counts_no_more(world: World, folded: bool) -> None:
    _, code = stocked(world, 50)
    number = paid(world, wanted(code))
    if folded:
        fold(world)
    pass_(world, 2 * DAY)

    assert pay(world, number, "unpaid").status_code == 200

    assert [report(world, f"reports/{path}") for path in ("hourlysales", "productsales")] == [
        [],
        [],
    ]
    assert report(world, "financials/dailysales") == []


def test_orders_are_dated_by_their_payment(world: World) -> None:
    _, code = stocked(world, 50)
    number = order(world, wanted(code))
    # 2026-11-22 00:00:00 at +09:00: the first second of the next day
    pass_(world, 15 * HOUR)
    pay(world, number)

    assert report(world, "financials/dailysales") == []
    assert report(world, "financials/dailysales", end_date="2026-11-22") == [
        {
            "shop_no": 1,
            "date": "2026-11-22",
            "payment_amount": "11000.00",
            "refund_amount": "0.00",
            "sales_count": 1,
        }
    ]
    [hour] = report(world, "reports/hourlysales", end_date="2026-11-30")
    assert (hour["collection_date"], hour["collection_hour"]) == ("2026-11-22", "00")


def test_months_are_added_up_in_every_shop(world: World) -> None:
    _, code = stocked(world, 50)
    paid(world, wanted(code))
    pass_(world, 10 * DAY)
    paid(world, wanted(code, 2), methods=["card"], gateway="gateway_a")
    paid(world, wanted(code, 3))

    def months(**query: Any) -> list[tuple[Any, ...]]:
        world.stage.forget_counts()
        found = world.get("financials/monthlysales", start_month=202611, end_month=202612, **query)
        return [tuple(each.values()) for each in found["monthlysales"]]

    assert months() == [
        (1, "2026-11", "11000.00", "0.00", 1),
        (1, "2026-12", "55000.00", "0.00", 2),
    ]
    assert months(payment_method="card") == [(1, "2026-12", "22000.00", "0.00", 1)]
    assert months(payment_gateway_name="gateway_a") == [(1, "2026-12", "22000.00", "0.00", 1)]
    assert months(partner_id="nobody") == []


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("reports/hourlysales", {"end_date": "2026-11-20"}, "end_date"),
        ("reports/salesvolume", {"start_date": "2026-01-01"}, "end_date"),
        ("reports/productsales", {"collection_hour": "24"}, "collection_hour"),
    ],
)
def test_a_period_that_is_none_is_refused(
    world: World, path: str, query: dict[str, str], parameter: str
) -> None:
    answer = world.call("GET", path, params={**TODAY, **query})

    assert answer.status_code == 422, answer.text
    assert parameter in answer.text


@pytest.mark.parametrize("month", [0, 202600, 202613, 99])
def test_a_month_that_is_none_is_refused(world: World, month: int) -> None:
    params = {"start_month": month, "end_month": 202612}
    assert world.call("GET", "financials/monthlysales", params=params).status_code == 422


def test_hours_are_paged_and_picked(world: World) -> None:
    _, code = stocked(world, 50)
    for _ in range(3):
        paid(world, wanted(code))
        pass_(world, HOUR)

    def hours(**query: Any) -> list[str]:
        found = report(world, "reports/hourlysales", **query)
        return [each["collection_hour"] for each in found]

    assert hours() == ["11", "10", "09"]
    assert hours(limit=1, offset=1) == ["10"]
    assert hours(collection_hour="9") == ["09"]
    links = world.get("reports/hourlysales", limit=2, **TODAY)["links"]
    assert [each["rel"] for each in links] == ["next"]


def test_units_are_found_by_what_they_are(world: World) -> None:
    number, code = stocked(world, 50)
    other, other_code = stocked(world, 50)
    paid(world, wanted(code, 2))
    paid(world, wanted(other_code, 3), place="mobile")
    category = world.post("categories", category_name="Cups")["category"]["category_no"]
    world.post(f"categories/{category}/products", display_group=1, product_no=[other])

    def units(**query: Any) -> list[tuple[int, str]]:
        found = report(world, "reports/salesvolume", **query)
        return [(each["product_no"], each["settle_count"]) for each in found]

    assert units() == [(number, "2"), (other, "3")]
    assert units(product_no=f"{number},{other}") == [(number, "2"), (other, "3")]
    assert units(product_no=number) == [(number, "2")]
    assert units(variants_code=other_code) == [(other, "3")]
    assert units(mobile="T") == [(other, "3")]
    assert units(mobile="F") == [(number, "2")]
    assert units(category_no=category) == [(other, "3")]
    assert units(delivery_type="B") == []
    assert units(group_no=1) == [(number, "2"), (other, "3")]
    assert units(group_no=2) == []
    assert units(supplier_id="S0000000") == [(number, "2"), (other, "3")]


def test_another_shop_has_sold_nothing(world: World) -> None:
    _, code = stocked(world, 50)
    paid(world, wanted(code))

    assert report(world, "reports/hourlysales", shop_no=2) == []
    assert report(world, "reports/productsales", shop_no=2) == []


def test_pages_of_products_follow_each_other_over_quiet_days(world: World) -> None:
    _, code = stocked(world, 50)
    hours = (0, 1, 2, 30, 31, 200)
    for before, hour in itertools.pairwise((0, *hours)):
        pass_(world, (hour - before) * HOUR)
        paid(world, wanted(code, hour + 1 if hour < 3 else 1))
    period = {"start_date": "2026-11-21", "end_date": "2026-12-01"}

    whole = report(world, "reports/productsales", **period)
    pages = [
        report(world, "reports/productsales", **period, limit=2, offset=offset)
        for offset in (0, 2, 4, 6)
    ]

    assert [(each["collection_date"], each["collection_hour"]) for each in whole] == [
        ("2026-11-29", "17"),
        ("2026-11-22", "16"),
        ("2026-11-22", "15"),
        ("2026-11-21", "11"),
        ("2026-11-21", "10"),
        ("2026-11-21", "09"),
    ]
    assert pages == [whole[:2], whole[2:4], whole[4:], []]


def test_a_variant_is_found_without_its_product(world: World) -> None:
    number, code = stocked(world, 50)
    _, other = stocked(world, 50)
    paid(world, wanted(code, 2), wanted(other))

    [found] = report(world, "reports/salesvolume", variants_code=code)

    assert (found["product_no"], found["variants_code"], found["settle_count"]) == (
        number,
        code,
        "2",
    )
    assert report(world, "reports/salesvolume", variants_code="none such") == []
    assert report(world, "reports/salesvolume", variants_code=other, product_no=number) == []
