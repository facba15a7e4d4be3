"""A product's page without scripts: the variant of its address, buying at once; lists: chips."""

import re

from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World


def _made(world: World) -> tuple[int, str]:
    """Create a product of two variants; return it and the one that costs more, two of it left."""
    options = [{"name": "Colour", "value": ["Sand", "Ink"]}]
    number = world.product(has_option="T", option_type="T", options=options)["product_no"]
    ink = world.get(f"products/{number}/variants")["variants"][1]["variant_code"]
    world.put(
        f"products/{number}/variants/{ink}",
        additional_amount="500.00", use_inventory="T", quantity=2,
    )  # fmt: skip
    return number, ink


def _price(page: str) -> str:
    return said(page.partition('<p class="offer-price"')[2].partition(">")[2].partition("</p>")[0])


def test_the_address_chooses_a_variant_with_its_price_and_stock(world: World, guest: Guest) -> None:
    number, ink = _made(world)

    whole, chosen = guest.see(f"/products/{number}"), guest.see(f"/products/{number}?variant={ink}")
    unknown = guest.see(f"/products/{number}?variant=<script>")

    assert [_price(each) for each in (whole, chosen, unknown)] == ["₩11,000", "₩11,500", "₩11,000"]
    assert f'<option value="{ink}" selected' in chosen
    assert "Only 2 left." in said(chosen)
    assert "<script>" not in unknown.partition("<main")[2]


def test_what_is_bought_at_once_leads_to_the_checkout(world: World, guest: Guest) -> None:
    number, ink = _made(world)

    path = guest.done(f"/products/{number}", act="buy", variant_code=ink, quantity="2")
    cart = said(guest.see("/cart"))

    assert path == "/checkout"
    assert "Colour: Ink ₩11,500" in cart
    assert "Total: ₩23,000" in cart, cart


def test_a_filter_in_force_is_a_link_that_removes_it(world: World, guest: Guest) -> None:
    category = world.post("categories", category_name="Cups")["category"]["category_no"]
    place = [{"category_no": category}]
    for name, price in (("Small", "2000"), ("Large", "9000")):
        world.product(product_name=name, price=price, add_category_no=place)
    path = f"/categories/{category}"

    page = guest.see(f"{path}?price_min=3000&sort=low")
    [(address, label)] = re.findall(r'<li><a href="([^"]*)"><span[^>]*>[^<]*</span>([^<]*)<', page)

    assert (address, label.strip()) == (f"{path}?sort=low", "From ₩3,000")
    assert "1 product" in said(page)
    assert "2 products" in said(guest.see(address))
    assert "No products match these filters" in said(guest.see(f"{path}?price_min=90000"))
