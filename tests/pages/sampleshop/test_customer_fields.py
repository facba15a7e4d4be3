"""The shop's pages ask for what the shop asks for: `customers/properties` on its forms."""

import re
from typing import Any, get_args

import pytest

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.properties import Key
from openmall.commerce.design.themes import default_pages
from openmall.pages.backoffice.settings import asked_fields
from openmall.pages.sampleshop.accounts import customer_fields
from tests.commerce.customer.customer_setup import do
from tests.pages.sampleshop.shop_browser import AGREED, PERSON, Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

ASKED = re.compile(r'<(?:input|select) id="f-(\w+)"[^>]*>')
WHOLE = {
    "name": "김하나",
    "name_english": "Hana Kim",
    "name_phonetic": "ha-na",
    "nick_name": "Hani",
    "email": "hana@example.com",
    "phone": "02-000-0000",
    "cellphone": "010-0000-0000",
    "birthday": "1990-12-31",
    "wedding_anniversary": "2015-05-05",
    "gender": "F",
    "zipcode": "04524",
    "country_code": "KR",
    "state": "Seoul",
    "city": "Jung-gu",
    "address1": "1 Sejong-daero",
    "address2": "Room 3",
    "residence": "Seoul",
    "nationality": "Korean",
    "interest": "Pottery",
    "job": "Potter",
    "job_class": "Crafts",
    "recommend_id": "friend",
}


def ask(world: World, occasion: str, **fields: str) -> None:
    """Let the shop ask for fields; `TT`: in use and required."""
    changed = [{"key": key, "use": on[0], "required": on[1]} for key, on in fields.items()]
    world.put("customers/properties", type=occasion, properties=changed)


def joining(**changed: str) -> dict[str, str]:
    return {"member_id": "hana", "password": PASSWORD, **PERSON, **AGREED, **changed}


def tag(page: str, name: str) -> str:
    found = re.search(rf'<(?:input|select) id="f-{name}"[^>]*>', page)
    assert found is not None, name
    return found[0]


def kept(world: World, member_id: str = "hana") -> dict[str, Any]:
    found: dict[str, Any] = world.get("customersprivacy", member_id=member_id)["customersprivacy"][
        0
    ]
    return found


def test_every_field_has_a_way_to_be_entered_and_a_name_for_merchants() -> None:
    keys = get_args(Key)

    assert tuple(customer_fields.KINDS) == tuple(asked_fields.LABELS) == keys
    assert {*keys} == WHOLE.keys()
    left_out = {*keys} - {*customer_fields.OF_EDITING}
    assert left_out == {*asked_fields.ONLY_ON_JOINING} == {"recommend_id"}


def test_a_page_shows_what_the_shop_uses_in_its_order(world: World, guest: Guest) -> None:
    ask(world, "join", cellphone="FF", zipcode="FF", address1="FF", address2="FF")
    ask(world, "join", birthday="TT", gender="TF", country_code="TF", phone="TF")

    page = guest.see("/join")

    names = [name for name in ASKED.findall(page) if name in WHOLE]
    assert names == ["name", "email", "phone", "birthday", "gender", "country_code"]
    birthday = tag(page, "birthday")
    assert 'type="date"' in birthday
    assert 'autocomplete="bday"' in birthday
    assert 'min="1900-01-01" max="2026-11-21"' in birthday
    assert " required" in birthday
    assert " required" not in tag(page, "gender")
    assert '<label for="f-birthday">Birthday <span class="needed" title="required">*' in page
    assert 'type="email"' in tag(page, "email")
    assert 'type="tel"' in tag(page, "phone")
    assert '<option value="F">Female</option>' in page
    assert '<option value="JP">Japan</option>' in page
    guest.cookies["openmall-language"] = "ko"
    assert '<label for="f-birthday">생일' in guest.see("/join")


def test_a_shop_that_requires_everything_is_joined_and_its_data_changed(
    world: World, guest: Guest
) -> None:
    for occasion in ("join", "edit"):
        ask(world, occasion, **dict.fromkeys(WHOLE, "TT"))
    Guest(world).join("friend", **{**WHOLE, "email": "friend@example.com", "recommend_id": "x"})
    assert [name for name in ASKED.findall(guest.see("/join")) if name in WHOLE] == [*WHOLE]

    guest.join(**WHOLE)

    page = guest.see("/account")
    shown = [name for name in ASKED.findall(page) if name in WHOLE]
    assert shown == [name for name in WHOLE if name != "recommend_id"]
    for name in {*shown} - {"gender", "country_code"}:
        assert f'value="{WHOLE[name]}"' in tag(page, name)
    assert '<option value="F" selected>Female</option>' in page
    assert '<option value="KR" selected>South Korea</option>' in page
    changed = {name: WHOLE[name] for name in shown}
    changed |= {"birthday": "1991-01-01", "wedding_anniversary": "2016-06-06", "gender": "M"}
    assert guest.done("/account", act="details", **changed) == "/account?done=saved"
    assert guest.done("/account", act="details", **changed) == "/account?done=same"
    found = kept(world)
    names = ("birthday", "wedding_anniversary", "gender")
    assert {name: str(found[name])[:10] for name in names} == {n: changed[n] for n in names}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Please fill this in."),
        ("2026-11-22", "This date is in the future or before 1900. Enter the year with four"),
        ("1899-12-31", "This date is in the future or before 1900. Enter the year with four"),
        ("0090-12-31", "This date is in the future or before 1900. Enter the year with four"),
        ("31.12.1990", "Please enter a date such as 1990-12-31."),
    ],
)
def test_a_wrong_birthday_is_told_beside_it_and_nothing_typed_is_lost(
    world: World, guest: Guest, typed: str, message: str
) -> None:
    ask(world, "join", birthday="TT", gender="TF")

    answer = guest.send("/join", **joining(birthday=typed, gender="F"))

    assert answer.status_code == 422
    assert f'id="f-birthday-problem">{message}' in answer.text
    assert 'aria-invalid="true"' in tag(answer.text, "birthday")
    assert f'value="{typed}"' in tag(answer.text, "birthday")
    assert f'value="{PERSON["cellphone"]}"' in tag(answer.text, "cellphone")
    assert '<option value="F" selected>' in answer.text
    assert world.get("customers", member_id="hana")["customers"] == []
    guest.cookies["openmall-language"] = "ko"
    korean = guest.send("/join", **joining(birthday=typed or "1800-01-01"))
    assert re.search(r'id="f-birthday-problem">[^<]*[가-힣]', korean.text)


def test_a_wrong_date_on_the_account_page_is_told_beside_it(world: World, guest: Guest) -> None:
    ask(world, "edit", birthday="TF", wedding_anniversary="TF")
    guest.join()
    assert guest.done("/account", act="details", birthday="1990-12-31") == "/account?done=saved"

    answer = guest.send("/account", act="details", wedding_anniversary="2100-01-01", name="New")

    assert answer.status_code == 422
    assert 'id="f-wedding_anniversary-problem">This date is in the future' in answer.text
    assert 'value="New"' in tag(answer.text, "name")
    assert 'value="1990-12-31"' in tag(answer.text, "birthday"), "not sent, so as it is stored"
    assert kept(world)["wedding_anniversary"] is None
    assert guest.done("/account", act="details", birthday="") == "/account?done=saved"
    assert kept(world)["birthday"] is None


def test_a_theme_that_names_its_fields_itself_works_as_before(world: World, guest: Guest) -> None:
    ask(world, "edit", birthday="TF")
    guest.join()
    guest.done("/account", act="details", birthday="1990-12-31")
    ask(world, "edit", birthday="TT", gender="TT")
    page = """<form method="post">{% render "/snippet/token.html" %}
    <input name="name" value="{{ values.name }}"><input name="email" value="{{ values.email }}">
    <input name="cellphone" value="{{ values.cellphone }}">{{ problem_message }}</form>"""
    world.post("themes/1/pages", path=default_pages.ACCOUNT, source=page)

    old = {"name": "Hana Lee", "email": "hana@example.com", "cellphone": "010-0000-0000"}
    assert guest.done("/account", act="details", **old) == "/account?done=saved"
    found = kept(world)
    assert (found["name"], str(found["birthday"])[:10]) == ("Hana Lee", "1990-12-31")
    assert found["gender"] is None, "required since then, and not on the form"
    status, _ = guest.refused("/account", act="details", **old, gender="")
    assert status == 422
    new = "battery horse correct"
    done = guest.done("/account", act="password", current_password=PASSWORD, password=new)
    assert done == "/account?done=saved", "no field keeps a customer from a new password"


def test_the_birthday_of_a_verified_customer_is_shown_and_stays(world: World, guest: Guest) -> None:
    ask(world, "edit", birthday="TT", name="TT")
    guest.join()
    guest.done("/account", act="details", birthday="1990-12-31")
    do(world, lambda call: customer_rules.verify(call, "hana"))

    page = guest.see("/account")

    assert 'value="1990-12-31"' in tag(page, "birthday")
    assert " disabled" in tag(page, "birthday")
    assert "The shop has verified your age." in said(page)
    # browsers do not send the field
    assert guest.done("/account", act="details", name="Hana Lee") == "/account?done=saved"
    assert guest.refused("/account", act="details", birthday="1980-01-01")[0] == 403
    assert str(kept(world)["birthday"])[:10] == "1990-12-31"


def test_the_password_is_asked_for_beside_what_needs_it(world: World, guest: Guest) -> None:
    guest.join()
    assert 'name="contact_password"' in guest.see("/account")

    ask(world, "edit", email="FF", cellphone="FF")

    assert 'name="contact_password"' not in guest.see("/account")


@pytest.mark.parametrize("blank", [" ", "\u200b", "\u3000\u00a0", "\u202e "])
def test_a_required_field_of_blanks_is_missing(world: World, blank: str) -> None:
    ask(world, "join", job="TT")
    ask(world, "edit", job="TT")
    hana = Guest(world)

    refused = hana.send("/join", **joining(job=blank))
    joined = hana.send("/join", **joining(job="Potter"))
    changed = hana.send("/account", act="details", job=blank)

    assert (refused.status_code, joined.status_code, changed.status_code) == (422, 303, 422)
    assert kept(world)["job"] == "Potter"
