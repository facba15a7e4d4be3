"""A variant has one of its product's pictures, which the shop shows where it is chosen."""

import re
from typing import Any

from tests.access.oauth.authorization_requests import Browser
from tests.media.images import base64_of, picture
from tests.pages.backoffice.page_forms import form_of, send
from tests.pages.sampleshop.shop_browser import Guest


def made(owner: Browser) -> tuple[int, list[str], list[str]]:
    """Create a product of two variants and two pictures; return number, codes and pictures."""
    options: list[dict[str, Any]] = [{"name": "Colour", "value": ["Sand", "Ink"]}]
    world = owner.world
    number = world.product(options=options, has_option="T", option_type="T")["product_no"]
    first, second = (base64_of(picture(size, 30, "PNG")) for size in (40, 60))
    world.post(f"products/{number}/images", detail_image=first, image_upload_type="A")
    world.post(f"products/{number}/additionalimages", additional_image=[second])
    product = world.get(f"products/{number}")["product"]
    pictures = [product["detail_image"], product["additional_image"][0]["big"]]
    variants = world.get(f"products/{number}/variants")["variants"]
    return number, [each["variant_code"] for each in variants], pictures


def choose(owner: Browser, number: int, row: int, address: str) -> int:
    form = form_of(owner.open(f"/admin/products/{number}").text, "stock")
    answer = owner.submit(form.action, {**form.values, f"image-{row}": address})
    status: int = answer.status_code
    return status


def image(owner: Browser, number: int, code: str) -> str:
    found: str = owner.world.get(f"products/{number}/variants/{code}")["variant"]["image"]
    return found


def test_the_shop_shows_the_picture_of_the_chosen_variant(owner: Browser, guest: Guest) -> None:
    number, (sand, ink), pictures = made(owner)

    assert choose(owner, number, 1, pictures[1]) == 303

    assert (image(owner, number, sand), image(owner, number, ink)) == ("", pictures[1])
    form = form_of(owner.open(f"/admin/products/{number}").text, "stock")
    assert (form.values["image-0"], form.values["image-1"]) == ("", pictures[1])
    page = guest.see(f"/products/{number}")
    assert f'<option value="{ink}" data-picture="{pictures[1]}" data-sources="' in page
    assert f'<option value="{sand}">' in page
    guest.done(f"/products/{number}", act="cart", variant_code=ink, quantity="1")
    assert pictures[1] in guest.see("/cart")


def test_the_picture_of_a_value_reaches_cart_and_order(owner: Browser, guest: Guest) -> None:
    number, (sand, ink), pictures = made(owner)
    values = [{"option_text": "Sand"}, {"option_text": "Ink", "option_image_file": pictures[1]}]
    options = [{"option_name": "Colour", "option_value": values, "option_display_type": "P"}]
    owner.world.put(f"products/{number}/options", options=options)

    guest.done(f"/products/{number}", act="cart", variant_code=ink, quantity="1")
    in_cart = guest.see("/cart")
    guest.done(f"/products/{number}", act="cart", variant_code=sand, quantity="1")

    assert (pictures[1] in in_cart, pictures[0] in in_cart) == (True, False)


def test_other_changes_of_the_variant_keep_its_picture(owner: Browser) -> None:
    number, (_, ink), pictures = made(owner)
    choose(owner, number, 1, pictures[1])

    owner.world.put(f"products/{number}/variants/{ink}", custom_variant_code="INK")

    assert image(owner, number, ink) == pictures[1]
    assert choose(owner, number, 1, "") == 303
    assert image(owner, number, ink) == ""


def test_a_picture_the_product_does_not_have_is_refused(owner: Browser) -> None:
    number, (_, ink), _ = made(owner)

    assert choose(owner, number, 1, "https://elsewhere.example/a.png") == 422
    assert image(owner, number, ink) == ""


def test_each_picture_has_its_alternative_text_or_that_of_all(owner: Browser, guest: Guest) -> None:
    number, _, _ = made(owner)
    owner.world.put(f"products/{number}/seo", meta_alt="An apron")

    def texts() -> list[str]:
        gallery = guest.see(f"/products/{number}").partition('class="gallery"')[2]
        return re.findall(r'<img[^>]* alt="([^"]*)"', gallery.partition('class="offer"')[0])

    before = texts()
    send(owner, f"/admin/products/{number}", "pictures", alt__1='Its "back"')

    # the picture that is shown, and all of them below it
    assert before == ["An apron", "An apron", "An apron (2)"]
    assert texts() == ["An apron", "An apron", "Its &#34;back&#34;"]
