"""What a shop asks people for who join, and who change what they said."""

from typing import Any

from tests.every_operation.operation_calls import rows
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
