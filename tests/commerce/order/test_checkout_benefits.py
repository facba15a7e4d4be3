"""Benefits and the group's discount at the checkout, alone and beside each other."""

import pytest

from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.order.order_setup import pay
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def test_a_benefit_that_goes_with_no_coupon(shop: Checkout) -> None:
    shop.benefit(
        "DP",
        "period_sale",
        product_list=[shop.apron],
        discount_value="1000.00",
        available_coupon="F",
    )
    number = shop.coupon(available_scope="P")

    assert shop.refused(coupons=[{"issue_no": number}]) == (
        422,
        "The coupon is for other products. (parameter.coupons.issue_no)",
    )
    assert shop.refused(1, 1, coupons=[{"issue_no": number, "item_no": 1}]) == (
        422,
        "The coupon would take nothing off. (parameter.coupons.issue_no)",
    )
    placed = shop.order(1, 1, coupons=[{"issue_no": number}])
    [coupon] = shop.world.get("orders/coupons", order_id=placed["order_id"])["coupons"]
    assert coupon["order_item_code"] == f"{placed['order_id']}-02"


@pytest.mark.parametrize(
    ("says", "benefits", "members"), [("A", 500, 1_100), ("P", 500, 0), ("M", 0, 1_100)]
)
def test_a_products_own_discount_beside_the_groups(
    shop: Checkout, says: str, benefits: int, members: int
) -> None:
    shop.benefit("DP", "period_sale", product_list=[shop.apron], discount_value="500.00")
    shop.gold(product_availability=says)

    told = shop.estimate()

    sums = amounts(told)
    assert sums.get("membership_discount_amount", 0) == members
    assert int(float(told["items"][0]["additional_discount_price"])) == benefits
    assert sums["total_amount_due"] == 11_000 - benefits - members + 2_500


def test_benefits_and_group_take_no_more_than_there_is(shop: Checkout) -> None:
    shop.benefit("DP", "period_sale", product_list=[shop.apron], discount_value="10500.00")
    shop.gold()

    placed = shop.order()

    assert amounts(placed) == {
        "order_price_amount": 11_000,
        "shipping_fee": 2_500,
        "membership_discount_amount": 500,
        "total_amount_due": 2_500,
    }
    shop.check_books()


def far(world: World) -> None:
    """Let it cost 3000 more to send something where everybody lives here."""
    world.put(
        "regionalsurcharges",
        use_regional_surcharge="T",
        region_setting_type="N",
        regional_surcharge_list=[{"region_name": "Sejong", "regional_surcharge_amount": "3000.00"}],
    )


@pytest.mark.parametrize(("regional", "off"), [("F", 2_500), ("T", 5_500)])
def test_free_shipping_by_a_benefit(shop: Checkout, regional: str, off: int) -> None:
    far(shop.world)
    number = shop.benefit(
        "DV",
        "shipping_fee_sale",
        product_list=[shop.apron],
        use_purchase_price_condition="T",
        total_purchase_price="22000.00",
        include_regional_shipping_rate=regional,
    )

    too_small, of_others = shop.estimate(1), shop.estimate(2, 1)
    placed = shop.order(2)

    assert [each["benefits"] for each in (too_small, of_others)] == [[], []]
    sums = amounts(placed)
    assert (sums["shipping_fee"], sums["shipping_fee_discount_amount"]) == (5_500, off)
    assert sums["total_amount_due"] == 22_000 + 5_500 - off
    [benefit] = shop.world.get("orders/benefits", order_id=placed["order_id"])["benefits"]
    assert (benefit["order_item_code"], benefit["benefit_no"], benefit["benefit_value"]) == (
        "",
        number,
        f"{off}.00",
    )
    shop.check_books()


def test_a_coupon_takes_of_shipping_what_a_benefit_left(shop: Checkout) -> None:
    far(shop.world)
    shop.benefit("DV", "shipping_fee_sale", product_list=[shop.apron])
    everything = shop.coupon(benefit_type="J")

    sums = amounts(shop.order(coupons=[{"issue_no": everything}]))

    assert (sums["shipping_fee_discount_amount"], sums["coupon_shipping_fee_amount"]) == (
        2_500,
        3_000,
    )
    shop.check_books()


def test_who_bought_before_gets_what_is_for_buying_again(shop: Checkout) -> None:
    shop.benefit(
        "DR",
        "repurchase_sale",
        product_list=[shop.apron],
        discount_value="700.00",
        purchase_times=1,
    )
    first = shop.order()
    assert amounts(first)["total_amount_due"] == 13_500
    assert amounts(shop.estimate())["total_amount_due"] == 13_500, "the first is not paid"

    pay(shop.world, first["order_id"])

    assert amounts(shop.estimate())["total_amount_due"] == 12_800
    assert amounts(shop.estimate(0, 1))["total_amount_due"] == 13_500


def test_what_is_bought_in_bulk_counts_over_all_items_of_a_product(shop: Checkout) -> None:
    shop.benefit(
        "DQ",
        "bulk_purchase_sale",
        product_list=[shop.apron],
        discount_value="100.00",
        bulk_purchase_item_type="P",
        bulk_purchase_begin_quantity=3,
        bulk_purchase_limit_quantity=0,
    )
    two_and_one = [{"variants_code": shop.apron_code, "quantity": number} for number in (2, 1)]

    apart, too_few = shop.estimate(variants=two_and_one), shop.estimate(2)

    assert [each["additional_discount_price"] for each in apart["items"]] == ["200.00", "100.00"]
    assert too_few["benefits"] == []


def test_a_way_to_pay_that_the_group_gets_nothing_for(shop: Checkout) -> None:
    shop.gold(benefits_paymethod="C")

    by_cash, by_card = (shop.estimate(payment_method=each) for each in ("cash", "card"))

    assert "membership_discount_amount" not in amounts(by_cash)
    assert amounts(by_card)["membership_discount_amount"] == 1_100
