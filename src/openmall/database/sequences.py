"""Sequences of numbers within a mall: product numbers, category numbers, log entries."""

from typing import Final

from sqlalchemy import BindParameter, bindparam, delete, select

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Build, Statement
from openmall.database.undo_policies import Left

SEQUENCE: Final = shop_table(
    "counter",
    text("name"),
    number("value"),
    backup=WITH_MALL,
    undo=Left("numbers are not used again"),
    personal_data=no_personal_data("the next free number of everything"),
    key=("name",),
)

_ALLOCATE: Final = Statement(
    lambda insert: (
        insert(SEQUENCE)
        .values(mall_id=bindparam("mall_id"), name=bindparam("name"), value=bindparam("step"))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"],
            set_={"value": SEQUENCE.c.value + bindparam("step")},
        )
        .returning(SEQUENCE.c.value)
    )
)


def _allocate_each(names: int) -> Build:
    """Return the statement that takes numbers of several series, which are bound by position."""
    rows: list[dict[str, BindParameter[str] | BindParameter[int]]] = [
        {
            "mall_id": bindparam("mall_id"),
            "name": bindparam(f"name_{at}"),
            "value": bindparam(f"step_{at}"),
        }
        for at in range(names)
    ]
    return lambda insert: (
        (insertion := insert(SEQUENCE).values(rows))
        .on_conflict_do_update(
            index_elements=["mall_id", "name"],
            set_={"value": SEQUENCE.c.value + insertion.excluded.value},
        )
        .returning(SEQUENCE.c.name, SEQUENCE.c.value)
    )


_ALLOCATED: Final = Statement(
    select(SEQUENCE.c.value).where(
        SEQUENCE.c.mall_id == bindparam("mall_id"), SEQUENCE.c.name == bindparam("name")
    )
)
_LAST_NUMBERS: Final = Statement(
    select(SEQUENCE.c.name, SEQUENCE.c.value)
    .where(SEQUENCE.c.mall_id == bindparam("mall_id"))
    .order_by(SEQUENCE.c.name)
)
_ALLOCATE_TWO: Final = Statement(_allocate_each(2))

_DELETE: Final = Statement(
    delete(SEQUENCE).where(
        SEQUENCE.c.mall_id == bindparam("mall_id"), SEQUENCE.c.name == bindparam("name")
    )
)


async def drop(db: Session, name: str) -> None:
    """Delete a series of numbers of the mall."""
    await db.run(_DELETE, name=name)


async def allocate_two(db: Session, one: tuple[str, int], other: tuple[str, int]) -> dict[str, int]:
    """Take numbers of two series in one statement: (name, count) each; return name -> first."""
    (name_0, step_0), (name_1, step_1) = one, other
    rows = await db.all(_ALLOCATE_TWO, name_0=name_0, step_0=step_0, name_1=name_1, step_1=step_1)
    counts = dict((one, other))
    return {name: last - counts[name] + 1 for name, last in rows}


async def allocate(db: Session, name: str, *, count: int = 1) -> int:
    """Allocate `count` numbers of the mall's series `name` and return the first; series start at 1.

    They are allocated when the transaction commits; a rollback returns them.
    """
    row = await db.one(_ALLOCATE, name=name, step=count)
    assert row is not None
    last: int = row[0]
    return last - count + 1


async def allocated(db: Session, name: str) -> int:
    """Return how many numbers of the mall's series `name` were allocated."""
    row = await db.one(_ALLOCATED, name=name)
    return row[0] if row else 0


async def last_numbers(db: Session) -> dict[str, int]:
    """Return the last number of every series of the mall."""
    return {row[0]: row[1] for row in await db.all(_LAST_NUMBERS)}
