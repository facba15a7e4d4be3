"""Every view of a product shows the price that an order of it is charged."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.order_setup import pay
from tests.commerce.order.test_checkout_limits import limit as limited
from tests.commerce.partner.programme_setup import enrol, read, refresh_prices
from tests.storefront.shopper_client import BUYER, RECEIVER, Shopper
from tests.world import Stage, World

PRICE = 11_000
DEVICES = {"pc": "F", "mobile": "T"}


@pytest.fixture
def shop(world: World) -> Checkout:
    made = Checkout(world)
    enrol(world)
    world.post("mains/2/products", product_no=[made.apron])
    return made


def _won(amount: str) -> int:
    return int(Decimal(amount))


def _pays(order: dict[str, Any]) -> int:
    """Return what the goods of an estimate or an order come to."""
    sums = order.get("actual_order_amount") or order["order_amount"]
    return _won(sums["total_amount_due"]) - _won(sums["shipping_fee"])


def _shown(shop: Checkout, shopper: Shopper, device: str) -> dict[str, int]:
    """Return view -> price of an apron that it shows a shopper."""
    number, mobile = shop.apron, DEVICES[device]
    prices = shopper.get(f"products/{number}/discountprice")
    found = {
        "discountprice": prices[f"{device}_discount_price"],
        **{
            f"window {path}": each["discount_price"] or each["price"]
            for path, each in (
                ("detail", shopper.get(f"productsdetail/{number}", mobile=mobile)),
                ("main", shopper.get("mains/2/products", mobile=mobile)[0]),
            )
        },
    }
    if device == "pc":
        for name, each in (
            ("product", shopper.get(f"products/{number}")),
            ("list", shopper.get("products", product_no=number)[0]),
        ):
            found[name] = each.get("discount_price", each["price"])
        shopper.put(number)
        [line] = shopper.get("carts")
        found["cart"], found["cart line"] = line["discount_price"], line["payment_amount"]
        shopper.send("DELETE", f"carts/{line['basket_product_no']}")
    return {name: _won(price) for name, price in found.items()}


def _shown_to_apps(shop: Checkout, device: str) -> dict[str, int]:
    """Return view -> price of an apron that it shows apps and partners: a guest's."""
    refresh_prices(shop.world)
    [fed] = read(shop.world, "products", product_no=shop.apron)
    prices = shop.world.get(f"products/{shop.apron}/discountprice")["discountprice"]
    name = f"{device}_discount_price"
    return {"feed": _won(fed[name]), "app": _won(prices[name])}


def _calculated(shop: Checkout, device: str, **said: Any) -> int:
    wanted = {"product_no": shop.apron, "variant_code": shop.apron_code, "quantity": 1}
    answer = shop.world.call(
        "POST",
        "orders/calculation",
        json={
            "request": {
                "items": [{**wanted, "product_price": f"{PRICE}.00"}],
                "mobile": DEVICES[device],
                **said,
            }
        },
    )
    assert answer.status_code == 201, answer.text
    found = answer.json()["calculation"]
    return _won(found["total_amount_due"]) - _won(found["shipping_fee"])


def _check(shop: Checkout, *, of_hana: int, of_guest: int, device: str = "pc") -> None:
    """Compare every view with what an order of one apron is charged."""
    guest = Shopper(shop.world)
    shown = _shown(shop, shop.shopper, device)
    assert shown == dict.fromkeys(shown, of_hana)
    shown = _shown(shop, guest, device) | _shown_to_apps(shop, device)
    assert shown == dict.fromkeys(shown, of_guest)
    assert _pays(shop.estimate(device=device)) == of_hana
    wants = {**shop.wants(), "device": device}
    assert _pays(guest.send("POST", "orders/estimate", **wants)) == of_guest
    assert _calculated(shop, device, member_id=HANA, payment_method="cash") == of_hana
    assert _calculated(shop, device) == of_guest
    assert _pays(guest.send("POST", "orders", **wants, buyer=BUYER)) == of_guest
    assert _pays(shop.order(device=device)) == of_hana


def _sale(kind: str = "DP", own: str = "period_sale", off: str = "1000.00", **said: Any) -> Any:
    return lambda shop: shop.benefit(
        kind, own, product_list=[shop.apron], discount_value=off, **said
    )


Prepare = Callable[[Checkout], object]
CASES: dict[str, tuple[Prepare, int, int]] = {
    "nothing": (lambda shop: None, 11_000, 11_000),
    "period": (_sale(), 10_000, 10_000),
    "percent, cut": (
        _sale(
            off="3.33",
            discount_value_unit="P",
            discount_truncation_unit="T",
            discount_truncation_method="L",
        ),
        10_640,
        10_640,
    ),
    "part of a won": (_sale(off="3.339", discount_value_unit="P"), 10_633, 10_633),
    "members": (_sale("DM", "member_sale"), 10_000, 11_000),
    "guests": (_sale(use_group_binding="N"), 11_000, 10_000),
    "new product": (
        _sale(
            "DN",
            "new_product_sale",
            new_product_date_type="I",
            new_product_day=3,
            new_product_term_type="D",
        ),
        10_000,
        10_000,
    ),
    "many": (
        _sale("DQ", "bulk_purchase_sale", bulk_purchase_begin_quantity=3,
              bulk_purchase_limit_quantity=0),
        11_000,
        11_000,
    ),
    "many, from one on": (
        _sale("DQ", "bulk_purchase_sale", bulk_purchase_begin_quantity=1,
              bulk_purchase_limit_quantity=0),
        10_000,
        10_000,
    ),
    "other platform": (_sale(platform_types=["A"]), 11_000, 11_000),
    "group": (lambda shop: shop.gold(), 9_900, 11_000),
    "group, some won": (lambda shop: shop.gold("3.339"), 10_633, 11_000),
    "group, other methods": (lambda shop: shop.gold(benefits_paymethod="C"), 11_000, 11_000),
    "period and group": (lambda shop: (_sale()(shop), shop.gold()), 8_900, 10_000),
    "period before group": (
        lambda shop: (_sale()(shop), shop.gold(product_availability="P")),
        10_000,
        10_000,
    ),
    "group before period": (
        lambda shop: (_sale()(shop), shop.gold(product_availability="M")),
        9_900,
        10_000,
    ),
    "more than it costs": (lambda shop: (_sale(off="10900.00")(shop), shop.gold()), 0, 100),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_view_shows_what_an_order_is_charged(shop: Checkout, case: str) -> None:
    prepare, of_hana, of_guest = CASES[case]
    prepare(shop)

    _check(shop, of_hana=of_hana, of_guest=of_guest)


def test_mobile_pages_have_prices_of_their_own(shop: Checkout) -> None:
    _sale(platform_types=["M"])(shop)
    shop.gold(mobile_discount_information={"amount_discount": "20.00", "discount_unit": "P"})

    _check(shop, of_hana=7_800, of_guest=10_000, device="mobile")


def test_a_benefit_begins_and_ends_in_every_view(shop: Checkout) -> None:
    _sale()(shop)
    world, clock = shop.world, shop.world.stage.clock
    refresh_prices(world)
    clock.pass_(60 * 86_400)
    world.full = world.install(restricted=True)
    shop.shopper.session = ""
    shop.shopper.send("POST", "sessions", member_id=HANA, password="correct horse battery")

    _check(shop, of_hana=11_000, of_guest=11_000)


def test_a_product_is_not_new_any_more(shop: Checkout) -> None:
    term = {"new_product_date_type": "I", "new_product_day": 1, "new_product_term_type": "H"}
    _sale("DN", "new_product_sale", **term)(shop)
    _check(shop, of_hana=10_000, of_guest=10_000)

    shop.world.stage.clock.pass_(3_600)

    _check(shop, of_hana=11_000, of_guest=11_000)


def test_who_bought_before_sees_the_price_of_buying_again(shop: Checkout) -> None:
    _sale("DR", "repurchase_sale", purchase_times=1)(shop)
    _check(shop, of_hana=11_000, of_guest=11_000)
    assert pay(shop.world, shop.order()["order_id"]).status_code == 200

    _check(shop, of_hana=10_000, of_guest=11_000)


@pytest.mark.parametrize(
    ("limit", "then"),
    [
        ({"discount_limit_type": "B", "discount_amount_limit": "1500.00"}, 10_600),
        ({"discount_limit_type": "C", "number_of_discount_limit": 1}, 11_000),
    ],
)
def test_the_limit_of_a_group_shows(shop: Checkout, limit: dict[str, Any], then: int) -> None:
    limited(shop, limit)
    _check(shop, of_hana=9_900, of_guest=11_000)

    _check(shop, of_hana=then, of_guest=11_000)


def test_a_cart_shows_discounts_of_its_quantity(shop: Checkout) -> None:
    _sale(
        "DQ",
        "bulk_purchase_sale",
        bulk_purchase_begin_quantity=3,
        bulk_purchase_limit_quantity=0,
        discount_purchasing_quantity="F",
    )(shop)
    wanted = [{"variants_code": shop.apron_code, "quantity": 3}]
    shop.shopper.put(shop.apron, variants=wanted)

    [line] = shop.shopper.get("carts")

    assert (line["discount_price"], line["payment_amount"]) == ("10667.00", "32000.00")
    assert _pays(shop.order(3)) == 32_000
    path = f"carts/{line['basket_product_no']}"
    changed = shop.shopper.send("PUT", path, quantity=2)
    assert (changed["discount_price"], changed["payment_amount"]) == ("11000.00", "22000.00")


@pytest.mark.parametrize(
    ("says", "alone", "optimum", "charged"),
    [("A", 8_000, 5_900, 5_900), ("C", 8_000, 7_000, 7_000), ("G", None, 8_900, None)],
)
def test_coupons_show_in_the_window(
    shop: Checkout, says: str, alone: int | None, optimum: int, charged: int | None
) -> None:
    _sale()(shop)
    shop.gold()
    if says != "A":
        shop.settings(allow_using_coupons_with_discounts=says)
    shop.coupon(available_scope="P", discount_amount={"benefit_price": "2000.00"})
    number = shop.coupon(available_scope="P")
    shop.coupon(available_scope="P", available_payment_method="C",
                discount_amount={"benefit_price": "9000.00"})  # fmt: skip

    page = shop.shopper.get(f"productsdetail/{shop.apron}")
    [listed] = shop.shopper.get("mains/2/products")

    for each, absent in ((page, None), (listed, "")):
        assert each["coupon_discounted_price"] == (absent if alone is None else f"{alone}.00")
        assert each["optimum_discount_price"] == f"{optimum}.00"
    if charged is not None:
        assert _pays(shop.order(coupons=[{"issue_no": number}])) == charged
    seen = Shopper(shop.world).get(f"productsdetail/{shop.apron}")
    assert (seen["coupon_discounted_price"], seen["optimum_discount_price"]) == (None, "10000.00")


def test_points_of_a_product_are_of_the_price_that_is_paid(shop: Checkout) -> None:
    points = [{"payment_method": "card", "points_rate": "10", "points_unit_by_payment": "P"}]
    shop.world.put(f"products/{shop.apron}", points_by_product="T", points_amount=points)
    _sale(platform_types=["M"])(shop)

    for mobile, value in (("F", "1100.00"), ("T", "1000.00")):
        page = shop.shopper.get(f"productsdetail/{shop.apron}", mobile=mobile)
        [listed] = shop.shopper.get("mains/2/products", mobile=mobile)
        assert page["points_amount"] == listed["point_amount"]
        assert page["points_amount"][0]["value"] == value


def test_every_language_shop_shows_its_own_currency_and_benefits(stage: Stage) -> None:
    world = stage.new_world(currencies=("KRW", "USD"))
    number = world.product()["product_no"]
    world.put(f"products/{number}", 2, display="T", selling="T", product_name="Apron", price="9.99")
    [variant] = world.get(f"products/{number}/variants")["variants"]
    enrol(world, 2)
    request = {
        "shop_no": 2, "use_benefit": "T", "benefit_name": "Sale", "benefit_division": "D",
        "benefit_type": "DP", "use_benefit_period": "F", "platform_types": ["P"],
        "product_binding_type": "A",
        "period_sale": {"discount_value": "15", "discount_value_unit": "P"},
    }  # fmt: skip
    answer = world.call("POST", "benefits", json={"request": request})
    assert answer.status_code == 201, answer.text
    refresh_prices(world)
    shopper = Shopper(world)

    estimate = shopper.send(
        "POST",
        "orders/estimate",
        shop_no=2,
        variants=[{"variants_code": variant["variant_code"], "quantity": 1}],
        receiver=RECEIVER,
        payment_method="cash",
    )

    assert estimate["currency"] == "USD"
    assert estimate["items"][0]["payment_amount"] == "8.50"
    page = shopper.get(f"productsdetail/{number}", shop_no=2)
    assert (page["price"], page["discount_price"]) == ("9.99", "8.50")
    price = shopper.get(f"products/{number}/discountprice", shop_no=2)
    assert price["pc_discount_price"] == "8.50"
    [fed] = read(world, "products", product_no=number)
    assert fed["pc_discount_price"] == "8.50"
    page = Shopper(world).get(f"productsdetail/{number}")
    assert page["discount_price"] is None
