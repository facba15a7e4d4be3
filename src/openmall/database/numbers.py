"""Sequences of numbers within a mall: product numbers, category numbers, log entries."""

from typing import Any, Final

from sqlalchemy import bindparam, delete, select

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Build, Statement

COUNTER: Final = shop_table(
    "counter",
    text("name"),
    number("value"),
    backup=WITH_MALL,
    personal_data=no_personal_data("the next free number of everything"),
    key=("name",),
)

_TAKE: Final = Statement(
    lambda insert: (
        insert(COUNTER)
        .values(mall_id=bindparam("mall_id"), name=bindparam("name"), value=bindparam("step"))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"],
            set_={"value": COUNTER.c.value + bindparam("step")},
        )
        .returning(COUNTER.c.value)
    )
)


def _take_each(names: int) -> Build:
    """Return the statement that takes numbers of several series, which are bound by position."""
    rows: list[dict[str, Any]] = [
        {
            "mall_id": bindparam("mall_id"),
            "name": bindparam(f"name_{at}"),
            "value": bindparam(f"step_{at}"),
        }
        for at in range(names)
    ]
    return lambda insert: (
        (adding := insert(COUNTER).values(rows))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"],
            set_={"value": COUNTER.c.value + adding.excluded.value},
        )
        .returning(COUNTER.c.name, COUNTER.c.value)
    )


_TAKEN: Final = Statement(
    select(COUNTER.c.value).where(
        COUNTER.c.mall_id == bindparam("mall_id"), COUNTER.c.name == bindparam("name")
    )
)
_TAKE_TWO: Final = Statement(_take_each(2))

_DROP: Final = Statement(
    delete(COUNTER).where(
        COUNTER.c.mall_id == bindparam("mall_id"), COUNTER.c.name == bindparam("name")
    )
)


async def drop(db: Session, name: str) -> None:
    """Delete a series of numbers of the mall."""
    await db.run(_DROP, name=name)


async def take_two(db: Session, one: tuple[str, int], other: tuple[str, int]) -> dict[str, int]:
    """Take numbers of two series in one statement: (name, count) each; return name -> first."""
    (name_0, step_0), (name_1, step_1) = one, other
    rows = await db.all(_TAKE_TWO, name_0=name_0, step_0=step_0, name_1=name_1, step_1=step_1)
    counts = dict((one, other))
    return {name: last - counts[name] + 1 for name, last in rows}


async def take(db: Session, name: str, *, count: int = 1) -> int:
    """Allocate `count` numbers of the mall's series `name` and return the first; series start at 1.

    They are allocated when the transaction commits; a rollback returns them.
    """
    row = await db.one(_TAKE, name=name, step=count)
    assert row is not None
    last: int = row[0]
    return last - count + 1


async def taken(db: Session, name: str) -> int:
    """Return how many numbers of the mall's series `name` were allocated."""
    row = await db.one(_TAKEN, name=name)
    return row[0] if row else 0
