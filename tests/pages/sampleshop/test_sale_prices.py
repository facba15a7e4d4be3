"""A sale price of a period is struck out in lists, on the product's page and in the cart."""

import re

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import form_of, said
from tests.pages.backoffice.test_product_sale_price import day, on_sale
from tests.pages.sampleshop.shop_browser import Guest


def test_a_sale_price_is_struck_out_everywhere_while_it_holds(owner: Browser, guest: Guest) -> None:
    number = owner.world.product(price="20000")["product_no"]
    category = owner.world.post("categories", category_name="Cups")["category"]["category_no"]
    owner.world.post(f"categories/{category}/products", product_no=[number])

    page = on_sale(owner, number, "15,000")

    assert said(page) == "The sale price was saved."
    form = form_of(page.text, "sale-price").values
    assert (form["sale_price"], form["sale_to"]) == ("15000", day(owner, 7))
    for path in (f"/products/{number}", f"/categories/{category}", "/"):
        shown = guest.see(path)
        assert "₩15,000" in shown, path
        assert re.search(r"<s [^>]*>.*?₩20,000</s>", shown, re.S), path
        assert "25% off" in shown, path
    variant = owner.world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    guest.done(f"/products/{number}", act="cart", variant_code=variant, quantity="1")
    cart = guest.see("/cart")
    assert re.search(r"<s [^>]*>.*?₩20,000</s> ₩15,000 <span class=\"off\">25% off</span>", cart)
    owner.world.stage.clock.pass_(9 * 86_400)
    assert "₩15,000" not in guest.see(f"/products/{number}")
