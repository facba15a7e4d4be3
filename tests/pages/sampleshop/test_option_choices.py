"""Colours and pictures of option values: in the choice of options, in filters, and in orders."""

import re
from typing import Any

from tests.access.oauth.authorization_requests import Browser
from tests.media.images import base64_of, picture
from tests.pages.backoffice.page_forms import problem, said, send
from tests.pages.sampleshop.shop_browser import Guest

LIST = "/admin/products"


def made(owner: Browser, values: str = "Sand,Ink", **more: Any) -> tuple[int, list[str]]:
    """Create a product with the option Colour and two pictures; return number and pictures."""
    world = owner.world
    options: list[dict[str, Any]] = [{"name": "Colour", "value": values}]
    options += more.pop("options", [])
    number = world.product(options=options, has_option="T", option_type="T", **more)["product_no"]
    first, second = (base64_of(picture(size, 30, "PNG")) for size in (40, 60))
    world.post(f"products/{number}/images", detail_image=first, image_upload_type="A")
    world.post(f"products/{number}/additionalimages", additional_image=[second])
    product = world.get(f"products/{number}")["product"]
    return number, [product["detail_image"], product["additional_image"][0]["big"]]


def looks(owner: Browser, number: int) -> list[tuple[str, str, str]]:
    [option, *_] = owner.world.get(f"products/{number}/options")["option"]["options"]
    return [
        (each["option_text"], each["option_color"], each["option_image_file"])
        for each in option["option_value"]
    ]


def choices(page: str) -> list[tuple[str, str]]:
    """Return field and value of the radio buttons of a page."""
    return re.findall(r'<input type="radio" name="(choice\d)" value="([^"]*)"', page)


def test_a_value_gets_a_colour_and_a_picture_of_its_product(owner: Browser) -> None:
    number, pictures = made(owner)

    page = send(
        owner, f"{LIST}/{number}", "options", color__0__0="#eeddcc", picture__0__1=pictures[1]
    )
    renamed = send(owner, f"{LIST}/{number}", "options", value__0__0="Dune", new__0="Clay")

    assert said(page) == said(renamed) == "The options were saved."
    assert looks(owner, number) == [
        ("Dune", "#eeddcc", ""), ("Ink", "", pictures[1]), ("Clay", "", ""),
    ]  # fmt: skip


def test_what_is_no_colour_is_said_beside_its_field(owner: Browser) -> None:
    number, _ = made(owner)

    page = send(owner, f"{LIST}/{number}", "options", color__0__1="blue")

    assert (page.status_code, problem(page, "color-0-1")) == (
        422,
        "Enter a colour such as #1A2B3C.",
    )
    assert looks(owner, number) == [("Sand", "", ""), ("Ink", "", "")]


def test_the_shop_shows_swatches_and_sells_what_was_chosen(owner: Browser, guest: Guest) -> None:
    number, pictures = made(owner, options=[{"name": "Size", "value": "S,M"}])
    send(owner, f"{LIST}/{number}", "options", color__0__0="#EDC", picture__0__1=pictures[1])

    page = guest.see(f"/products/{number}")
    path = guest.done(
        f"/products/{number}", act="cart", choice0="Ink", choice1="M", variant_code="", quantity="1"
    )

    assert choices(page) == [
        ("choice0", "Sand"), ("choice0", "Ink"), ("choice1", "S"), ("choice1", "M"),
    ]  # fmt: skip
    assert '<circle cx="14" cy="14" r="13" fill="#edc"/>' in page
    assert f'<img class="swatch" src="{pictures[1]}"' in page
    assert 'data-values="[&#34;Ink&#34;,&#34;M&#34;]"' in page
    assert path == "/cart?done=cart"
    assert "Colour: Ink, Size: M" in guest.see("/cart")
    send(owner, f"{LIST}/{number}", "options", display__type__1="R")
    looks_of_choices = re.findall(r'class="choice ([\w-]+)"', guest.see(f"/products/{number}"))
    assert looks_of_choices == ["as-buttons", "as-radios"]


def test_a_choice_that_is_incomplete_or_not_on_sale_is_said(owner: Browser, guest: Guest) -> None:
    number, _ = made(owner, options=[{"name": "Size", "value": "S,M"}])
    send(owner, f"{LIST}/{number}", "options", color__0__0="#eeddcc")
    variants = owner.world.get(f"products/{number}/variants")["variants"]
    owner.world.call("DELETE", f"products/{number}/variants/{variants[3]['variant_code']}")
    path = f"/products/{number}"

    missing = guest.refused(path, act="cart", choice0="Ink", quantity="1")
    removed = guest.send(path, act="cart", choice0="Ink", choice1="M", quantity="1")

    assert missing == (422, "Please choose one of the options.")
    assert "This combination is not available." in removed.text
    assert re.findall(r'value="(\w+)" required data-choice[^>]* checked', removed.text) == [
        "Ink", "M",
    ]  # fmt: skip


def test_a_value_that_is_sold_out_cannot_be_chosen(owner: Browser, guest: Guest) -> None:
    number, _ = made(owner)
    send(owner, f"{LIST}/{number}", "options", color__0__0="#eeddcc")
    ink = owner.world.get(f"products/{number}/variants")["variants"][1]["variant_code"]
    owner.world.put(
        f"products/{number}/variants/{ink}", use_inventory="T", quantity=0, display_soldout="T"
    )

    page = guest.see(f"/products/{number}")

    assert re.findall(r'value="(\w+)" required data-choice disabled', page) == ["Ink"]


def test_options_without_looks_and_lists_of_all_combinations_stay_as_they_are(
    owner: Browser, guest: Guest
) -> None:
    plain, _ = made(owner)
    listed, _ = made(owner)
    send(owner, f"{LIST}/{listed}", "options", color__0__0="#eeddcc")
    owner.world.put(f"products/{listed}/options", option_list_type="C")

    for number in (plain, listed):
        page = guest.see(f"/products/{number}")
        assert choices(page) == []
        assert '<select id="f-variant"' in page


def test_filters_of_lists_show_the_swatch_of_a_value(owner: Browser, guest: Guest) -> None:
    category = owner.world.post("categories", category_name="Cups")["category"]["category_no"]
    places = [{"category_no": category}]
    number, pictures = made(owner, "Sand,Ink,Clay", add_category_no=places)
    send(owner, f"{LIST}/{number}", "options", color__0__0="#eeddcc", picture__0__1=pictures[1])

    page = guest.see(f"/categories/{category}").partition('class="facets"')[2]

    assert 'fill="#eeddcc"' in page.partition("Sand</span>")[0].rpartition("<label")[2]
    assert pictures[1] in page.partition("Ink</span>")[0].rpartition("<label")[2]
    assert "swatch" not in page.partition("Clay</span>")[0].rpartition("<label")[2]


def test_orders_show_the_picture_of_the_variant(owner: Browser, guest: Guest) -> None:
    number, pictures = made(owner)
    ink = owner.world.get(f"products/{number}/variants")["variants"][1]["variant_code"]
    send(owner, f"{LIST}/{number}", "stock", image__1=pictures[1])
    for code in (ink,):
        guest.done(f"/products/{number}", act="cart", variant_code=code, quantity="1")
    order = guest.order()

    assert pictures[1] in guest.see(f"/orders/{order}")
    assert pictures[1] in guest.see("/orders")
    assert f'<img class="thumb" src="{pictures[1]}"' in owner.open(f"/admin/orders/{order}").text


def test_a_copy_has_the_looks_of_the_options(owner: Browser) -> None:
    number, pictures = made(owner)
    send(
        owner, f"{LIST}/{number}", "options",
        display__type__0="B", color__0__0="#eeddcc", picture__0__1=pictures[1],
    )  # fmt: skip

    send(owner, f"{LIST}/{number}", "duplicate")

    [option] = owner.world.get(f"products/{number + 1}/options")["option"]["options"]
    assert looks(owner, number + 1) == looks(owner, number)
    assert looks(owner, number)[1] == ("Ink", "", pictures[1])
    assert option["option_display_type"] == "B"
