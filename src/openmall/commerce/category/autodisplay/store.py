"""The rows of rules of automatic display."""

from typing import Final

import msgspec
from sqlalchemy import BigInteger, Index, UniqueConstraint, bindparam, delete, select, update

from openmall.commerce.category.autodisplay.schedule import next_renewal
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.contract.call import Call
from openmall.database.policies import no_personal_data, with_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

RULE: Final = shop_table(
    "autodisplay",
    number("display_no"),
    number("shop_no"),
    text("place"),
    number("due_at", null=True),
    text("content"),
    UniqueConstraint("mall_id", "place", name="uq_autodisplay_place"),
    backup=with_mall(watched=True),
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("display_no",),
    wide=True,
)
"""`due_at`: the next renewal, UTC seconds. `content`: JSON."""
Index("ix_autodisplay_due", RULE.c.mall_id, RULE.c.due_at, RULE.c.display_no)

_R: Final = RULE.c
_MALL: Final = _R.mall_id == bindparam("mall_id")
_ONE: Final = (_MALL, _R.display_no == bindparam("display_no"))
_OF_MALL: Final = Statement(select(_R.content, _R.due_at).where(_MALL).order_by(_R.display_no))
_GET: Final = Statement(select(_R.content, _R.due_at).where(*_ONE))
_GET_TO_CHANGE: Final = Statement(select(_R.content, _R.due_at).where(*_ONE).with_for_update())
_ADD: Final = Statement(
    lambda insert: (
        insert(RULE)
        .values({c.name: bindparam(c.name) for c in _R})
        .on_conflict_do_nothing(index_elements=["mall_id", "place"])
    )
)
_SET: Final = Statement(
    update(RULE).where(*_ONE).values(content=bindparam("content"), due_at=bindparam("due_at"))
)
_CLAIM: Final = Statement(
    update(RULE)
    .where(*_ONE, _R.due_at.is_not_distinct_from(bindparam("seen", type_=BigInteger())))
    .values(due_at=bindparam("next_at"))
)
_POSTPONE: Final = Statement(update(RULE).where(*_ONE).values(due_at=bindparam("due_at")))
_REMOVE: Final = Statement(delete(RULE).where(*_ONE))
_DELETE_OF_PLACES: Final = Statement(delete(RULE).where(_MALL, InList(_R.place, "places")))
_FIND_BY_PLACE: Final = Statement(
    select(_R.display_no).where(_MALL, _R.place == bindparam("place"))
)
_DUE: Final = Statement(
    select(_R.mall_id, _R.display_no)
    .where(_R.due_at <= bindparam("now"))
    .order_by(_R.due_at)
    .limit(bindparam("most")),
    across_malls="a worker looks for the displays that are to be renewed",
)


class StoredRule(msgspec.Struct, frozen=True):
    """A stored rule, and its next renewal."""

    rule: Rule
    due_at: int | None


async def of_mall(db: Session) -> list[StoredRule]:
    """Return the rules of every shop of a mall, by number."""
    return [_stored_rule(row) for row in await db.all(_OF_MALL)]


async def find(db: Session, display_no: int, *, to_change: bool = False) -> StoredRule | None:
    """Return a rule of the mall, or None; `to_change` locks it."""
    row = await db.one(_GET_TO_CHANGE if to_change else _GET, display_no=display_no)
    return None if row is None else _stored_rule(row)


async def add(call: Call, rule: Rule) -> bool:
    """Add a rule, unless its display has one; return whether it was added."""
    values = {"shop_no": rule.shop_no, "place": rule.place, **_values(call, rule)}
    return bool(await call.db.run(_ADD, **values))


async def change(call: Call, rule: Rule, *, at_once: bool = False) -> None:
    """Write a rule that was just renewed, or is due `at_once`."""
    values = _values(call, rule)
    await call.db.run(_SET, **values | ({"due_at": int(call.clock.now())} if at_once else {}))


async def claim(call: Call, rule: StoredRule) -> bool:
    """Claim the renewal of a rule; False if another process did since the rule was read."""
    return bool(
        await call.db.run(
            _CLAIM,
            display_no=rule.rule.display_no,
            seen=rule.due_at,
            next_at=next_renewal(rule.rule, call.clock.now()),
        )
    )


async def postpone(db: Session, display_no: int, due_at: int) -> None:
    """Move the next renewal of a rule."""
    await db.run(_POSTPONE, display_no=display_no, due_at=due_at)


async def remove(call: Call, display_no: int) -> None:
    """Remove a rule."""
    await call.db.run(_REMOVE, display_no=display_no)


async def forget(call: Call, places: list[str]) -> None:
    """Remove the rules of these displays."""
    await call.db.run(_DELETE_OF_PLACES, places=places)


async def fills(call: Call, place: str) -> bool:
    """Return whether a display has a rule."""
    return await call.db.one(_FIND_BY_PLACE, place=place) is not None


async def due(db: Session, now: int, most: int) -> list[tuple[str, int]]:
    """Return mall and number of due rules, the longest overdue first."""
    return [(row[0], row[1]) for row in await db.all(_DUE, now=now, most=most)]


def _values(call: Call, rule: Rule) -> dict[str, BoundValue]:
    return {
        "display_no": rule.display_no,
        "due_at": next_renewal(rule, call.clock.now()),
        "content": msgspec.json.encode(rule).decode(),
    }


def _stored_rule(row: Row) -> StoredRule:
    return StoredRule(msgspec.json.decode(row[0], type=Rule), row[1])
