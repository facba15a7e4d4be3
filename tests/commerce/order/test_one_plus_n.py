"""One plus N at the checkout: units that come without price, and claims of those that earn them."""

import pytest

from tests.commerce.order.checkout_setup import amounts
from tests.commerce.order.claim_setup import claim, paid_back
from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay, states
from tests.world import World


@pytest.fixture
def shop(world: World) -> GiftShop:
    return GiftShop(world)


def of_apron(shop: GiftShop, order_id: str) -> list[tuple[int, str]]:
    return [(quantity, paid) for _, quantity, paid, _, _ in shop.bought(order_id)]


@pytest.mark.parametrize(
    ("count", "units", "items"),
    [
        (1, 1, [(1, "11000.00")]),
        (1, 2, [(1, "11000.00"), (1, "0.00")]),
        (1, 5, [(3, "33000.00"), (2, "0.00")]),
        (2, 2, [(2, "22000.00")]),
        (2, 7, [(3, "33000.00"), (4, "0.00")]),
    ],
)
def test_free_units_are_an_item_of_their_own(
    shop: GiftShop, count: int, units: int, items: list[tuple[int, str]]
) -> None:
    number = shop.one_plus(count)

    placed = shop.order(units)
    pay(shop.world, placed["order_id"])

    order_id = placed["order_id"]
    assert of_apron(shop, order_id) == items
    free = sum(quantity for quantity, paid in items if paid == "0.00")
    named = f"1+{count}" if free else None
    assert {each["one_plus_n_event"] for each in shop.items(order_id)} == {named}
    assert amounts(placed)["order_price_amount"] == 11_000 * units
    assert amounts(placed)["total_amount_due"] == 11_000 * (units - free) + 2_500
    benefits = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert [(each["benefit_no"], each["benefit_value"]) for each in benefits] == (
        [(number, f"{11_000 * free}.00")] if free else []
    )
    shop.check_books()


@pytest.mark.parametrize(
    ("kind", "paid"), [("P", ["11000.00", "0.00"]), ("I", ["11000.00", "11000.00"])]
)
def test_units_of_a_product_or_of_an_item(shop: GiftShop, kind: str, paid: list[str]) -> None:
    shop.one_plus(1, kind)
    variants = [
        {"variants_code": shop.apron_code, "quantity": 1},
        {"variants_code": shop.apron_code, "quantity": 1},
    ]
    if kind == "I":
        variants[1]["variants_code"] = shop.cup_code

    told = shop.shopper.send("POST", "orders/estimate", **{**shop.wants(), "variants": variants})

    assert [each["payment_amount"] for each in told["items"]] == paid


def test_paid_units_alone_have_other_discounts(shop: GiftShop) -> None:
    shop.one_plus(1)
    shop.benefit(
        "DP", "period_sale", product_list=[shop.apron], discount_value="10.00",
        discount_value_unit="P",
    )  # fmt: skip
    shop.gold("10.00")
    coupon = shop.coupon()

    placed = shop.order(2, coupons=[{"issue_no": coupon}])

    found = amounts(placed)
    assert found["membership_discount_amount"] == 1_100
    assert of_apron(shop, placed["order_id"])[1] == (1, "0.00")
    shop.check_books()


def test_the_group_that_has_its_discount_alone_still_has_free_units(shop: GiftShop) -> None:
    shop.one_plus(1)
    shop.gold("10.00", product_availability="M")

    found = amounts(shop.order(2))

    assert found["total_amount_due"] == 11_000 - 1_100 + 2_500


def test_a_sale_of_many_counts_free_units_as_bought(shop: GiftShop) -> None:
    shop.one_plus(1)
    shop.benefit(
        "DQ",
        "bulk_purchase_sale",
        product_list=[shop.apron],
        discount_value="1000.00",
        bulk_purchase_item_type="I",
        bulk_purchase_begin_quantity=4,
        bulk_purchase_limit_quantity=0,
    )

    assert of_apron(shop, shop.order(4)["order_id"]) == [(2, "20000.00"), (2, "0.00")]
    assert of_apron(shop, shop.order(3)["order_id"]) == [(2, "22000.00"), (1, "0.00")]


def test_free_units_count_towards_no_coupon_and_no_free_shipping(shop: GiftShop) -> None:
    shop.one_plus(1)
    shop.benefit(
        "DV",
        "shipping_fee_sale",
        product_list=[shop.apron],
        use_purchase_price_condition="T",
        total_purchase_price="22000.00",
    )
    number = shop.coupon(
        available_scope="O",
        available_price_type="O",
        available_order_price_type="U",
        available_min_price="20000.00",
    )

    assert amounts(shop.estimate(2))["shipping_fee"] == 2_500
    assert shop.refused(2, coupons=[{"issue_no": number}])[0] == 422
    assert "shipping_fee_discount_amount" in amounts(shop.estimate(4))


@pytest.mark.parametrize("is_paid", [False, True])
def test_a_cancelled_unit_takes_its_free_one_along(shop: GiftShop, is_paid: bool) -> None:
    shop.one_plus(1)
    order_id = shop.order(4)["order_id"]
    if is_paid:
        pay(shop.world, order_id)

    claim(shop.world, order_id, "cancellation", "canceled", (1, 1))

    over = "C40" if is_paid else "C49"
    stays = "N10" if is_paid else "N00"
    assert states(shop.world, order_id) == [stays, stays, over, over]
    assert of_apron(shop, order_id) == [
        (1, "11000.00"),
        (1, "0.00"),
        (1, "11000.00"),
        (1, "0.00"),
    ]
    if is_paid:
        assert [each[1] for each in paid_back(shop.world, order_id)] == ["24500.00", "-11000.00"]
    else:
        seen = amounts(shop.world.get(f"orders/{order_id}")["order"])
        assert seen["total_amount_due"] == 13_500
    shop.check_books()


def test_a_cancelled_free_unit_costs_nothing_and_leaves_the_paid_one(shop: GiftShop) -> None:
    shop.one_plus(1)
    order_id = shop.order(2)["order_id"]
    pay(shop.world, order_id)

    claim(shop.world, order_id, "cancellation", "canceled", (2, 1))

    assert states(shop.world, order_id) == ["N10", "C40"]
    assert [each[1] for each in paid_back(shop.world, order_id)] == ["13500.00"]
    shop.check_books()


def test_an_unpaid_order_keeps_its_free_units_when_the_benefit_is_gone(shop: GiftShop) -> None:
    number = shop.one_plus(1, binding="P", product_list=[shop.apron])
    order_id = shop.order(2, 1)["order_id"]
    assert shop.world.call("DELETE", f"benefits/{number}").status_code == 200

    claim(shop.world, order_id, "cancellation", "canceled", (2, 1))

    seen = amounts(shop.world.get(f"orders/{order_id}")["order"])
    assert seen["total_amount_due"] == 13_500
    [benefit] = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert (benefit["order_item_code"], benefit["benefit_name"]) == (f"{order_id}-03", "Spring")
    shop.check_books()
