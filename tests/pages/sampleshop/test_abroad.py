"""Addresses abroad at the checkout: country, city and state, to the label of the parcel."""

import re

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World

ABROAD = {
    "receiver_country_code": "DE",
    "receiver_zipcode": "10117",
    "receiver_address1": "Unter den Linden 1",
    "receiver_address_city": "Berlin",
    "receiver_address_state": "Brandenburg",
}
ASKED = ("receiver_country_code", "receiver_address_city", "receiver_address_state")


def delivers(world: World, scope: str, *countries: str) -> None:
    """Let the shop deliver within its country (A), abroad (C) or both (B)."""
    listed = [{"country_code": each} for each in countries]
    only = {"oversea_shipping_country": "T", "oversea_shipping_country_list": listed}
    if scope != "A":
        world.put("shipping", shipping_type=scope, **(only if listed else {}))


@pytest.mark.parametrize(
    ("scope", "countries", "offered"),
    [
        ("A", (), []),
        ("B", ("US", "DE"), ["KR", "DE", "US"]),
        ("C", ("US", "DE"), ["DE", "US"]),
    ],
)
def test_the_form_asks_for_what_the_shop_delivers_to(
    world: World, guest: Guest, scope: str, countries: tuple[str, ...], offered: list[str]
) -> None:
    delivers(world, scope, *countries)
    guest.put(stocked(world, 5)[0])

    page = guest.see("/checkout")

    select = page.partition('name="receiver_country_code"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="(\w+)"', select) == offered
    assert [f'name="{each}"' in page for each in ASKED] == [bool(offered)] * 3


def test_every_country_is_offered_where_the_shop_lists_none(world: World, guest: Guest) -> None:
    delivers(world, "B")
    guest.put(stocked(world, 5)[0])
    guest.cookies["openmall-language"] = "ko"

    options = re.findall(r'<option value="([A-Z]{2})"[^>]*>([^<]+)<', guest.see("/checkout"))

    assert options[0] == ("KR", "대한민국")
    assert ("DE", "독일") in options
    assert 200 < len(options) < 300
    assert not {"EU", "UN", "ZZ"} & {code for code, _ in options}


def test_an_order_goes_abroad_with_its_city_state_and_country(
    world: World, guest: Guest, owner: Browser
) -> None:
    delivers(world, "B", "DE")
    guest.put(stocked(world, 5)[0])

    order = guest.order(**ABROAD)

    [receiver] = world.get(f"orders/{order}/receivers")["receivers"]
    assert (receiver["country_code"], receiver["country_name_en"]) == ("DE", "Germany")
    shown = said(guest.see(f"/orders/{order}"))
    assert "10117 Unter den Linden 1" in shown
    assert "Berlin Brandenburg Germany" in shown
    guest.cookies["openmall-language"] = "ko"
    assert "Berlin Brandenburg 독일" in said(guest.see(f"/orders/{order}"))
    office = owner.open(f"/admin/orders/{order}").text
    assert "10117 Unter den Linden 1 Berlin Brandenburg" in office
    assert 'name="to-address_city" value="Berlin"' in office


@pytest.mark.parametrize("code", ["US", "ZZ", "KRX", "d"])
def test_a_country_that_is_not_delivered_to_is_refused(
    world: World, guest: Guest, code: str
) -> None:
    delivers(world, "B", "DE")
    guest.put(stocked(world, 5)[0])

    status, _ = guest.refused("/checkout", act="order", payment_method="card", **{
        "buyer_name": "Guest", "buyer_email": "guest@example.com",
        "buyer_cellphone": "010-2222-2222", "receiver_name": "Min", **ABROAD,
        "receiver_country_code": code,
    })  # fmt: skip

    assert status == 422
    assert world.get("orders?start_date=2026-11-01&end_date=2026-12-31")["orders"] == []


def test_an_unknown_country_is_refused_where_all_are_delivered_to(
    world: World, guest: Guest
) -> None:
    delivers(world, "B")
    guest.put(stocked(world, 5)[0])

    status, told = guest.refused(
        "/checkout", act="order", payment_method="card", receiver_name="Min", buyer_name="Guest",
        buyer_email="guest@example.com", buyer_cellphone="010-2222-2222",
        **{**ABROAD, "receiver_country_code": "QQ"},
    )  # fmt: skip

    assert (status, "ISO 3166-1" in told) == (422, True)


def test_the_address_book_keeps_addresses_of_the_country_of_the_mall(
    world: World, guest: Guest
) -> None:
    delivers(world, "B", "DE")
    guest.join()
    for address in (ABROAD, {"receiver_address1": "1 Sejong-daero"}):
        guest.put(stocked(world, 5)[0])
        guest.done(
            "/checkout", act="order", payment_method="card", receiver_name="Min", keep_address="T",
            **address,
        )  # fmt: skip

    book = said(guest.see("/account/addresses"))

    assert "1 Sejong-daero" in book
    assert "Unter den Linden" not in book
