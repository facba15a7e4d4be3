"""Gifts of an order: offered, chosen or automatic, in stock, and claimed with the rest."""

import pytest

from tests.commerce.order.checkout_setup import amounts
from tests.commerce.order.claim_setup import claim, paid_back, sent
from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay, states
from tests.world import World


@pytest.fixture
def shop(world: World) -> GiftShop:
    return GiftShop(world)


def test_a_chosen_gift_is_an_item_without_price_and_leaves_the_stock(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")

    [offer] = shop.estimate(2)["gifts"]
    placed = shop.order(2, gifts=[shop.tote_of(number)])
    pay(shop.world, placed["order_id"])

    assert offer == {
        "benefit_no": number,
        "benefit_name": "Spring",
        "automatic": "F",
        "selection_mode": "S",
        "amount": "22000.00",
        "gifts": [
            {
                "product_no": shop.tote,
                "variant_code": shop.tote_code,
                "product_name": offer["gifts"][0]["product_name"],
                "option_value": "",
                "gift_point": "0.00",
                "max_count": 1,
                "sold_out": "F",
                "quantity": 0,
            }
        ],
    }
    order_id = placed["order_id"]
    assert shop.bought(order_id) == [
        (shop.apron, 2, "22000.00", "F", None),
        (shop.tote, 1, "0.00", "T", None),
    ]
    [apron, tote] = shop.items(order_id)
    assert (apron["item_granting_gift"], tote["item_granting_gift"]) == (None, f"{order_id}-01")
    assert (tote["product_price"], tote["option_price"]) == ("0.00", "0.00")
    assert amounts(placed) == {
        "order_price_amount": 22_000,
        "shipping_fee": 2_500,
        "total_amount_due": 24_500,
    }
    assert shop.totes() == 2
    [benefit] = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert (benefit["order_item_code"], benefit["benefit_no"], benefit["benefit_title"]) == (
        f"{order_id}-02",
        number,
        "사은품",
    )
    assert benefit["benefit_value"] == "0.00"
    shop.check_books()


@pytest.mark.parametrize(
    ("setting", "more", "amount"),
    [
        ({}, {}, "22000.00"),
        ({"include_shipping_fee": "I"}, {}, "24500.00"),
        ({"gift_calculation_scope": "benefit"}, {}, "11000.00"),
        ({"gift_calculation_type": "actual_payment"}, {}, "21000.00"),
        (
            {"gift_calculation_type": "actual_payment", "include_point_usage": "F"},
            {"use_points": "2350.00"},
            None,
        ),
        (
            {"gift_calculation_type": "actual_payment", "include_shipping_fee": "I"},
            {"use_points": "2350.00"},
            "23500.00",
        ),
        (
            {
                "gift_calculation_type": "actual_payment",
                "include_shipping_fee": "I",
                "include_point_usage": "F",
            },
            {"use_points": "2350.00"},
            "21150.00",
        ),
    ],
)
def test_the_amount_that_counts_towards_a_gift(
    shop: GiftShop, setting: dict[str, str], more: dict[str, str], amount: str | None
) -> None:
    shop.benefits_setting(**setting)
    shop.benefit("DP", "period_sale", product_list=[shop.apron], discount_value="1000.00")
    shop.gift(binding="P", product_list=[shop.apron], purchase_start_price="1000.00")

    [offer] = shop.estimate(1, 1, **more)["gifts"]

    # of 23,500 points pay a tenth: 2,100 of the goods, 250 of shipping
    assert offer["amount"] == (amount or "18900.00")


@pytest.mark.parametrize(
    ("start", "limit", "aprons", "offered"),
    [
        ("22000.00", "0.00", 2, True),
        ("22001.00", "0.00", 2, False),
        ("0.00", "22000.00", 2, True),
        ("0.00", "21999.00", 2, False),
    ],
)
def test_from_which_and_up_to_which_amount_there_is_a_gift(
    shop: GiftShop, start: str, limit: str, aprons: int, offered: bool
) -> None:
    shop.gift(use_unlimited_price="F", purchase_start_price=start, purchase_limit_price=limit)

    assert bool(shop.estimate(aprons)["gifts"]) is offered


def test_choices_that_are_refused(shop: GiftShop) -> None:
    number = shop.gift(
        purchase_start_price="20000.00",
        gift_product_list=[
            {"product_no": shop.tote, "gift_point": "9000.00", "max_count": 3},
            {"product_no": shop.cup, "gift_point": "0.00", "max_count": 1},
        ],
    )

    def refused(*chosen: dict[str, object], aprons: int = 2) -> tuple[int, str]:
        return shop.refused(aprons, gifts=list(chosen))

    assert refused(shop.tote_of(number), aprons=1) == (
        422,
        "The order does not earn such a gift. (parameter.gifts.benefit_no)",
    )
    assert refused({"benefit_no": number, "variants_code": shop.apron_code}) == (
        422,
        "The benefit has no such gift. (parameter.gifts.variants_code)",
    )
    assert refused(shop.tote_of(number, 2)) == (
        422,
        "An order gets one gift: choose one. (parameter.gifts)",
    )
    shop.benefits_setting(gift_selection_mode="M")
    assert refused({"benefit_no": number, "variants_code": shop.cup_code, "quantity": 2}) == (
        422,
        "At most 1 of this gift. (parameter.gifts.quantity)",
    )
    assert refused(shop.tote_of(number, 3)) == (
        422,
        "The order has too few points for these gifts. (parameter.gifts)",
    )
    shop.benefits_setting(gift_grant_type="A")
    assert refused(shop.tote_of(number)) == (
        422,
        "The order has no gifts to choose. (parameter.gifts)",
    )
    shop.benefits_setting(gift_grant_type="S", use_gift="F")
    assert refused(shop.tote_of(number)) == (
        422,
        "The order has no gifts to choose. (parameter.gifts)",
    )


def test_several_gifts_are_chosen_as_far_as_points_and_stock_last(shop: GiftShop) -> None:
    shop.benefits_setting(gift_selection_mode="M")
    number = shop.gift(
        gift_product_list=[{"product_no": shop.tote, "gift_point": "11000.00", "max_count": 5}]
    )

    placed = shop.order(2, gifts=[shop.tote_of(number), shop.tote_of(number)])
    pay(shop.world, placed["order_id"])

    assert shop.totes() == 1
    assert shop.refused(2, gifts=[shop.tote_of(number, 2)]) == (
        422,
        "The gift is sold out. (parameter.gifts.variants_code)",
    )
    shop.check_books()


@pytest.mark.parametrize(
    ("setting", "method", "points", "offered"),
    [
        ({"available_payment_methods": "bank_only"}, "cash", 0, True),
        ({"available_payment_methods": "bank_only"}, "card", 0, False),
        ({"available_payment_methods": "exclude_bank"}, "cash", 0, False),
        ({"available_payment_methods": "exclude_bank"}, "card", 0, True),
        ({"allow_point_payment": "F"}, "cash", 13_500, False),
        ({"allow_point_payment": "F"}, "cash", 13_000, True),
        ({"allow_point_payment": "T"}, "cash", 13_500, True),
    ],
)
def test_payment_methods_with_gifts(
    shop: GiftShop, setting: dict[str, str], method: str, points: int, offered: bool
) -> None:
    shop.benefits_setting(**setting)
    shop.gift()

    found = shop.estimate(payment_method=method, use_points=f"{points}.00")["gifts"]

    assert bool(found) is offered


@pytest.mark.parametrize(("shown", "left"), [("grayed", ["T"]), ("disabled", [])])
def test_sold_out_gifts_are_grey_or_not_shown(world: World, shown: str, left: list[str]) -> None:
    shop = GiftShop(world, totes=0)
    shop.benefits_setting(display_soldout_gifts=shown)
    number = shop.gift()

    found = shop.estimate()["gifts"]

    assert [each["sold_out"] for offer in found for each in offer["gifts"]] == left
    assert shop.refused(gifts=[shop.tote_of(number)]) == (
        422,
        "The gift is sold out. (parameter.gifts.variants_code)",
    )


@pytest.mark.parametrize(
    ("grants", "only_one", "gifts"),
    [
        ("S", "T", [("tote", 1)]),
        ("S", "F", [("tote", 2), ("cup", 1)]),
        ("M", "T", [("tote", 1), ("tote", 1)]),
        ("M", "F", [("tote", 2), ("cup", 1), ("tote", 1)]),
    ],
)
def test_gifts_that_orders_get_by_themselves(
    shop: GiftShop, grants: str, only_one: str, gifts: list[tuple[str, int]]
) -> None:
    shop.benefits_setting(
        gift_grant_type="A", gift_grant_mode=grants, offer_only_one_in_automatic=only_one
    )
    shop.gift()
    shop.gift(
        purchase_start_price="10000.00",
        gift_product_list=[
            {"product_no": shop.tote, "gift_point": "0.00", "max_count": 2},
            {"product_no": shop.cup, "gift_point": "0.00", "max_count": 1},
        ],
    )

    placed = shop.order()

    names = {shop.tote: "tote", shop.cup: "cup"}
    found = shop.bought(placed["order_id"])
    assert [(names[each[0]], each[1]) for each in found if each[3] == "T"] == gifts
    shop.check_books()


def test_an_automatic_gift_that_is_sold_out_is_left_out(world: World) -> None:
    shop = GiftShop(world, totes=1)
    shop.benefits_setting(gift_grant_type="A")
    shop.gift()

    first, second = shop.order(), shop.order()

    assert [len(shop.items(each["order_id"])) for each in (first, second)] == [2, 1]


@pytest.mark.parametrize("first", ["O", "D"])
def test_a_gift_of_the_first_purchase(shop: GiftShop, first: str) -> None:
    shop.gift(offer_only_first="T", first_purchase_type=first)
    offered = bool(shop.estimate()["gifts"])
    of_guest = type(shop.shopper)(shop.world).send("POST", "orders/estimate", **shop.wants())
    order_id = shop.order()["order_id"]
    pay(shop.world, order_id)
    after_order = bool(shop.estimate()["gifts"])
    sent(shop.world, order_id, "shipped")

    assert offered
    assert of_guest["gifts"] == []
    assert after_order is (first == "D")
    assert shop.estimate()["gifts"] == []


def test_an_unpaid_order_that_falls_below_the_amount_loses_its_gift(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(1, 1, gifts=[shop.tote_of(number)])["order_id"]

    claim(shop.world, order_id, "cancellation", "canceled", (2, 1))

    assert states(shop.world, order_id) == ["N00", "C49", "C49"]
    assert amounts(shop.world.get(f"orders/{order_id}")["order"]) == {
        "order_price_amount": 11_000,
        "shipping_fee": 2_500,
        "total_amount_due": 13_500,
    }
    benefits = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert benefits == []
    pay(shop.world, order_id)
    assert shop.totes() == 3
    shop.check_books()


def test_an_unpaid_order_that_still_earns_its_gift_keeps_it(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(2, 1, gifts=[shop.tote_of(number)])["order_id"]

    claim(shop.world, order_id, "cancellation", "canceled", (2, 1))
    pay(shop.world, order_id)

    assert states(shop.world, order_id) == ["N10", "C49", "N10"]
    [benefit] = shop.world.get("orders/benefits", order_id=order_id)["benefits"]
    assert benefit["order_item_code"] == f"{order_id}-03"
    assert shop.totes() == 2
    shop.check_books()


def test_a_paid_order_that_falls_below_the_amount_loses_its_gift(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(2, gifts=[shop.tote_of(number)])["order_id"]
    pay(shop.world, order_id)

    made = claim(shop.world, order_id, "cancellation", "canceled", (1, 1), recover_inventory="T")

    assert made["items"] == [
        {"order_item_code": f"{order_id}-03", "quantity": 1},
        {"order_item_code": f"{order_id}-02", "quantity": 1},
    ]
    assert states(shop.world, order_id) == ["N10", "C40", "C40"]
    assert shop.totes() == 3
    assert paid_back(shop.world, order_id)[1:] == [("P", "-11000.00", made["claim_code"])]
    shop.check_books()


def test_a_gift_is_sent_back_with_what_earned_it(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(1, 1, gifts=[shop.tote_of(number)])["order_id"]
    pay(shop.world, order_id)
    sent(shop.world, order_id, "shipped")

    shop.shopper.send(
        "POST",
        f"orders/{order_id}/returnrequests",
        items=[{"order_item_code": f"{order_id}-01", "quantity": 1}],
        reason_type="A",
        reason="No longer",
        request_pickup="F",
    )
    asked = states(shop.world, order_id)
    claim(shop.world, order_id, "return", "returned", (1, 1))

    assert asked == ["R00", "N40", "R00"]
    assert states(shop.world, order_id) == ["R40", "N40", "R40"]
    shop.check_books()


def test_two_returns_that_leave_too_little_together(shop: GiftShop) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(3, gifts=[shop.tote_of(number)])["order_id"]
    pay(shop.world, order_id)
    sent(shop.world, order_id, "shipped")
    for at, units in ((1, 1), (1, 1)):
        claim(shop.world, order_id, "return", "accepted", (at, units))

    assert states(shop.world, order_id) == ["N40", "R10", "R10", "R10"]


@pytest.mark.parametrize(("collects", "tote"), [("F", "N10"), ("T", "C40")])
def test_the_shop_says_who_keeps_the_gift_of_what_is_out_of_stock(
    shop: GiftShop, collects: str, tote: str
) -> None:
    number = shop.gift(purchase_start_price="20000.00")
    order_id = shop.order(1, 1, gifts=[shop.tote_of(number)])["order_id"]
    pay(shop.world, order_id)

    claim(shop.world, order_id, "shortagecancellation", "canceled", (2, 1), collect_gift=collects)

    assert states(shop.world, order_id) == ["N10", "C40", tote]
    shop.check_books()


def test_a_gift_of_one_payment_method_keeps_the_order_at_it(shop: GiftShop) -> None:
    shop.benefits_setting(available_payment_methods="bank_only")
    number = shop.gift()
    order_id = shop.order(gifts=[shop.tote_of(number)])["order_id"]

    answer = shop.shopper.refused("POST", f"orders/{order_id}/payments", payment_method="card")
    claim(shop.world, order_id, "cancellation", "canceled", (2, 1))

    assert answer == (
        422,
        "The order has a gift that does not go with this payment method. "
        "(parameter.payment_method)",
    )
    shop.shopper.send("POST", f"orders/{order_id}/payments", payment_method="card")
