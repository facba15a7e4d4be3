"""The dashboard: seven days in the shop's language, and the figures there are already."""

from typing import Any

import pytest

from tests.commerce.community import board_setup
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import Stage, World

NOTHING_ON_A_DAY = {
    "order_price": "0.00",
    "paid_price": "0.00",
    "refund_price": "0.00",
    "order_count": 0,
    "payed_count": 0,
    "refund_count": 0,
    "prepareproduct_count": 0,
    "prepare_count": 0,
    "standby_count": 0,
    "shipping_count": 0,
    "shipped_count": 0,
    "canceled_count": 0,
    "returned_count": 0,
    "exchanged_count": 0,
    "ordered_total_count": 0,
}
NOTHING_IN_A_PERIOD = {
    "ordered_total_price": "0.00",
    "payed_total_price": "0.00",
    "refunded_total_price": "0.00",
    "ordered_count": 0,
    "payed_count": 0,
    "refunded_count": 0,
    "ordered_average_total_price": "0.00",
    "payed_average_total_price": "0.00",
    "refunded_average_total_price": "0.00",
    "ordered_average_count": 0,
    "payed_average_count": 0,
    "refunded_average_count": 0,
}
USED_UP = {"use_inventory": "T", "display_soldout": "T", "quantity": 0}
DAY = 86_400
BOARDS = (
    "Notices", "News and events", "Frequently asked questions", "Product reviews", "Free board",
    "Questions about products", "Files", "Gallery", "One-to-one enquiries",
)  # fmt: skip


def dashboard(world: World, shop_no: int = 1) -> dict[str, Any]:
    [found] = world.get("dashboard", shop_no=shop_no)["dashboard"]
    answer: dict[str, Any] = found
    return answer


def days(world: World, shop_no: int = 1) -> list[tuple[str, str]]:
    stats = dashboard(world, shop_no)["daily_sales_stats"]
    return [(each["title"], each["date"]) for each in stats]


def product(world: World, *stock: dict[str, Any]) -> int:
    """Make a product with a variant for each of `stock`."""
    values = ",".join(f"v{at}" for at in range(len(stock)))
    options = {"has_option": "T", "options": [{"name": "Colour", "value": values}]}
    number: int = world.product(**(options if len(stock) > 1 else {}))["product_no"]
    path = f"products/{number}/variants"
    codes = [each["variant_code"] for each in world.get(path)["variants"]]
    for code, each in zip(codes, stock, strict=True):
        world.put(f"{path}/{code}", **each)
    return number


def pass_(world: World, seconds: float) -> None:
    """Let time pass, and the app get a new token: the old one may have run out."""
    world.stage.clock.pass_(seconds)
    world.full = world.install(restricted=True)


def test_a_new_shop(world: World) -> None:
    dates = [f"2026-11-{day}" for day in range(15, 22)]

    assert world.get("dashboard", shop_no=2) == {
        "dashboard": [
            {
                "shop_no": 2,
                "daily_sales_stats": [
                    {"title": f"November {date[-2:]}", "date": date, **NOTHING_ON_A_DAY}
                    for date in dates
                ],
                "weekly_sales_stats": NOTHING_IN_A_PERIOD,
                "monthly_sales_stats": NOTHING_IN_A_PERIOD,
                "sold_out_products_count": 0,
                "new_members_count": 0,
                "board_list": [
                    {
                        "type": "B",
                        "board_no": number,
                        "board_name": name,
                        "new_registered_count": 0,
                        "page_url": f"{world.staff_address}/boards/{number}?shop_no=2",
                    }
                    for number, name in enumerate(BOARDS, 1)
                ],
            }
        ]
    }


def test_days_are_titled_in_the_language_of_the_shop(stage: Stage, world: World) -> None:
    languages = ("ko_KR", "en_US", "ja_JP", "fr_FR")
    abroad = stage.new_world(f"abroad-{world.mall_id}", languages)

    assert [days(abroad, shop_no)[-1] for shop_no in (1, 2, 3, 4)] == [
        ("11월 21일", "2026-11-21"),
        ("November 21", "2026-11-21"),
        ("11月21日", "2026-11-21"),
        ("November 21", "2026-11-21"),
    ]


def test_seven_days_reach_into_the_month_and_year_before(world: World) -> None:
    # 2026-11-21 09:00 at +09:00 and 43 days
    pass_(world, 43 * DAY)

    assert days(world, 2) == [
        ("December 28", "2026-12-28"),
        ("December 29", "2026-12-29"),
        ("December 30", "2026-12-30"),
        ("December 31", "2026-12-31"),
        ("January 1", "2027-01-01"),
        ("January 2", "2027-01-02"),
        ("January 3", "2027-01-03"),
    ]


def test_a_day_begins_at_midnight_in_seoul(world: World) -> None:
    join(world, "early")  # at 09:00
    pass_(world, 15 * 3_600 - 1)
    assert (days(world)[-1][1], dashboard(world)["new_members_count"]) == ("2026-11-21", 1)

    pass_(world, 1)

    assert (days(world)[-1][1], dashboard(world)["new_members_count"]) == ("2026-11-22", 0)
    join(world, "at-midnight")
    assert dashboard(world)["new_members_count"] == 1


def test_new_members_are_those_of_the_mall_who_joined_today(stage: Stage, world: World) -> None:
    other = stage.new_world(f"other-{world.mall_id}")
    join(world, "older")
    pass_(world, DAY)
    join(world, "first")
    join(world, "second")
    join(other, "elsewhere")

    assert [dashboard(world, shop_no)["new_members_count"] for shop_no in (1, 2)] == [2, 2]


@pytest.mark.parametrize(
    ("stock", "counted"),
    [
        ([USED_UP], 1),
        ([{**USED_UP, "use_inventory": "F", "custom_variant_code": "A"}], 0),
        ([{**USED_UP, "display_soldout": "F"}], 0),
        ([{**USED_UP, "quantity": 1}], 0),
        ([{**USED_UP, "quantity": 3, "safety_inventory": 3}], 1),
        ([{**USED_UP, "quantity": 4, "safety_inventory": 3}], 0),
        ([{**USED_UP, "quantity": -1}], 1),
        ([USED_UP, USED_UP, {"quantity": 5}], 0),
        ([USED_UP, USED_UP, USED_UP], 1),
        (
            [
                {"use_inventory": "T", "quantity": 0},
                {"display_soldout": "T", "custom_variant_code": "B"},
            ],
            0,
        ),
    ],
    ids=[
        "used up", "not counted", "not shown", "one left", "only the safety stock", "one over it",
        "below nothing", "two of three variants", "all of three", "each variant half of it",
    ],
)  # fmt: skip
def test_a_sold_out_product_is_counted_where_each_variant_displays_that_it_is(
    world: World, stock: list[dict[str, Any]], counted: int
) -> None:
    number = product(world, *stock)
    # what cannot be bought says so, displayed as sold out or not
    sold_out = counted or stock == [{**USED_UP, "display_soldout": "F"}]

    found = [dashboard(world, shop_no)["sold_out_products_count"] for shop_no in (1, 2)]
    filtered = world.get("products/count", sold_out="T")["count"]
    shown = world.get(f"products/{number}", fields="sold_out,list_icon")["product"]

    assert found == [counted, counted]
    assert (filtered, shown["sold_out"]) == (int(sold_out), "T" if sold_out else "F")
    assert shown["list_icon"]["soldout_icon"] is bool(counted)


def test_sold_out_products_are_counted_as_they_come_and_go(stage: Stage, world: World) -> None:
    other = stage.new_world(f"other-{world.mall_id}")
    product(other, USED_UP)
    first, second = product(world, USED_UP), product(world, USED_UP)
    product(world, {"use_inventory": "T", "display_soldout": "T", "quantity": 2})
    assert dashboard(world)["sold_out_products_count"] == 2

    [variant] = world.get(f"products/{first}/variants")["variants"]
    world.put(f"products/{first}/variants/{variant['variant_code']}", quantity=1)
    assert dashboard(world)["sold_out_products_count"] == 1

    assert world.call("DELETE", f"products/{second}").status_code == 200
    assert dashboard(world)["sold_out_products_count"] == 0


def test_fields_cut_the_one_object_of_the_list(world: World) -> None:
    assert world.get("dashboard", fields="shop_no,new_members_count") == {
        "dashboard": [{"shop_no": 1, "new_members_count": 0}]
    }


def test_a_shop_the_mall_has_not_is_404(world: World) -> None:
    answer = world.call("GET", "dashboard", params={"shop_no": 3})

    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "The mall has no such shop. (parameter.shop_no)"


def test_a_board_tells_what_was_written_on_it_today(world: World) -> None:
    board_setup.write(world, board_setup.FREE, created_date="2026-11-20T23:59:59+09:00")
    board_setup.write(world, board_setup.FREE)
    board_setup.write(world, board_setup.QUESTIONS)
    world.put(f"boards/{board_setup.REVIEWS}", use_board="F")

    boards = dashboard(world)["board_list"]

    news = {each["board_no"]: each["new_registered_count"] for each in boards}
    assert news == {1: 0, 2: 0, 3: 0, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0}
    assert boards[3]["board_name"] == "자유게시판"


def test_orders_are_counted_by_the_day(world: World) -> None:
    _, code = stocked(world, 50)
    order(world, wanted(code))
    pass_(world, DAY)
    paid(world, wanted(code, 2), wanted(code))

    found = dashboard(world)

    yesterday, today = found["daily_sales_stats"][-2:]
    assert yesterday == {
        "title": "11월 21일",
        "date": "2026-11-21",
        **NOTHING_ON_A_DAY,
        "order_price": "11000.00",
        "order_count": 1,
        "ordered_total_count": 1,
    }
    assert today == {
        "title": "11월 22일",
        "date": "2026-11-22",
        **NOTHING_ON_A_DAY,
        "order_price": "33000.00",
        "paid_price": "33000.00",
        "order_count": 1,
        "payed_count": 1,
        "prepareproduct_count": 2,
        "ordered_total_count": 2,
    }
    week = {
        **NOTHING_IN_A_PERIOD,
        "ordered_total_price": "44000.00",
        "payed_total_price": "33000.00",
        "ordered_count": 2,
        "payed_count": 1,
    }
    assert found["weekly_sales_stats"] == {
        **week,
        "ordered_average_total_price": "6285.00",
        "payed_average_total_price": "4714.00",
    }
    assert found["monthly_sales_stats"] == {
        **week,
        "ordered_average_total_price": "2000.00",
        "payed_average_total_price": "1500.00",
    }
