"""What a product's page lets one choose."""

import re

import pytest

from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World


def test_one_of_several_variants_is_chosen(world: World, guest: Guest) -> None:
    number = world.product(has_option="T", options=[{"name": "Colour", "value": "Sand,Night"}])[
        "product_no"
    ]
    path = f"/products/{number}"
    sand, night = (
        each["variant_code"] for each in world.get(f"products/{number}/variants")["variants"]
    )
    world.put(f"products/{number}/variants/{sand}", additional_amount="500.00")
    world.put(
        f"products/{number}/variants/{night}/inventories",
        use_inventory="T", display_soldout="T", quantity=0,
    )  # fmt: skip

    page = guest.see(path)
    choices = [said(each) for each in re.findall(r"<option.*?</option>", page)]

    assert choices == ["Please choose", "Sand – ₩11,500", "Night – sold out"]
    assert f'value="{night}" disabled' in page
    assert guest.refused(path, act="cart", quantity="1", variant_code="")[0] == 422
    assert guest.refused(path, act="cart", quantity="1", variant_code=night) == (
        422,
        "Not enough stock.",
    )
    refused = guest.send(path, act="cart", quantity="x", variant_code=sand)
    assert f'value="{sand}" selected' in refused.text, "what was chosen is kept"
    assert guest.done(path, act="cart", quantity="2", variant_code=sand) == "/cart?done=cart"
    cart = said(guest.see("/cart"))
    assert "Colour: Sand ₩11,500" in cart
    assert "To pay ₩23,000" in cart


def test_a_text_that_belongs_to_a_product_is_asked_for(world: World, guest: Guest) -> None:
    number = world.product()["product_no"]
    name = {"additional_option_name": "Engraving", "additional_option_text_length": 5}
    world.put(f"products/{number}/options", use_additional_option="T", additional_options=[name])
    path = f"/products/{number}"
    code = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    form = {"act": "cart", "quantity": "1", "variant_code": code}

    assert 'id="f-text0" name="text0" type="text" value="" required maxlength="5"' in guest.see(
        path
    )
    assert guest.refused(path, **form)[1] == "`Engraving` has to be filled in."
    assert guest.refused(path, **form, text0="Too long a name")[0] == 422
    guest.done(path, **form, text0="Hana")

    assert "Engraving: Hana" in said(guest.see("/cart"))


def test_a_description_is_shown_as_written_without_what_may_not_stand_there(
    world: World, guest: Guest
) -> None:
    html = (
        "<h2>Linen</h2><p>From <b>Seosan</b>.<br>Washes well.</p><style>p{}</style>"
        '<p onclick="x()">A <a href="javascript:x()">link</a><script>x()</script></p>'
        '<ul><li>soft</li></ul><img src="/files/a.png" onerror="x()" alt="An apron">'
    )
    number = world.product(description=html)["product_no"]

    page = guest.see(f"/products/{number}")

    assert re.findall(r'<div class="written">(.*?)</div>', page, re.S) == [
        "<h2>Linen</h2><p>From <b>Seosan</b>.<br>Washes well.</p>"
        '<p>A <a rel="noopener nofollow">link</a></p>'
        '<ul><li>soft</li></ul><img src="/files/a.png" alt="An apron">'
    ]


def test_a_description_that_is_plain_text_or_nested_too_deeply_is_shown_as_text(
    world: World, guest: Guest
) -> None:
    plain = world.product(description="Two lines\nof text, 3 < 4")["product_no"]
    deep = world.product(description="<div>" * 5_000 + "Deep" + "</div>" * 5_000)["product_no"]

    def told(number: int) -> list[str]:
        return re.findall(r'class="told">([^<]*)<', guest.see(f"/products/{number}"))

    assert told(plain) == ["Two lines", "of text, 3 &lt; 4"]
    assert told(deep) == ["Deep"]


def test_the_main_picture_has_its_alternative_text_or_the_name(world: World, guest: Guest) -> None:
    number = world.product(detail_image="https://example.com/a.png")["product_no"]
    path = f"/products/{number}"

    before = guest.see(path)
    world.put(f"products/{number}/seo", meta_alt='An apron on a "hook"')

    assert 'src="https://example.com/a.png" alt="Linen apron"' in before
    assert 'alt="An apron on a &#34;hook&#34;"' in guest.see(path)


def test_what_has_no_price_says_what_the_shop_says_instead(world: World, guest: Guest) -> None:
    number = world.product(price_content="Ask us")["product_no"]

    assert '<span class="price">Ask us</span>' in guest.see(f"/products/{number}")
    assert '<span class="price">Ask us</span>' in guest.see("/")
    assert "₩11,000" not in guest.see(f"/products/{number}")


def test_products_that_were_seen_stand_below_the_next_one(world: World, guest: Guest) -> None:
    numbers = [world.product(product_name=f"Seen {at}")["product_no"] for at in range(8)]

    first = guest.see(f"/products/{numbers[0]}")
    for number in numbers[1:]:
        last = guest.see(f"/products/{number}")
    again = guest.see(f"/products/{numbers[-1]}")

    assert "Recently viewed" not in first
    below = last.partition("Recently viewed")[2].partition("</section>")[0]
    order = [below.index(f"/products/{number}") for number in numbers[6:0:-1]]
    assert order == sorted(order)
    assert f"/products/{numbers[0]}" not in below
    assert (
        f"/products/{numbers[-1]}"
        not in again.partition("Recently viewed")[2].partition("</section>")[0]
    )


@pytest.mark.parametrize("text", ["x", "1..2", "0", "1." * 200, "9" * 40])
def test_a_cookie_of_seen_products_that_is_none_is_passed_over(
    world: World, guest: Guest, text: str
) -> None:
    guest.cookies["__Host-openmall-seen-1"] = text

    assert "Recently viewed" not in guest.see(f"/products/{world.product()['product_no']}")
