"""Limits of products hold in lists, carts, estimates and orders of the storefront."""

from datetime import date
from typing import Any

import pytest

from openmall.commerce.customer.customers import rules as customer_rules
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.claim_setup import claim
from tests.commerce.partner.programme_setup import enrol, read
from tests.commerce.personal.cart_client import member
from tests.commerce.promotion.coupon_setup import NEWEST
from tests.storefront.shopper_client import BUYER, USUAL, Shopper
from tests.world import World

Refusal = tuple[int, str]


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def _limit(shop: Checkout, **said: Any) -> None:
    path = f"products/{shop.apron}"
    answer = shop.world.call("PUT", path, json={"request": said}, headers=NEWEST)
    assert answer.status_code == 200, answer.text


def _refusals(shop: Checkout, shopper: Shopper) -> dict[str, Refusal]:
    """Return what a cart, an estimate and an order of an apron say to a shopper."""
    wants = {**shop.wants(), "buyer": BUYER}
    put = {"product_no": shop.apron, **USUAL}
    return {
        "cart": shopper.refused("POST", "carts", **put),
        "estimate": shopper.refused("POST", "orders/estimate", **shop.wants()),
        "order": shopper.refused("POST", "orders", **wants),
    }


def _buys(shop: Checkout) -> str:
    """Let hana put an apron into the cart, ask what it costs, and order it."""
    shop.shopper.put(shop.apron)
    shop.estimate()
    number: str = shop.shopper.order("cash")["order_id"]
    return number


def _everywhere(status: int, message: str) -> dict[str, Refusal]:
    said = (status, f"{message} (parameter.product_no)")
    return dict.fromkeys(("cart", "estimate", "order"), said)


def test_what_is_sold_once_is_ordered_once(shop: Checkout) -> None:
    _limit(shop, repurchase_restriction="T")
    assert _refusals(shop, Shopper(shop.world)) == _everywhere(
        403, "The product is sold once to a member: sign in first."
    )

    first = _buys(shop)

    assert _refusals(shop, shop.shopper) == _everywhere(
        403, "Linen apron is sold once to a member."
    )
    claim(shop.world, first, "cancellation", "canceled")
    _buys(shop)


@pytest.mark.parametrize("name", ["single_purchase_restriction", "single_purchase"])
def test_what_is_not_sold_alone_is_ordered_with_something_else(shop: Checkout, name: str) -> None:
    _limit(shop, **{name: "T"})
    said = (422, "Linen apron is only sold together with other products. (parameter.variants)")
    shop.shopper.put(shop.apron)  # something else may follow

    assert shop.refused() == said
    assert shop.shopper.refused("POST", "orders/estimate", **shop.wants()) == said
    shop.estimate(1, 1)
    shop.order(1, 1)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({}, "The product is for adults: have your identity verified first."),
        (
            {"birthday": date(1990, 1, 1)},
            "The product is for adults: have your identity verified first.",
        ),
        ({"member_authentication": "T"}, "The product is for adults."),
        (
            {"member_authentication": "T", "birthday": date(2007, 11, 22)},  # 19 tomorrow
            "The product is for adults.",
        ),
        ({"member_authentication": "T", "birthday": date(2007, 11, 21)}, None),
    ],
    ids=str,
)
def test_what_is_for_adults_is_sold_to_verified_adults(
    shop: Checkout, known: dict[str, Any], message: str | None
) -> None:
    _limit(shop, adult_certification="T")
    assert _refusals(shop, Shopper(shop.world)) == _everywhere(
        403, "The product is for adults: sign in first."
    )
    join(shop.world, "mina", **known)
    shop.shopper.session = member(shop.world, "mina")

    if message is None:
        _buys(shop)
    else:
        assert _refusals(shop, shop.shopper) == _everywhere(403, message)


def test_the_shop_verifies_a_member(shop: Checkout) -> None:
    _limit(shop, adult_certification="T")
    shop.world.put(f"customersprivacy/{HANA}", birthday="1990-01-01")

    do(shop.world, lambda call: customer_rules.verify(call, HANA))

    _buys(shop)


def test_a_verified_minor_does_not_become_an_adult_by_another_birthday(shop: Checkout) -> None:
    _limit(shop, adult_certification="T")
    shop.world.put(
        "customers/properties", type="edit", properties=[{"key": "birthday", "use": "T"}]
    )
    shop.shopper.send("PUT", "customers/me", birthday="2012-05-05")
    do(shop.world, lambda call: customer_rules.verify(call, HANA))
    not_adult = _refusals(shop, shop.shopper)
    message = (
        "The shop has verified this customer's age: only the shop changes the birthday."
        " (parameter.birthday)"
    )

    for birthday in ("1970-05-05", ""):
        assert shop.shopper.refused("PUT", "customers/me", birthday=birthday or None) == (
            403,
            message,
        )

    assert _refusals(shop, shop.shopper) == not_adult
    assert shop.shopper.get("customers/me")["birthday"] == "2012-05-05"
    # the same birthday is no change, and the shop corrects it
    shop.shopper.send("PUT", "customers/me", birthday="2012-05-05", address1="2 Road")
    shop.world.put(f"customersprivacy/{HANA}", birthday="1990-01-01")
    _buys(shop)


def _numbers(category: int, shopper: Shopper) -> list[set[int]]:
    """Return the products in each list of the storefront, and how many there are."""
    found = [
        {each["product_no"] for each in shopper.get(path, display_group=1)}
        for path in ("products", "mains/2/products", f"categories/{category}/products")
    ]
    counts = [
        shopper.get(f"{path}/count", display_group=1)
        for path in ("products", f"categories/{category}/products")
    ]
    assert counts == [len(found[0]), len(found[2])]
    return found


@pytest.fixture
def category(shop: Checkout) -> int:
    """Return a category with both products, which the main page shows as well."""
    world = shop.world
    made: int = world.post("categories", category_name="All")["category"]["category_no"]
    both = [shop.apron, shop.cup]
    world.post(f"categories/{made}/products", product_no=both)
    world.post("mains/2/products", product_no=both)
    return made


@pytest.mark.parametrize("groups", ["any", "others", "own"])
def test_what_members_alone_see_nobody_else_sees_or_buys(
    shop: Checkout, category: int, groups: str
) -> None:
    guest = Shopper(shop.world)
    enrol(shop.world)
    gold = shop.gold("0.00")
    listed = {"any": [], "others": [gold + 1], "own": [gold]}[groups]
    _limit(shop, exposure_limit_type="M", exposure_group_list=listed)
    both, cup = {shop.apron, shop.cup}, {shop.cup}

    unseen = [guest] if groups != "others" else [guest, shop.shopper]

    for shopper in unseen:
        assert _numbers(category, shopper) == [cup, cup, cup]
        for path in ("products/{}", "productsdetail/{}", "products/{}/variants",
                     "products/{}/discountprice"):  # fmt: skip
            assert shopper.ask("GET", path.format(shop.apron)).status_code == 404
        refusals = _refusals(shop, shopper)
        assert {status for status, _ in refusals.values()} == {422}
    assert {each["product_no"] for each in read(shop.world, "products")} == cup
    if groups != "others":
        assert _numbers(category, shop.shopper) == [both, both, both]
        assert shop.shopper.get(f"productsdetail/{shop.apron}")["product_no"] == shop.apron
        _buys(shop)
    _limit(shop, exposure_limit_type="A")
    assert _numbers(category, guest) == [both, both, both]


def test_what_is_sold_to_some_groups_is_sold_to_their_members(shop: Checkout) -> None:
    gold = shop.gold("0.00")
    limit = {"buy_limit_by_product": "T", "buy_limit_type": "M"}
    _limit(shop, **limit, buy_group_list=[gold + 1])
    assert _refusals(shop, Shopper(shop.world)) == _everywhere(
        403, "The product is for members: sign in first."
    )
    assert _refusals(shop, shop.shopper) == _everywhere(403, "The product is for other members.")

    _limit(shop, buy_group_list=[gold])

    _buys(shop)


def test_what_is_sold_once_is_not_ordered_twice_at_once(shop: Checkout) -> None:
    _limit(shop, repurchase_restriction="T")
    requests = [shop.wants() for _ in range(2)]

    answers = [shop.shopper.ask("POST", "orders", json={"request": each}) for each in requests]

    assert [each.status_code for each in answers] == [201, 403]
