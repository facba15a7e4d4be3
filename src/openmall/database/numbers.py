"""Numbers that count up within a mall: product numbers, category numbers, log entries."""

from typing import Final

from sqlalchemy import bindparam

from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement

COUNTER: Final = shop_table("counter", text("name"), number("value"), key=("name",))

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


async def take(db: Session, name: str, *, count: int = 1) -> int:
    """Return the first of `count` new numbers of the mall's series `name`; series start at 1.

    The numbers are the caller's when its transaction commits; an undone one gives them back.
    """
    row = await db.one(_TAKE, name=name, step=count)
    assert row is not None
    last: int = row[0]
    return last - count + 1
