"""The rows of automatic expirations: one for each shop, its due time and its progress."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select, update

from openmall.commerce.mileage.autoexpiration.shape import Autoexpiration
from openmall.contract.call import Call
from openmall.database.policies import no_personal_data, with_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

RULE: Final = shop_table(
    "points_autoexpiration",
    number("shop_no"),
    text("content"),
    number("due_at"),
    text("done_until"),
    backup=with_mall(watched=True),
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no",),
)
"""`content`: JSON of an Autoexpiration. `due_at`: UTC seconds, when points expire next. During a
run `done_until` is the last customer processed.
"""


class Due(Struct, frozen=True, kw_only=True):
    """An automatic expiration, its due time, and the last customer processed."""

    rule: Autoexpiration
    due_at: int
    done_until: str


_R: Final = RULE.c
_HERE: Final = (_R.mall_id == bindparam("mall_id"), _R.shop_no == bindparam("shop_no"))
_READ: Final = select(_R.content, _R.due_at, _R.done_until).where(*_HERE)
_GET: Final = Statement(_READ)
_LOCK: Final = Statement(_READ.with_for_update())
_ADD: Final = Statement(
    lambda insert: (
        insert(RULE)
        .values({c.name: bindparam(c.name) for c in _R})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no"])
    )
)
_UPDATE: Final = Statement(
    update(RULE)
    .where(*_HERE)
    .values(due_at=bindparam("due_at"), done_until=bindparam("done_until"))
)
_REMOVE: Final = Statement(delete(RULE).where(*_HERE))
_DUE: Final = Statement(
    select(_R.mall_id, _R.shop_no).where(_R.due_at <= bindparam("now")).order_by(_R.due_at),
    across_malls="a worker looks for shops whose points expire",
)
_EVERY: Final = Statement(
    select(_R.mall_id, _R.content, _R.due_at, _R.done_until),
    across_malls="a worker looks for customers who are told of points that expire",
)
_DUE_SHOPS: Final = Statement(
    select(_R.shop_no)
    .where(_R.mall_id == bindparam("mall_id"), _R.due_at <= bindparam("now"))
    .order_by(_R.due_at)
)


async def find(db: Session, shop_no: int, *, to_change: bool = False) -> Due | None:
    """Return the automatic expiration of a shop of the session's mall, or None."""
    row = await db.one(_LOCK if to_change else _GET, shop_no=shop_no)
    return None if row is None else _due(*row)


async def add(call: Call, rule: Autoexpiration, *, due_at: int) -> bool:
    """Add an automatic expiration; False: the shop has one."""
    values: dict[str, BoundValue] = {
        "shop_no": rule.shop_no,
        "content": msgspec.json.encode(rule).decode(),
        "due_at": due_at,
        "done_until": "",
    }
    return bool(await call.db.run(_ADD, **values))


async def keep(db: Session, due: Due) -> None:
    """Write the due time and the progress."""
    await db.run(_UPDATE, shop_no=due.rule.shop_no, due_at=due.due_at, done_until=due.done_until)


async def remove(call: Call) -> bool:
    """Remove the automatic expiration of the call's shop; False: it has none."""
    return bool(await call.db.run(_REMOVE, shop_no=call.shop_no))


async def every(db: Session) -> list[tuple[str, Due]]:
    """Return the automatic expirations of all malls."""
    return [(mall_id, _due(*rest)) for mall_id, *rest in await db.all(_EVERY)]


def _due(content: str, due_at: int, done_until: str) -> Due:
    rule = msgspec.json.decode(content, type=Autoexpiration)
    return Due(rule=rule, due_at=due_at, done_until=done_until)


async def due(db: Session, now: int) -> list[tuple[str, int]]:
    """Return the shops, with their mall, whose points expire now."""
    return [(row[0], row[1]) for row in await db.all(_DUE, now=now)]


async def due_in_mall(db: Session, now: int) -> list[int]:
    """Return the shops of the session's mall whose points expire now."""
    return [row[0] for row in await db.all(_DUE_SHOPS, now=now)]
