"""Two malls with some of everything, and what somebody in one may try on the other."""

import ast
import functools
import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import bindparam, select

from openmall.contract.operation import Operation
from openmall.database.schema import metadata
from openmall.database.sequences import SEQUENCE
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.every_operation.prerequisites import IN_EVERY_MALL, Row, Values
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import sources
from tests.world import Stage, World

AHEAD = 300_000
"""Numbers of the victim's begin above it, so that nothing of theirs is called as the thief's is."""
_SHORTEST = 6
"""Characters of a text that says whose it is."""
_FEW = "decoration_image"
"""A series of which a mall has 500 at most."""
_BEGIN_AT = Statement(
    lambda insert: (
        insert(SEQUENCE)
        .values(mall_id=bindparam("mall_id"), name=bindparam("name"), value=bindparam("value"))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"], set_={"value": bindparam("value")}
        )
    )
)
_SERIES = Statement(select(SEQUENCE.c.name).where(SEQUENCE.c.mall_id == bindparam("mall_id")))


def called() -> list[Row]:
    """Return every operation that is of one mall; those that end something last."""
    rows = [row for row in every_row() if row[0].name != "partner"]
    # shoppers first: what the shop sets later decides what they may
    return sorted(rows, key=lambda row: (row[0].name != "storefront", row[1].writes))


def victim(stage: Stage, thief: World, *, fewest: int = 30) -> World:
    """Return a mall whose numbers are none of the thief's, who has some of everything.

    `fewest`: series of numbers that the thief has used, at least.
    """
    made = stage.new_world(f"{thief.mall_id}-victim")
    made.product()  # which some of what is made is about

    async def used(db: Session) -> list[str]:
        return [name for (name,) in await db.all(_SERIES)]

    names = [name for name in thief.in_transaction(used) if name != _FEW]
    assert len(names) > fewest

    async def begin(db: Session) -> None:
        for name in names:
            await db.run(_BEGIN_AT, name=name, value=AHEAD)

    made.in_transaction(begin)
    return made


def whose(operation: Operation) -> list[str]:
    """Return the parts of a path that name something of one mall alone."""
    return [name for name in operation.placeholders if name not in IN_EVERY_MALL]


def reach(operation: Operation, own: Values, theirs: Values) -> Iterator[Values]:
    """Return paths in which one part, or all of them, name what is another mall's."""
    names = whose(operation)
    for name in names:
        yield own | {name: theirs[name]}
    if len(names) > 1:
        yield own | {name: theirs[name] for name in names}


def reaches(operation: Operation) -> int:
    """Return how many paths `reach` returns."""
    names = len(whose(operation))
    return names + (names > 1)


def said(text: str) -> set[str]:
    """Return what stands in an answer: texts that say something, and numbers that are far up."""
    try:
        return set(_said(json.loads(text)))
    except ValueError:
        return {text}


def kept(rows: dict[str, list[str]]) -> set[str]:
    """Return what stands in a mall's rows."""
    return {each for found in rows.values() for row in found for each in _said(json.loads(row))}


def _said(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value[:1] in ("{", "["):
            try:
                yield from _said(json.loads(value))
                return
            except ValueError:
                pass
        if len(value) >= _SHORTEST:
            yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _said(each)
    elif isinstance(value, list):
        for each in value:
            yield from _said(each)
    elif type(value) is int and AHEAD < value < 2 * AHEAD:
        yield str(value)


@functools.cache
def ours() -> frozenset[str]:
    """Return every text that stands in the program: of those, none is a mall's."""
    return frozenset(
        node.value
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def columns(rows: dict[str, list[str]]) -> dict[str, Any]:
    """Return what a mall has under each name of a column: the last that is there."""
    found: dict[str, Any] = {}
    for table in metadata().sorted_tables:
        for row in rows.get(table.name, ()):
            for column, value in zip(table.c, json.loads(row), strict=True):
                if value not in (None, "", 0):
                    found[column.name] = value
    return found
