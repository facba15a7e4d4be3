"""Members keep several addresses, and choose one of them at the checkout."""

import re

import pytest

from openmall.commerce.personal.addresses import rules as address_rules
from tests.pages.sampleshop.shop_browser import RECEIVER, Guest, said
from tests.world import World

BOOK = "/account/addresses"
HOME = {
    "address_name": "Home",
    "name": "Hana Kim",
    "cellphone": "010-1234-5678",
    "zipcode": "04524",
    "address1": "110 Sejong-daero",
    "address2": "Room 3",
}
OFFICE = {
    "address_name": "Office",
    "name": "Reception",
    "cellphone": "",
    "zipcode": "06236",
    "address1": "152 Teheran-ro",
    "address2": "",
}
_VALUE = re.compile(r'name="receiver_(\w+)" type="\w+" value="([^"]*)"')


@pytest.fixture
def hana(guest: Guest) -> Guest:
    """A member with two addresses, the first of which is the default one."""
    guest.join()
    assert guest.done(BOOK, act="save", **HOME) == f"{BOOK}?done=address"
    assert guest.done(BOOK, act="save", **OFFICE) == f"{BOOK}?done=address"
    return guest


def number_of(guest: Guest, street: str) -> str:
    """Return the number of the address in a street."""
    rows = guest.see(BOOK).split("<li>")
    [row] = [each for each in rows if street in each and "edit=" in each]
    found = re.search(r"edit=(\d+)", row)
    assert found is not None
    return found[1]


def receiver(page: str) -> dict[str, str]:
    """Return what stands in the fields of the receiver."""
    return {name: value for name, value in _VALUE.findall(page) if name != "shipping_message"}


def place(address: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in address.items() if name != "address_name"}


def test_addresses_are_added_changed_and_removed(hana: Guest) -> None:
    page = said(hana.see(BOOK))
    office = number_of(hana, OFFICE["address1"])

    assert "Home Default Hana Kim · 010-1234-5678 04524 110 Sejong-daero Room 3" in page
    assert "Office Reception 06236 152 Teheran-ro" in page
    assert 'value="152 Teheran-ro"' in hana.see(f"{BOOK}?edit={office}")
    changed = {**OFFICE, "address2": "Floor 9"}
    assert hana.done(BOOK, act="save", address_no=office, **changed) == f"{BOOK}?done=address"
    assert hana.done(BOOK, act="save", address_no=office, **changed) == f"{BOOK}?done=same"
    assert hana.done(BOOK, act="default", address_no=office) == f"{BOOK}?done=address"
    page = said(hana.see(BOOK))
    assert "Office Default Reception 06236 152 Teheran-ro Floor 9" in page
    assert page.count(" Default ") == 1
    assert hana.done(BOOK, act="remove", address_no=office) == f"{BOOK}?done=address-removed"
    assert "Teheran-ro" not in hana.see(BOOK)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": ""}, "Please fill this in."),
        ({"address1": " "}, "Please fill this in."),
        ({"address_name": "x" * 51}, "Please enter at most 50 characters."),
        ({"zipcode": "1" * 15}, "Please enter at most 14 characters."),
        (
            {"cellphone": "none"},
            "Please enter a phone number: digits, +, -, dots, spaces and parentheses only.",
        ),
    ],
)
def test_a_wrong_address_is_refused_beside_its_field(
    hana: Guest, wrong: dict[str, str], message: str
) -> None:
    answer = hana.send(BOOK, act="save", **{**OFFICE, "address2": "kept", **wrong})

    assert answer.status_code == 422
    assert f'id="f-{next(iter(wrong))}-problem">{message}</p>' in answer.text
    assert 'value="kept"' in answer.text
    assert "kept" not in hana.see(BOOK)


def test_a_full_book_takes_no_more(hana: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_rules, "MOST", 2)

    refused = hana.refused(BOOK, act="save", **{**OFFICE, "address1": "3 More-ro"})

    assert refused == (422, "Your address book is full. Remove an address to add another one.")
    assert "More-ro" not in hana.see(BOOK)


def test_the_address_book_is_the_members_alone(world: World, hana: Guest) -> None:
    office = number_of(hana, OFFICE["address1"])
    other = Guest(world)
    guest_is_led = other.open(BOOK).headers["location"]
    other.join("duri", email="duri@example.com")

    assert guest_is_led == "/sign-in?next=/account/addresses"
    assert "Teheran-ro" not in other.see(BOOK)
    assert other.open(f"{BOOK}?edit={office}").status_code == 404
    assert other.refused(BOOK, act="remove", address_no=office)[0] == 404
    assert other.refused(BOOK, act="save", address_no=office, **HOME)[0] == 404
    assert other.refused(BOOK, act="remove", address_no="../x")[0] == 422
    assert "Teheran-ro" in hana.see(BOOK)


def test_the_checkout_begins_with_the_default_and_takes_another(world: World, hana: Guest) -> None:
    hana.put(world.product(price=10_000)["product_no"])
    office = number_of(hana, OFFICE["address1"])
    first = receiver(hana.see("/checkout"))

    chosen = hana.send("/checkout", act="address", address_no=office, receiver_name="typed")
    account = hana.send("/checkout", act="address", address_no="", receiver_name="typed")

    assert first == place(HOME)
    assert chosen.status_code == account.status_code == 200
    assert receiver(chosen.text) == place(OFFICE)
    assert f'value="{office}" selected' in chosen.text
    assert receiver(account.text)["name"] == "Hana Kim"
    assert receiver(account.text)["address1"] == ""


def test_the_address_of_an_order_is_kept_once(world: World, hana: Guest) -> None:
    number = world.product(price=10_000)["product_no"]

    for _ in range(2):
        hana.put(number)
        form = {"act": "order", "payment_method": "card", **RECEIVER}
        hana.done("/checkout", **form, keep_address="T")
    hana.put(number)
    hana.done("/checkout", act="order", payment_method="card", **{**RECEIVER, "receiver_name": "X"})

    page = hana.see(BOOK)
    assert page.count("1 Sejong-daero</p>") + page.count("1 Sejong-daero </p>") == 1
    assert "Default" in said(page).partition("Min Kim")[0], "the default address stays"
