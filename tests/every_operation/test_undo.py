"""An undone write leaves the rows as they were, apart from logs, numbers and named dates."""

from typing import Any

import msgspec
import pytest

from openmall.commerce.undo.table_policies import POLICIES, Left, Reverted
from openmall.commerce.undo.tables import WRITE
from openmall.database import ngrams
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.prerequisites.writes import recording
from tests.world import World

pytestmark = pytest.mark.both_stores
UNDONE: frozenset[str] = frozenset()
"""The operations whose write, as the sweeps make it, can be undone. Each other one says why not."""


def test_an_undone_write_leaves_the_rows_as_they_were(world: World, writing: Row) -> None:
    api, operation = writing
    path = things(world, operation)
    values = least(world, operation, path)
    before = _store(world)
    with recording(world):
        assert send(world, writing, values, path).is_success
    found = world.get("writes", limit=1)["writes"]
    if api.name != "admin" or not found or found[0]["operation"] != operation.name:
        assert operation.name not in UNDONE
        return
    [write] = found
    if write["state"] == "refused":
        assert write["reason"]
        assert operation.name not in UNDONE
        return

    answer = world.call("POST", f"writes/{write['write_no']}/undo", json={"request": {}})

    assert answer.status_code == 201, answer.text
    assert answer.json()["write"]["reverted"] == len(answer.json()["write"]["changes"])
    after = _store(world)
    assert {name for name in after if after[name] != before.get(name, [])} == set()
    assert operation.name in UNDONE


def _store(world: World) -> dict[str, list[Any]]:
    """Return the rows that an undo restores, without the dates that it sets."""
    found: dict[str, list[Any]] = {}
    for name, lines in rows(world).items():
        policy = POLICIES.get(name)
        if name == WRITE.name or isinstance(policy, Left):
            continue
        touched = policy.touched if isinstance(policy, Reverted) else ""
        found[name] = [_row(name, line, touched) for line in lines]
    found["product_part"] = [each for each in found["product_part"] if each["product_nos"]]
    return found


def _row(name: str, line: str, touched: str) -> Any:
    row = msgspec.json.decode(line)
    row.pop(touched, None)
    if name == "product_part":
        # the order in which products were added says nothing
        row["product_nos"] = sorted(ngrams.decode(row["block"], row["product_nos"]))
    return row
