"""From a path to the rows that answer it."""

from typing import Any

import pytest

from openmall.api.pipeline.router import Router
from openmall.contract.call import Call
from openmall.contract.declaration_error import DeclarationError
from openmall.contract.operation import Operation, delete, get
from openmall.contract.params import EntityNo, Params


class Path(Params, frozen=True, kw_only=True):
    a: EntityNo = 1
    b: EntityNo = 1


async def _nothing(call: Call, params: Path) -> Path:
    return params


def _row(path: str, make: Any = get) -> Operation:
    row: Operation = make(
        path, _nothing, takes=Path, gives=Path, key="x", scope="mall.read_store"
    )  # fmt: skip
    return row


ROUTER = Router(
    [
        _row("things"),
        _row("things/{a}"),
        _row("things/{a}", delete),
        _row("things/count"),
        _row("things/{a}/parts/{b}"),
        _row("things/count/log"),
    ]
)


@pytest.mark.parametrize(
    ("path", "row", "values"),
    [
        ("things", "GET things", []),
        ("things/7", "GET things/{a}", ["7"]),
        ("things/count", "GET things/count", []),
        ("things/count/log", "GET things/count/log", []),
        ("things/7/parts/8", "GET things/{a}/parts/{b}", ["7", "8"]),
        ("things/count/parts/8", "GET things/{a}/parts/{b}", ["count", "8"]),
    ],
)
def test_a_literal_segment_wins_over_a_placeholder(path: str, row: str, values: list[str]) -> None:
    found = ROUTER.find(path.split("/"))
    assert found is not None
    assert (found[0]["GET"].name, found[1]) == (row, values)


@pytest.mark.parametrize(
    "path", ["", "thing", "things/", "things//parts/8", "things/7/parts", "things/7/parts/8/9"]
)
def test_nothing_answers_any_other_path(path: str) -> None:
    assert ROUTER.find(path.split("/")) is None


def test_the_methods_of_a_path_are_found_together() -> None:
    found = ROUTER.find(["things", "7"])
    assert found is not None
    assert list(found[0]) == ["GET", "DELETE"]


def test_two_rows_for_the_same_method_and_path_stop_the_program() -> None:
    with pytest.raises(DeclarationError, match=r"GET things/\{b\}: two rows answer it"):
        Router([_row("things/{a}"), _row("things/{b}")])
