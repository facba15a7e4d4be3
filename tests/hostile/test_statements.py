"""However many values a filter is given, no statement is built for their number."""

import functools
import gc

import pytest
from msgspec import inspect

from openmall.contract.operation import Operation
from openmall.database.statements import StatementCache
from tests.every_operation.operation_calls import least, send_raw, things, url
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row
from tests.world import World

pytestmark = pytest.mark.both_stores
MOST = 100


def _lists(operation: Operation) -> list[str]:
    """Return the filters of an operation that take any text, several at once."""
    found = []
    for name, field in operation.fields.items():
        kinds = field.type.types if isinstance(field.type, inspect.UnionType) else [field.type]
        for kind in kinds:
            inner = kind.item_type if isinstance(kind, inspect.ListType) else None
            if isinstance(inner, inspect.StrType) and inner.pattern is None:
                found.append(name)
    return found


def _listing() -> list[Row]:
    return [
        row
        for row in every_row()
        if row[0].name in ("admin", "storefront")
        and row[1].method == "GET"
        and row[1].answers in ("many", "count")
        and _lists(row[1])
    ]


@functools.cache
def _caches() -> list[StatementCache]:
    """Return the caches of statements by the shape of a query; modules made them at import."""
    gc.unfreeze()
    return [each for each in gc.get_objects() if isinstance(each, StatementCache)]


def _statements() -> int:
    """Return how many statements are remembered."""
    return sum(len(each._cache) for each in _caches())


def test_no_statement_is_built_for_a_number_of_values(world: World) -> None:
    growing, tried = {}, 0
    for row in _listing():
        api, operation = row
        values = {name: str(each) for name, each in _values(world, row).items()}
        known = 0
        for count in (2, 3, 7, MOST):
            texts = {
                name: ",".join(f"{name[:3]}{at}" for at in range(count))
                for name in _lists(operation)
            }
            world.stage.forget_counts()
            answer = send_raw(
                world, api, "GET", url(row, things(world, operation)), params={**values, **texts}
            )
            assert answer.status_code in (200, 404, 422), (operation.name, answer.text)
            tried += answer.status_code == 200
            before, known = known, _statements()
            if before and known > before:
                growing[f"{api.name} {operation.name}"] = (count, known - before)
    assert growing == {}
    assert tried > 30


def _values(world: World, row: Row) -> dict[str, object]:
    _, operation = row
    return dict(least(world, operation, things(world, operation)))
