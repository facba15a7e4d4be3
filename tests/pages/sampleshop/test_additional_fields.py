"""Additional fields of the checkout in the sample shop."""

from typing import Any

from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import BUYER, RECEIVER, Guest, said
from tests.world import World


def field(world: World, **more: Any) -> str:
    request = {
        "input_type": "T",
        "is_required": "F",
        "subject": "Engraving",
        "available_product_type": "A",
        "input_scope": "A",
        **more,
    }
    answer = world.call("POST", "orderform/properties", json={"requests": [request]})
    number: str = answer.json()["properties"][0]["orderform_property_id"]
    return number


def test_the_checkout_asks_and_the_order_shows_the_answers(world: World, guest: Guest) -> None:
    product, _ = stocked(world, 5)
    world.put("orderform/setting", orderform_additional_enabled="T")
    text = field(world, description="Up to ten letters", field_length=12, max_input_length=10)
    lines = field(world, input_type="M", subject="Note", textarea_rows=3, width_percentage=50)
    boxes = field(
        world,
        input_type="C",
        subject="Wrapping",
        option_values=["Box", "Card", "Bag"],
        display_lines_desktop=2,
        display_lines_mobile=1,
    )
    listed = field(world, input_type="S", subject="Size", option_values=["S", "L"])
    day = field(world, input_type="D", subject="Day", input_scope="P")
    guest.put(product)

    page = guest.see("/checkout")

    assert "Up to ten letters" in page
    assert 'maxlength="10" size="12"' in page
    assert f'name="info-{lines}" rows="3"' in page
    assert 'cols="40"' in page
    assert f'type="checkbox" name="info-{boxes}.2" value="Bag"' in page
    assert (page.count('class="on-desktops"'), page.count('class="on-phones"')) == (1, 3)
    assert f'name="info-{day}-{product}" type="date"' in page

    number = guest.order(
        **{
            f"info-{text}": "Min",
            f"info-{lines}": "One",
            f"info-{boxes}.0": "Box",
            f"info-{boxes}.2": "Bag",
            f"info-{listed}": "L",
            f"info-{day}-{product}": "2026-12-24",
        }
    )

    shown = said(guest.see(f"/orders/{number}"))
    for part in ("Engraving Min", "Note One", "Wrapping Box, Bag", "Size L", "2026-12-24"):
        assert part in shown


def test_a_refused_answer_keeps_what_was_entered(world: World, guest: Guest) -> None:
    product, _ = stocked(world, 5)
    world.put("orderform/setting", orderform_additional_enabled="T")
    needed = field(world, is_required="T")
    other = field(world, subject="Note")
    guest.put(product)
    form = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER}

    answer = guest.send("/checkout", **form, **{f"info-{other}": "kept text"})

    assert answer.status_code == 422
    assert "Engraving: an answer is required." in said(answer.text)
    assert 'value="kept text"' in answer.text
    assert guest.order(**{f"info-{needed}": "Min"})
