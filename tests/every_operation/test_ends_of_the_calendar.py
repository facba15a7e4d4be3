"""A date at an end of the calendar is stored, or refused by name: nothing is calculated beyond it.

Where a write takes one, what is there is read again, since reads calculate with it as well.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.http.refusals import BEYOND_CALCULATION
from tests.every_operation import examples
from tests.every_operation.examples import Trial
from tests.every_operation.operation_calls import least, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row, rows_where
from tests.every_operation.shared_malls import Ready
from tests.every_operation.test_bounds import tried

ENDS = (
    "9999-12-31",
    "9999-12-31T23:59:59+09:00",
    "9999-12-31T23:59:59-12:00",
    "9999-12-01",
    "0001-01-01",
    "0001-01-01T00:00:00+14:00",
)
_NAMED = re.compile(r"date|day|birth|since|until|(^|_)at$|month|anniversary|begin|end$")
"""Names of parameters that are dates, whatever their type is."""


def _trials(operation: Operation) -> Iterator[Trial]:
    """Yield each date of an operation at each end of the calendar."""
    for field in operation.fields.values():
        for name, wrapped in _dates(field, field.name):
            for end in ENDS:
                yield Trial(name, wrapped(end), field.name)


def _dates(field: Field, name: str) -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield the dates of a field: name, and what makes a value of the field of one."""
    kind = examples.alone(field.type)
    inner = examples.alone(kind.item_type) if isinstance(kind, inspect.ListType) else kind
    listed = inner is not kind

    def wrap(value: Any) -> Any:
        return [value] if listed else value

    if isinstance(inner, inspect.StructType):
        whole = examples.valid(inner)
        for each in fields_of(inner.cls).values():
            for below, wrapped in _dates(each, f"{name}.{each.name}"):
                yield (
                    below,
                    lambda end, part=each.name, made=wrapped: wrap({**whole, part: made(end)}),
                )
    elif _NAMED.search(name.rpartition(".")[2]) and not isinstance(
        inner, inspect.LiteralType | inspect.IntType | inspect.BoolType
    ):
        yield name, wrap


def _has_dates(row: Row) -> bool:
    return next(_trials(row[1]), None) is not None


def _reads(row: Row) -> Iterator[Row]:
    """Yield the reads of what a write changes."""
    api, written = row
    names = set(written.placeholders)
    for other, operation in every_row():
        near = written.path.startswith(operation.path) or operation.path.startswith(written.path)
        if other is api and not operation.writes and near and names >= set(operation.placeholders):
            yield other, operation


@rows_where("row", _has_dates)
def test_no_call_calculates_beyond_the_calendar(ready: Ready, row: Row) -> None:
    world, path, values, _ = ready(row)
    wrong: dict[str, Any] = {}
    for trial in _trials(row[1]):
        if row[1].method == "DELETE":
            path = things(world, row[1])
        needed = least(world, row[1], path) if row[1].writes else values
        status, message = tried(world, row, needed, path, trial)
        if status >= 500 or message.startswith(BEYOND_CALCULATION.message):
            wrong[f"{trial.parameter}={trial.value!r:.60}"] = (status, message)
        if not row[1].writes or status >= 400:
            continue
        for read in _reads(row):
            told = send(world, read, {}, {name: path[name] for name in read[1].placeholders})
            if told.status_code >= 500 or BEYOND_CALCULATION.message in told.text:
                wrong[f"{trial.parameter}={trial.value!r:.60}: {read[1].name}"] = told.text
    assert wrong == {}
