"""What a shop asks people for who join, and who change what they said."""

from datetime import date
from typing import Any, get_args

import msgspec
import pytest

from openmall.api import shop_pages, storefront
from openmall.commerce.customer.customers import personal_dates
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.properties import Key
from openmall.commerce.personal.accounts.shape import Myself
from openmall.contract.errors import Invalid
from openmall.transfer.imports.customer_rows import CustomerRows
from tests.commerce.customer.customer_setup import do
from tests.every_operation.operation_calls import rows
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World

PATH = "customers/properties"


def asked(world: World, **query: Any) -> dict[str, tuple[str, str]]:
    [found] = world.get(PATH, **query)["properties"]
    assert (found["shop_no"], found["type"]) == (
        query.get("shop_no", 1),
        query.get("type", "join"),
    )
    return {each["key"]: (each["use"], each["required"]) for each in found["properties"]}


def test_a_new_shop_asks_for_what_it_needs_to_write_and_send(world: World) -> None:
    found = asked(world)

    assert {key for key, (use, _) in found.items() if use == "T"} == {
        "name", "email", "cellphone", "zipcode", "address1", "address2",
    }  # fmt: skip
    assert {key for key, (_, required) in found.items() if required == "T"} == {"name", "email"}
    assert len(found) == 22
    assert asked(world, type="edit") == found


def test_what_is_named_changes_on_one_occasion_in_one_shop(world: World) -> None:
    before = asked(world)

    answer = world.put(
        PATH,
        2,
        type="edit",
        properties=[{"key": "job", "use": "T"}, {"key": "email", "required": "F"}],
    )

    assert (answer["property"]["shop_no"], answer["property"]["type"]) == (2, "edit")
    after = {**before, "job": ("T", "F"), "email": ("T", "F")}
    assert asked(world, shop_no=2, type="edit") == after
    assert asked(world, shop_no=2) == asked(world, type="edit") == before


def test_an_unknown_property_is_refused(world: World) -> None:
    before = rows(world)

    answer = world.call(
        "PUT", PATH, json={"request": {"type": "join", "properties": [{"key": "shoe_size"}]}}
    )

    assert answer.status_code == 422
    assert answer.json()["error"]["message"].endswith("(parameter.properties.key)")
    assert rows(world) == before


IDENTIFYING = {"birthday", "wedding_anniversary", "job", "nick_name"}
"""Fields that only operations take which are about a customer, not about an address."""
LEFT_OUT = {
    ("PUT customers/me", "recommend_id"): "who recommended the shop is said once, on joining",
}


def test_what_a_shop_can_require_is_taken_by_every_operation_of_a_customers_data() -> None:
    # a required field that no operation takes would be missing for ever
    keys = {*get_args(Key)}
    takers = {
        f"{each.method} {each.path}": keys - each.fields.keys()
        for api in (storefront.api(), shop_pages.api())
        for each in api.operations
        if each.method in ("POST", "PUT") and each.fields.keys() & IDENTIFYING
    }

    missing = {(name, key) for name, left in takers.items() for key in left}
    assert takers.keys() == {"POST customers", "POST socials/customers", "PUT customers/me"}
    assert missing == LEFT_OUT.keys()
    assert keys <= {each.name for each in msgspec.structs.fields(Myself)}


def require(world: World, occasion: str, *keys: str) -> None:
    asked = [{"key": key, "use": "T", "required": "T"} for key in keys]
    world.put(PATH, type=occasion, properties=asked)


def test_a_required_wedding_anniversary_is_said_on_joining_and_changed_later(world: World) -> None:
    require(world, "join", "wedding_anniversary")
    require(world, "edit", "wedding_anniversary")
    hana = Shopper(world)
    agreed = {"agree_terms": "T", "agree_privacy": "T", "password": PASSWORD, "name": "Hana"}
    person = {"member_id": "hana", "email": "hana@example.com", **agreed}

    refused = hana.refused("POST", "customers", **person)
    hana.sign_up(wedding_anniversary="2015-05-05")

    assert refused[0] == 422
    assert refused[1].endswith("(parameter.wedding_anniversary)")
    assert hana.get("customers/me")["wedding_anniversary"] == "2015-05-05"
    changed = hana.send("PUT", "customers/me", wedding_anniversary="2016-06-06")
    assert changed["wedding_anniversary"] == "2016-06-06"
    assert hana.refused("PUT", "customers/me", wedding_anniversary=None)[0] == 422


def test_what_is_required_later_keeps_nobody_from_changing_something_else(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    require(world, "edit", "birthday")

    hana.send("PUT", "customers/me", news_mail="T")

    hana.send("PUT", "customers/me", current_password=PASSWORD, password="another password")
    assert hana.refused("PUT", "customers/me", birthday=None, name="New")[0] == 422
    assert hana.get("customers/me")["name"] == "Hana Kim"


@pytest.mark.parametrize("name", personal_dates.NAMES)
@pytest.mark.parametrize(
    ("day", "is_taken"),
    [("1899-12-31", False), ("1900-01-01", True), ("2026-11-21", True), ("2026-11-22", False)],
)
def test_a_date_of_no_lifetime_is_refused_by_name_wherever_it_is_written(
    world: World, name: str, day: str, is_taken: bool
) -> None:
    for occasion in ("join", "edit"):
        world.put(PATH, type=occasion, properties=[{"key": name, "use": "T"}])
    min_, hana = Shopper(world), Shopper(world)
    hana.sign_up()
    joining = {"member_id": "minsu", "password": PASSWORD, "name": "Min", "email": "min@x.example"}
    joining |= {"agree_terms": "T", "agree_privacy": "T", name: day}
    before = rows(world)
    row = {"member_id": "bada01", "name": "Bada", name: date.fromisoformat(day)}
    imported = {**row, "member_id": "hana"}

    answers = {
        "join": min_.ask("POST", "customers", json={"request": joining}),
        "edit": hana.ask("PUT", "customers/me", json={"request": {name: day}}),
    }
    if name == "birthday":
        request = {"request": {"birthday": day, "sms": "T"}}
        answers["shop"] = world.call("PUT", "customersprivacy/hana", json=request)

    if is_taken:
        assert {each.is_success for each in answers.values()} == {True}
        assert do(world, lambda call: CustomerRows().write(call, row)) == "new"
        return
    for each in answers.values():
        assert each.status_code == 422, each.text
        error = each.json()["error"]
        assert error["more_info"]["reason"] == "personal_date_out_of_bounds"
        assert error["more_info"]["parameter"] == name
    for given in (row, imported):
        with pytest.raises(Invalid) as refused:
            do(world, lambda call, given=given: CustomerRows().write(call, given))
        assert refused.value.parameter == name
    assert rows(world) == before


def test_a_date_that_was_stored_before_stays_while_something_else_changes(world: World) -> None:
    world.put(PATH, type="edit", properties=[{"key": "birthday", "use": "T"}])
    hana = Shopper(world)
    hana.sign_up()
    old = {"birthday": date(1890, 1, 1)}
    do(world, lambda call: customer_store.change_person(call, "hana", old))

    hana.send("PUT", "customers/me", birthday="1890-01-01", name="Hana Lee")
    world.put("customersprivacy/hana", birthday="1890-01-01", sms="T")
    row = {"member_id": "hana", "name": "Bada", **old}

    assert do(world, lambda call: CustomerRows().write(call, row)) == "changed"
    assert hana.get("customers/me")["name"] == "Bada"
