"""A first value above the last is refused, in every operation that has fields of a range."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from openmall.contract import params, ranges
from openmall.contract.currency_units import structs
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from tests.every_operation.registry_rows import every_row
from tests.world import World


def _ranges() -> Iterator[tuple[type[msgspec.Struct], str, str]]:
    """Yield every range of every operation's parameters, nested ones as well."""
    for struct in _structs():
        yield from ((struct, *pair) for pair in ranges.pairs(struct))


def _structs() -> Iterator[type[msgspec.Struct]]:
    """Yield every struct of parameters."""
    waiting = [operation.takes for _, operation in every_row()]
    known: set[type] = set()
    while waiting:
        struct = waiting.pop()
        if struct not in known:
            known.add(struct)
            waiting += structs(inspect.type_info(struct))
            for field in msgspec.structs.fields(struct):
                waiting += structs(inspect.type_info(field.type))
            yield struct


def _reversed(kind: Any) -> tuple[Any, Any] | None:
    """Return two values of a type in the wrong order; None: the type has no order."""
    for low, high in (("2026-02-01", "2026-01-01"), (20, 10), ("20", "10"), ("2", "1")):
        try:
            values = [
                msgspec.convert(each, kind, strict=False, dec_hook=params.from_text)
                for each in (low, high)
            ]
        except msgspec.ValidationError:
            continue
        if all(isinstance(each, int | Decimal | date | datetime) for each in values):
            return values[0], values[1]
    return None


def test_every_range_is_compared_or_has_a_reason_not_to_be() -> None:
    texts, marked, compared = set(), set(), 0
    for struct, first, last in _ranges():
        if fields_of(struct)[first].range_rule:
            marked.add(first)
            continue
        types = {each.name: each.type for each in msgspec.structs.fields(struct)}
        values = _reversed(types[first])
        if values is None:
            texts.add(first)
            continue
        made = msgspec.defstruct("Made", [(first, types[first]), (last, types[last])])
        with pytest.raises(Invalid, match=f"parameter.{last}|is above|before the start") as error:
            ranges.require_ordered(made(*values))
        assert error.value.parameter == last
        ranges.require_ordered(made(*reversed(values)))
        ranges.require_ordered(made(values[0], values[0]))
        compared += 1

    assert compared > 90
    # compared by the rule of the resource
    assert texts == {"start_hour", "start_month", "wished_delivery_start_hour"}
    assert len(marked) > 8


def test_every_mark_is_at_the_first_field_of_a_range() -> None:
    begins = {(struct, first) for struct, first, _ in _ranges()}
    marks = {
        (struct, name)
        for struct in _structs()
        for name, field in fields_of(struct).items()
        if field.range_rule
    }
    assert marks <= begins


@pytest.mark.parametrize(
    ("path", "query", "said"),
    [
        ("products", "price_min=20&price_max=10", "`price_min` is above `price_max`."),
        (
            "products/count",
            "created_start_date=2026-02-01&created_end_date=2026-01-01",
            "The end lies before the start.",
        ),
        ("scripttags", "updated_start_date=2026-02-01&updated_end_date=2026-01-01", "The end"),
    ],
)
def test_a_search_is_refused(world: World, path: str, query: str, said: str) -> None:
    answer = world.call("GET", f"{path}?{query}")

    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["message"].startswith(said)
    assert error["more_info"]["parameter"] == query.split("&")[1].partition("=")[0]


def test_a_creation_and_a_partial_change_are_refused_and_change_nothing(world: World) -> None:
    days = {"start_date": "2026-02-01", "end_date": "2026-01-01"}
    draft = {"product_name": "Milk", "price": "1", "supply_price": "1", "expiration_date": days}
    created = world.call("POST", "products", json={"request": draft})
    assert created.status_code == 422, created.text
    assert created.json()["error"]["more_info"]["parameter"] == "expiration_date.end_date"
    number = world.product()["product_no"]
    path = f"products/{number}"

    def put(**period: int) -> int:
        change = {"shipping_period": period, "shipping_scope": "A"}
        body = {"request": {**change, "product_shipping_type": "C"}}
        return int(world.call("PUT", path, json=body).status_code)

    assert put(minimum=9, maximum=2) == 422

    assert put(minimum=2, maximum=5) == 200
    for period in ({"minimum": 9}, {"maximum": 1}):
        assert put(**period) == 422, period
    stored = world.get(path)["product"]["shipping_period"]
    assert (stored["minimum"], stored["maximum"]) == (2, 5)
