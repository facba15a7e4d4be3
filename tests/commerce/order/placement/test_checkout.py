"""The checkout takes benefits, coupons, points and credits, to the won."""

import random
from typing import Any

import pytest

from openmall.commerce.order.placement.checkout import gateway_payment
from tests.commerce.order.checkout_setup import CREDITS, POINTS, Checkout, amounts
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import quantity
from tests.commerce.promotion.coupon_setup import RATE
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def combined(shop: Checkout) -> dict[str, Any]:
    """Let everything be there that takes off an order of two aprons and a cup; return its wishes.

    Of 33000: a tenth of the aprons (2200) and 500 of the cup by benefits, a tenth of everything
    (3300) by the group, 3000 of the aprons and 2000 of the order by coupons.
    """
    shop.settings(max_coupon_count={"order_per_order": 2, "product_and_order_per_order": 3})
    shop.benefit(
        "DP",
        "period_sale",
        product_list=[shop.apron],
        discount_value="10",
        discount_value_unit="P",
        benefit_name="Aprons",
    )
    shop.benefit("DM", "member_sale", product_list=[shop.cup], discount_value="500.00")
    shop.gold()
    of_product = shop.coupon(available_scope="P", coupon_name="Three thousand")
    of_order = shop.coupon(benefit_type="B", discount_rate=RATE, coupon_name="A tenth")
    of_shipping = shop.coupon(benefit_type="E", coupon_name="Sent free")
    return {
        "coupons": [
            {"issue_no": of_shipping},
            {"issue_no": of_order},
            {"issue_no": of_product, "item_no": 1},
        ],
        "use_points": "5000",
        "use_credits": "7000.00",
        "payment_method": "card",
    }


SUMS = {
    "order_price_amount": 33_000,
    "shipping_fee": 2_500,
    "membership_discount_amount": 3_300,
    "coupon_discount_price": 5_000,
    "coupon_shipping_fee_amount": 2_500,
    "points_spent_amount": 5_000,
    "credits_spent_amount": 7_000,
    "total_amount_due": 10_000,
}


def test_everything_comes_off_in_its_order(world: World, shop: Checkout) -> None:
    wishes = combined(shop)

    placed = shop.order(2, 1, **wishes)

    assert placed["amount"] == "10000.00"
    assert amounts(placed) == SUMS
    number = placed["order_id"]
    order = world.get(f"orders/{number}", embed="items")["order"]
    assert order["payment_method"] == ["card", "point", "credit"]
    assert [
        (each["additional_discount_price"], each["coupon_discount_price"], each["payment_amount"])
        for each in order["items"]
    ] == [("2200.00", "3000.00", "16800.00"), ("500.00", "0.00", "10500.00")]
    about = {"shop_no": 1, "order_id": number}
    assert world.get("orders/benefits", order_id=number)["benefits"] == [
        {
            **about,
            "order_item_code": f"{number}-01",
            "benefit_no": 1,
            "benefit_title": "기간 할인",
            "benefit_name": "Aprons",
            "benefit_code": 1,
            "benefit_percent": "10%",
            "benefit_value": "2200.00",
            "benefit_app_key": None,
        },
        {
            **about,
            "order_item_code": f"{number}-02",
            "benefit_no": 2,
            "benefit_title": "회원 할인",
            "benefit_name": "Sale",
            "benefit_code": 2,
            "benefit_percent": None,
            "benefit_value": "500.00",
            "benefit_app_key": None,
        },
    ]
    kept = world.get("orders/coupons", order_id=number)["coupons"]
    assert [
        tuple(
            each[name]
            for name in (
                "order_item_code",
                "coupon_name",
                "coupon_percent",
                "coupon_value",
                "coupon_value_final",
            )
        )
        for each in kept
    ] == [
        (f"{number}-01", "Three thousand", None, "3000.00", "3000.00"),
        ("", "A tenth", "10%", "2000.00", "2000.00"),
        ("", "Sent free", None, "2500.00", "2500.00"),
    ]
    assert shop.things() == (1, 10, 10, [], (POINTS - 5_000) * 100, (CREDITS - 7_000) * 100)
    shop.shopper.carry(shop.shopper.pay(placed["payment_id"]))
    assert (states(world, number), shop.things()[1:3]) == (["N10", "N10"], (8, 9))
    shop.check_books()


def test_what_an_order_would_cost_is_told_and_changes_nothing(shop: Checkout) -> None:
    wishes = combined(shop)
    before = shop.things()
    del wishes["payment_method"]

    told = shop.estimate(2, 1, **wishes, receiver={})

    assert shop.things() == before
    assert amounts(told) == SUMS
    [three, tenth, free] = told["coupons"]
    assert three == {
        "issue_no": wishes["coupons"][2]["issue_no"],
        "item_no": 1,
        "discount_amount": "3000.00",
        "shipping_discount_amount": "0.00",
        "points": "0.00",
        "credits": "0.00",
    }
    assert (tenth["item_no"], tenth["discount_amount"]) == (None, "2000.00")
    assert free["shipping_discount_amount"] == "2500.00"
    names = [(each["coupon_name"], each["available_scope"]) for each in told["usable_coupons"]]
    assert names == [("Three thousand", "P"), ("A tenth", "O"), ("Sent free", "O")]
    assert [each["benefit_name"] for each in told["benefits"]] == ["Aprons", "Sale"]
    assert (told["usable_points"], told["usable_credits"]) == ("20000.00", "17000.00")
    assert told["items"] == [
        {
            "product_no": shop.apron,
            "variant_code": shop.apron_code,
            "product_name": "Linen apron",
            "option_value": "",
            "quantity": 2,
            "product_price": "11000.00",
            "option_price": "0.00",
            "additional_discount_price": "2200.00",
            "coupon_discount_price": "3000.00",
            "payment_amount": "16800.00",
            "one_plus_n_event": None,
            "gift": "F",
        },
        {
            "product_no": shop.cup,
            "variant_code": shop.cup_code,
            "product_name": "Linen apron",
            "option_value": "",
            "quantity": 1,
            "product_price": "11000.00",
            "option_price": "0.00",
            "additional_discount_price": "500.00",
            "coupon_discount_price": "0.00",
            "payment_amount": "10500.00",
            "one_plus_n_event": None,
            "gift": "F",
        },
    ]


def test_the_cart_tells_a_guest_what_it_would_cost(world: World, shop: Checkout) -> None:
    shop.benefit("DP", "period_sale", product_list=[shop.apron], discount_value="1000.00")
    guest = type(shop.shopper)(world)
    guest.put(shop.apron)

    told = guest.send("POST", "orders/estimate")

    assert amounts(told)["total_amount_due"] == 11_000 - 1_000 + 2_500
    assert told["payment_method"] is None
    assert (told["usable_points"], told["usable_coupons"]) == ("0.00", [])
    assert len(guest.get("carts")) == 1


def test_points_and_credits_pay_everything_at_once(world: World, shop: Checkout) -> None:
    placed = shop.order(payment_method="point", use_points="3500", use_credits="10000")

    assert (placed["paid"], placed["amount"], placed["payment_id"]) == ("T", "0.00", "")
    order = world.get(f"orders/{placed['order_id']}")["order"]
    assert (order["payment_method"], order["payment_amount"]) == (["point", "credit"], "0.00")
    assert states(world, placed["order_id"]) == ["N10"]
    assert quantity(world, shop.apron, shop.apron_code) == 9
    shop.check_books()


def test_points_alone_are_no_way_to_pay_a_rest(shop: Checkout) -> None:
    assert shop.refused(payment_method="point", use_points="3500") == (
        422,
        "The shop does not offer this payment method. (parameter.payment_method)",
    )


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (
            {"use_points": "20001"},
            "The customer has only 20000.00 KRW in points. (parameter.use_points)",
        ),
        (
            {"use_credits": "30001"},
            "The customer has only 30000.00 KRW in credits. (parameter.use_credits)",
        ),
        ({"use_points": "0.5"}, "An amount in KRW has no decimals. (parameter.use_points)"),
        (
            {"use_points": "20000", "use_credits": "15501"},
            "There is only 15500.00 KRW to pay. (parameter.use_credits)",
        ),
        (
            {"coupons": [{"issue_no": "999"}]},
            "The customer has no such coupon to use. (parameter.coupons.issue_no)",
        ),
    ],
)
def test_nobody_spends_what_they_do_not_have_or_need(
    shop: Checkout, wish: dict[str, Any], says: str
) -> None:
    assert shop.refused(3, **wish) == (422, says)


def test_no_more_points_than_there_is_to_pay(shop: Checkout) -> None:
    assert shop.refused(use_points="13501") == (
        422,
        "There is only 13500.00 KRW to pay. (parameter.use_points)",
    )


@pytest.mark.parametrize(
    "wish",
    [{"coupons": [{"issue_no": "1"}]}, {"use_points": "1"}, {"use_credits": "1"}],
)
def test_a_guest_has_none_of_it(shop: Checkout, wish: dict[str, Any]) -> None:
    [name] = wish
    assert shop.refused_to_guest(**wish) == (
        422,
        f"Only members have coupons, points and credits: sign in first. (parameter.{name})",
    )


def test_an_order_that_fails_at_the_end_uses_nothing(
    shop: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = combined(shop)
    before = shop.things()

    async def away(*whatever: Any) -> None:
        raise RuntimeError("the gateway is away")

    with monkeypatch.context() as patched:
        patched.setattr(gateway_payment, "start_payment", away)
        answer = shop.shopper.ask(
            "POST", "orders", json={"request": {**shop.wants(2, 1), **wishes}}
        )

    assert answer.status_code == 500
    assert shop.things() == before
    shop.check_books()
    assert shop.order(2, 1, **wishes)["amount"] == "10000.00"


def test_any_order_adds_up(shop: Checkout) -> None:
    dice = random.Random(7)
    shop.gold("7.00")
    rate = RATE | {"benefit_percentage": "33.3", "benefit_percentage_max_price": "0"}
    shop.benefit(
        "DP",
        "period_sale",
        product_list=[shop.apron],
        discount_value="12.5",
        discount_value_unit="P",
        discount_truncation_method="U",
    )
    for _ in range(6):
        kinds = [{"discount_rate": rate, "benefit_type": "B"}, {}, {"benefit_type": "H"}]
        coupon = shop.coupon(**dice.choice(kinds), available_scope="O")
        wish = {
            "coupons": [{"issue_no": coupon}],
            "use_points": str(dice.randrange(3_000)),
            "use_credits": str(dice.randrange(5_000)),
        }
        aprons, cups = dice.randrange(1, 3), dice.randrange(2)

        told, placed = (ask(aprons, cups, **wish) for ask in (shop.estimate, shop.order))

        sums = amounts(placed)
        assert amounts(told) == sums
        goods = sum(int(float(each["payment_amount"])) for each in told["items"])
        assert sums["total_amount_due"] == (
            goods
            - sums["membership_discount_amount"]
            - sums.get("coupon_discount_price", 0)
            + 2_500
            - sums.get("coupon_shipping_fee_amount", 0)
            - int(wish["use_points"])
            - int(wish["use_credits"])
        )
    shop.check_books()
