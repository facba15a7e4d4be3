"""The checkout takes benefits, coupons, points and credits, to the won."""

from typing import Any

import pytest

from openmall.areas.order.checkout import paying
from tests.areas.order.checking_out import CREDITS, POINTS, Checkout, amounts
from tests.areas.order.ordering import pay, states
from tests.areas.product.stocking import quantity
from tests.areas.promotion.couponing import RATE
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
        404,
        "The shop cannot be paid like this. (parameter.payment_method)",
    )


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"use_points": "20001"}, "The customer has not that much. (parameter.use_points)"),
        ({"use_credits": "30001"}, "The customer has not that much. (parameter.use_credits)"),
        ({"use_points": "0.5"}, "Expected a multiple of 1. (parameter.use_points)"),
        (
            {"use_points": "20000", "use_credits": "15501"},
            "There is only 15500.00 to pay. (parameter.use_credits)",
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
        "There is only 13500.00 to pay. (parameter.use_points)",
    )


@pytest.mark.parametrize(
    "wish",
    [{"coupons": [{"issue_no": "1"}]}, {"use_points": "1"}, {"use_credits": "1"}],
)
def test_a_guest_has_none_of_it(shop: Checkout, wish: dict[str, Any]) -> None:
    [name] = wish
    assert shop.refused_to_guest(**wish) == (
        422,
        f"Sign in first: only members have some. (parameter.{name})",
    )


def test_coupons_beside_points_as_the_shop_says(shop: Checkout) -> None:
    wish = {"coupons": [{"issue_no": shop.coupon()}], "use_points": "1000"}
    told = shop.estimate(**wish)
    assert (told["usable_points"], len(told["usable_coupons"])) == ("10500.00", 1)
    shop.settings(allow_using_coupons_with_points="F")

    assert shop.refused(**wish) == (
        422,
        "Points are not spent together with coupons. (parameter.use_points)",
    )
    assert shop.estimate(coupons=wish["coupons"])["usable_points"] == "0.00"
    assert shop.estimate(use_points="1000")["usable_coupons"] == []
    # deposit is money of the buyer's, and goes with everything
    placed = shop.order(coupons=wish["coupons"], use_credits="1000")
    assert amounts(placed)["total_amount_due"] == 11_000 - 3_000 + 2_500 - 1_000


@pytest.mark.parametrize(
    ("says", "members", "coupons", "usable"),
    [("A", 1_100, 3_000, 1), ("C", 0, 3_000, 1), ("G", None, None, 0)],
)
def test_coupons_beside_the_groups_discount_as_the_shop_says(
    shop: Checkout, says: str, members: int | None, coupons: int | None, usable: int
) -> None:
    shop.gold()
    if says != "A":
        shop.settings(allow_using_coupons_with_discounts=says)
    wish = [{"issue_no": shop.coupon()}]

    without = shop.estimate()

    assert amounts(without)["membership_discount_amount"] == 1_100
    assert len(without["usable_coupons"]) == usable
    if members is None:
        assert shop.refused(coupons=wish) == (
            422,
            "Members of the group use no coupons beside it. (parameter.coupons)",
        )
    else:
        sums = amounts(shop.order(coupons=wish))
        assert (sums.get("membership_discount_amount", 0), sums["coupon_discount_price"]) == (
            members,
            coupons,
        )
        shop.check_books()


def test_where_only_the_groups_discount_counts_others_use_coupons(shop: Checkout) -> None:
    shop.settings(allow_using_coupons_with_discounts="G")

    placed = shop.order(coupons=[{"issue_no": shop.coupon()}])

    assert amounts(placed)["coupon_discount_price"] == 3_000


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


def test_a_coupon_names_an_item_that_is_there(shop: Checkout) -> None:
    chosen = {"issue_no": shop.coupon(available_scope="P"), "item_no": 2}
    assert shop.refused(coupons=[chosen]) == (
        422,
        "The order has no such line. (parameter.coupons.item_no)",
    )


@pytest.mark.parametrize(
    ("coupon", "good", "bad"),
    [
        ({"available_site": ["M"]}, {"device": "mobile"}, {"device": "pc"}),
        (
            {"available_payment_method": "R"},
            {"payment_method": "cash"},
            {"payment_method": "card"},
        ),
    ],
)
def test_a_coupon_for_one_way_in_or_one_way_to_pay(
    shop: Checkout, coupon: dict[str, Any], good: dict[str, str], bad: dict[str, str]
) -> None:
    wish = {"coupons": [{"issue_no": shop.coupon(**coupon)}]}

    assert shop.estimate(**bad)["usable_coupons"] == []
    status, says = shop.refused(**wish, **bad)
    assert (status, says.startswith("The coupon is not for this way")) == (422, True)
    assert amounts(shop.order(**wish, **good))["coupon_discount_price"] == 3_000


def test_a_coupon_of_a_category_is_for_what_lies_below_it(shop: Checkout) -> None:
    world = shop.world
    top = world.post("categories", category_name="Home")["category"]["category_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=top)
    world.put(
        f"products/{shop.apron}",
        add_category_no=[
            {"category_no": below["category"]["category_no"], "recommend": "F", "new": "F"}
        ],
    )
    number = shop.coupon(available_scope="P", available_category="I", available_category_list=[top])

    told = shop.estimate(1, 1)

    assert [(each["issue_no"], each["item_no"]) for each in told["usable_coupons"]] == [(number, 1)]


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


def test_an_order_that_fails_at_the_end_uses_nothing(
    shop: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = combined(shop)
    before = shop.things()

    async def away(*whatever: Any) -> None:
        raise RuntimeError("the gateway is away")

    with monkeypatch.context() as patched:
        patched.setattr(paying, "ask", away)
        answer = shop.shopper.ask(
            "POST", "orders", json={"request": {**shop.wants(2, 1), **wishes}}
        )

    assert answer.status_code == 500
    assert shop.things() == before
    shop.check_books()
    assert shop.order(2, 1, **wishes)["amount"] == "10000.00"


def test_a_shop_that_takes_no_coupons(shop: Checkout) -> None:
    wish = [{"issue_no": shop.coupon()}]
    shop.settings(use_coupon="F")

    assert shop.refused(coupons=wish) == (
        422,
        "The shop takes no coupons. (parameter.coupons.issue_no)",
    )
    assert shop.estimate()["usable_coupons"] == []


def test_a_way_to_pay_that_the_group_gets_nothing_for(shop: Checkout) -> None:
    shop.gold(benefits_paymethod="C")

    by_cash, by_card = (shop.estimate(payment_method=each) for each in ("cash", "card"))

    assert "membership_discount_amount" not in amounts(by_cash)
    assert amounts(by_card)["membership_discount_amount"] == 1_100
