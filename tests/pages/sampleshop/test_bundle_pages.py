"""A shopper, and their agent, buy a bundle: they choose a variant of each part."""

import re
from decimal import Decimal

from tests.commerce.product.bundle_setup import kitchen_set
from tests.pages.mcp.agent import Agent
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import World


def test_a_guest_buys_a_bundle_without_scripts(world: World, guest: Guest) -> None:
    offer_test_gateway(world)
    kitchen = kitchen_set(world)
    path = f"/products/{kitchen.number}"
    page = guest.see(path)
    assert "In this set" in page
    assert re.findall(r'<option value="(\w+)"', page) == [kitchen.small, kitchen.large]
    assert '"availability": "https://schema.org/InStock"' in page or "InStock" in page
    form = {"act": "cart", "variant_code": kitchen.code, "quantity": "2"}
    assert guest.refused(path, **form)[0] == 422

    guest.done(path, **form, part=kitchen.large)

    cart = guest.see("/cart")
    assert "Shirt x1 (Size: L)" in cart
    price = Decimal(world.get(f"products/{kitchen.number}")["product"]["price"])
    assert f"{2 * price:,.0f}" in said(cart)
    number = guest.order()
    [ordered] = world.get(f"orders/{number}/items")["items"]
    assert Decimal(ordered["payment_amount"]) == 2 * price
    assert [part["variant_code"] for part in ordered["product_bundle_list"]] == [
        kitchen.cup_code,
        kitchen.large,
    ]


def test_what_is_sold_out_of_a_part_cannot_be_chosen(world: World, guest: Guest) -> None:
    kitchen = kitchen_set(world)
    stock = f"products/{kitchen.shirt}/variants/{kitchen.small}/inventories"
    world.put(stock, quantity=0)
    page = guest.see(f"/products/{kitchen.number}")
    assert re.search(rf'<option value="{kitchen.small}"[^>]* disabled', page)

    world.put(f"products/{kitchen.cup}/variants/{kitchen.cup_code}/inventories", quantity=1)

    page = guest.see(f"/products/{kitchen.number}")
    assert "This product is currently sold out." in page
    assert 'value="cart"' not in page


def test_an_agent_chooses_the_parts_of_a_bundle(world: World) -> None:
    kitchen = kitchen_set(world)
    agent = Agent(world)

    found = agent.call("get_product", product_no=kitchen.number)["product"]
    cup, shirt = found["bundle_product_components"]
    assert (cup["purchase_quantity"], len(cup["variants"])) == (2, 1)
    assert [each["option_value"] for each in shirt["variants"]] == ["Size=S", "Size=L"]
    assert [each["sold_out"] for each in found["variants"]] == ["F"]
    refused = agent.refused("add_to_cart", product_no=kitchen.number)
    assert refused["error"]["more_info"]["reason"] == "part_variants_missing"
    chosen = [shirt["variants"][1]["variants_code"]]

    added = agent.call("add_to_cart", product_no=kitchen.number, part_variants=chosen)

    parts = added["carts"]["variants"][0]["bundle_product_components"]
    assert [each["variants_code"] for each in parts] == [kitchen.cup_code, kitchen.large]
    estimate = agent.call(
        "estimate_order",
        variants=[{"variant_code": kitchen.code, "quantity": 1, "part_variants": chosen}],
        receiver={"zipcode": "04524", "address1": "1 Sejong-daero"},
    )["estimate"]
    assert estimate["order_amount"]["order_price_amount"] == found["price"]
