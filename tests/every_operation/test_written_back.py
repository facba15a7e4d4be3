"""What a GET answers may be sent back by the PUT beside it, and changes nothing."""

from typing import Any

from msgspec import inspect

from tests.every_operation.operation_calls import least, rows, send, succeed, things
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, rows_where
from tests.world import World

OTHERWISE = {
    "PUT currency": "a rate that is sent is the merchant's own from then on",
    "PUT products/{product_no}/approve": "a request is made by naming a state: there is none yet",
    "PUT suppliers/users/{user_id}": "names are read as one text and taken for each shop",
}
"""Updates that by the specification do not take what is read, and why."""
NOT_READ = {
    ("PUT boards/setting", "spam_auto_prevention"): "its secret key is sent with it, never read",
}
"""Parameters that are not read whole."""
TRACES = ("activity_log", "event", "event_outbox", "counter")
_PRODUCT = "products/{product_no}"


def _read(row: Row) -> Row | None:
    """Return the operation that reads what another one updates."""
    for api, operation in every_row():
        if api is row[0] and (operation.method, operation.path) == ("GET", row[1].path):
            return (api, operation)
    return None


def _is_read(row: Row) -> bool:
    reading = _read(row) if row[1].method == "PUT" and row[1].name not in OTHERWISE else None
    return reading is not None and reading[1].answers == "one"


@rows_where("updating", _is_read)
def test_what_was_read_may_be_written_back(world: World, updating: Row) -> None:
    reading = _read(updating)
    assert reading is not None
    path = things(world, updating[1])
    read = send(world, reading, least(world, reading[1], path), path)
    if read.status_code == 404:
        # it comes into being with the first update
        succeed(world, updating, least(world, updating[1], path), path)
        read = send(world, reading, least(world, reading[1], path), path)
    assert read.status_code == 200, read.text
    found = read.json()[reading[1].key]
    values = _taken(updating, found[0] if isinstance(found, list) else found, path)
    before = _kept(world)

    answer = send(world, updating, values, path)

    assert (answer.status_code in (200, 409), _kept(world) == before) == (True, True), (
        f"{answer.text} {values}"
    )


def test_products_of_every_code_may_be_written_back(world: World) -> None:
    [updating] = [row for row in every_row() if row[1].name == f"PUT {_PRODUCT}"][:1]
    number = world.product(price="1000", supply_price="700")["product_no"]
    path = f"products/{number}"
    changes: list[Values] = [
        {"tax_type": "A", "tax_rate": 100}, {"tax_rate": 1},
        {"use_icon_exposure_term": "T", "icon_exposure_begin_datetime": "2026-11-01",
         "icon_exposure_end_datetime": "2026-11-30"},
        {"expiration_date": {"start_date": "2026-01-01", "end_date": "2026-10-31"}},
        {"expiration_date": None}, {"price_content": "Ask us"}, {"price_content": None},
        {"size_guide": {"use": "T", "type": "default", "default": "Male"}},
    ]  # fmt: skip
    changes += [
        {name: code}
        for name, field in updating[1].fields.items()
        for code in (field.type.values if isinstance(field.type, inspect.LiteralType) else ())
        if name != "use_icon_exposure_term"
    ]
    wrong = {}
    for change in changes:
        made = world.call("PUT", path, json={"request": change})
        assert made.status_code in (200, 409), (change, made.text)
        read = world.get(path)["product"]
        answer = world.call("PUT", path, json={"request": _taken(updating, read, {})})
        if answer.status_code != 409:
            wrong[str(change)] = answer.text
    assert wrong == {}


def test_a_taxed_product_has_a_rate(world: World) -> None:
    number = world.product(tax_type="C")["product_no"]
    path = f"products/{number}"
    refused = [
        world.call("PUT", path, json={"request": {"tax_type": "A", "tax_rate": 0}}),
        world.call("POST", "products", json={"request": {
            "product_name": "Cup", "supply_price": "1", "price": "1000", "tax_rate": 0,
        }}),
    ]  # fmt: skip

    assert [each.status_code for each in refused] == [422, 422]
    assert all("(parameter.tax_rate)" in each.text for each in refused)
    assert world.get(path)["product"]["tax_type"] == "C"
    taxed = world.put(path, tax_type="A")["product"]
    assert (taxed["tax_rate"], taxed["price"]) == (10, world.get(path)["product"]["price"])


def _taken(row: Row, found: dict[str, Any], path: Values) -> Values:
    """Return the fields of an answer that an update takes."""
    taken = {
        name: value
        for name, value in found.items()
        if name in row[1].fields and name not in path and (row[1].name, name) not in NOT_READ
    }
    required = [name for name, field in row[1].fields.items() if field.required]
    return ({"shop_no": 1} if "shop_no" in required else {}) | taken


def _kept(world: World) -> dict[str, list[str]]:
    return {name: each for name, each in rows(world).items() if name not in TRACES}
