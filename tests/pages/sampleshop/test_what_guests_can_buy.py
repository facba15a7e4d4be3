"""Every surface says the same of what is not sold to every guest."""

import re

from openmall.contract.call import Call
from tests.commerce.order.claim_setup import NEWEST
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.order.placement.subscriber import RULE
from tests.commerce.personal.cart_client import put, some
from tests.commerce.product.bundle_setup import bundle
from tests.commerce.product.stock_setup import as_call
from tests.commerce.product.test_lowest_costs import SURCHARGE
from tests.pages.mcp.agent import Agent
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_merchant_feed import items
from tests.pages.sampleshop.test_what_can_be_bought import (
    ADD,
    as_shopper,
    every,
    ordered_by_guest,
)
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import World

KINDS: dict[str, bool] = {
    "plain": True,
    "price text": False,
    "asked for approval": False,
    "rejected": False,
    "approved": True,
    "changed after approval": True,
    "bundle": True,
    "in subscriptions only": False,
    "for members": False,
    "for adults": False,
    "once to a member": False,
    "below nothing": False,
}
"""Kind of product -> whether a guest can buy it."""


def _of_kind(world: World, kind: str) -> tuple[int, str]:
    """Make a product of a kind; return its number, and the code of its variant."""
    number = world.product(product_name="Apron")["product_no"]
    code = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    path = f"products/{number}"
    if kind == "bundle":
        made = bundle(world, (number, 1), product_name="Apron")
        return made["product_no"], f"{made['product_code']}000A"
    if kind == "in subscriptions only":
        rule = {
            **RULE, "product_binding_type": "P", "product_list": [number], "one_time_purchase": "F",
        }  # fmt: skip
        world.call("POST", "subscription/shipments/setting", json={"request": rule}, headers=NEWEST)
    elif kind == "below nothing":

        async def lower(call: Call) -> None:
            await call.db.run(SURCHARGE, code=code, amount=-99_999_900)

        as_call(world, lower)
        # lists follow with the next change of its stock
        world.put(f"{path}/variants/{code}", quantity=9)
    elif kind in _STEPS:
        for method, request in _STEPS[kind]:
            answer = world.call(method, f"{path}/approve", json={"request": request})
            assert answer.is_success, answer.text
    elif kind in _FIELDS:
        world.put(path, **_FIELDS[kind])
    return number, code


_ASKS = ("POST", {"user_id": "maker"})
_APPROVES = ("PUT", {"user_id": "admin", "status": "C"})
_STEPS: dict[str, list[tuple[str, dict[str, str]]]] = {
    "asked for approval": [_ASKS],
    "rejected": [_ASKS, ("PUT", {"user_id": "admin", "status": "R"})],
    "approved": [_ASKS, _APPROVES],
    "changed after approval": [_ASKS, _APPROVES, _ASKS],
}
_FIELDS: dict[str, dict[str, str]] = {
    "price text": {"price_content": "Call us"},
    "for members": {"buy_limit_by_product": "T", "buy_limit_type": "N"},
    "for adults": {"adult_certification": "T"},
    "once to a member": {"repurchase_restriction": "T"},
}


def test_every_surface_agrees_on_what_is_not_sold_to_guests(world: World, guest: Guest) -> None:
    world.put("seo/setting", use_rss="T")
    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")
    offer_test_gateway(world)
    products = {kind: _of_kind(world, kind) for kind in KINDS}
    feed = {each["id"]: each["availability"] for each in items(guest.see("/feed.xml"))}
    portal = {line.split("\t")[0] for line in guest.see("/products.txt").splitlines()[1:]}
    withheld = {"price text", "asked for approval", "rejected", "below nothing"}

    stated = {}
    for kind, (number, code) in products.items():
        page = guest.open(f"/products/{number}")
        agent = Agent(world).ask("tools/call", name="get_product", arguments={"product_no": number})
        told = agent["structuredContent"]["product"]
        offer = agent["structuredContent"]["subscription"]
        put_in = Agent(world).ask(
            "tools/call",
            name="add_to_cart",
            arguments={"product_no": number, "variants_code": code, "quantity": 1},
        )
        wants = {"variants": [some(code, 1)]}
        stated[kind] = {
            "page": ADD in page.text,
            "JSON-LD": "InStock" in page.text,
            "feed": feed.get(str(number)) == "in_stock",
            "portal": str(number) in portal,
            "cart": put(world, number, some(code, 1)).is_success,
            "agent's cart": not put_in.get("isError"),
        }
        receiver = {"zipcode": "04524", "address1": "1 Sejong-daero"}
        stated[kind]["estimate"] = as_shopper(
            world, "orders/estimate", **wants, receiver=receiver
        ).is_success
        stated[kind]["order"] = ordered_by_guest(world, code, 1)
        if kind in withheld or KINDS[kind]:
            stated[kind]["sold_out"] = told["sold_out"] == "F"
            stated[kind]["variant"] = any(each["sold_out"] == "F" for each in told["variants"])
        if kind == "in subscriptions only":
            stated[kind]["agent"] = offer["one_time_purchase"] == "T"

    wrong = {
        kind: says for kind, says in stated.items() if says != dict.fromkeys(says, KINDS[kind])
    }
    assert wrong == {}
    # the shop itself also adds to an order what it does not sell to every guest
    order_id = paid(world, wanted(products["plain"][1]))
    added = {
        kind: world.call(
            "POST", f"orders/{order_id}/items", json={"requests": [{"variant_code": code}]}
        ).is_success
        for kind, (_, code) in products.items()
    }
    refused = {"asked for approval", "rejected", "below nothing"}
    assert added == {kind: kind not in refused for kind in added}
    numbers = {each["product_no"] for each in every(world, "products", sold_out="T")}
    assert numbers == {products[kind][0] for kind in withheld}


def test_the_shop_itself_orders_what_has_a_price_text(world: World, guest: Guest) -> None:
    number, code = _of_kind(world, "price text")
    page, shelf = guest.see(f"/products/{number}"), guest.see("/search?q=Apron")
    assert page.count("Call us") >= 1 <= shelf.count("Call us")
    assert not re.search("sold out|no longer sold", page + shelf, re.I)
    members = _of_kind(world, "for members")[0]
    assert "Sign in to buy this product" in guest.see(f"/products/{members}")
    item = {"product_no": number, "variant_code": code, "quantity": 1, "product_price": "1000"}
    body = {"items": [item], "zipcode": "04524", "address_full": "1 Sejong-daero"}

    calculated = world.call("POST", "orders/calculation", json={"request": body})

    assert calculated.status_code in (200, 201)
    world.put(f"products/{number}", price_content="")
    assert put(world, number, some(code, 1)).is_success
    assert every(world, "products", sold_out="T") == []
