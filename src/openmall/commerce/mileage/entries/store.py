"""SQL of the ledger of points and credits; only `account.py` writes with it."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, insert, select, update

from openmall.commerce.mileage.entries.tables import ENTRY, EXPIRES, LEFT, MATURES, OF_AN_ORDER, Pot
from openmall.contract.call import Call
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue


class Lot(Struct, frozen=True, kw_only=True):
    """The remainder of the amount added by one row of the ledger, in hundredths."""

    entry_no: int
    pot: Pot
    remaining: int
    issued_at: int
    expires_at: int | None


class Spend(Struct, frozen=True, kw_only=True):
    """A spend on an order; `taken_from`: ledger row of the lot -> part not returned."""

    entry_no: int
    amount: int
    taken_from: dict[int, int]


_E: Final = ENTRY.c
_ACCOUNT: Final = (
    _E.mall_id == bindparam("mall_id"),
    _E.member_id == bindparam("member_id"),
    _E.shop_no == bindparam("shop_no"),
)
_THIS: Final = (*_ACCOUNT, _E.entry_no == bindparam("entry_no"))
_ADD: Final = Statement(insert(ENTRY).values({c.name: bindparam(c.name) for c in _E}))
_OPEN_LOTS: Final = Statement(
    select(*(_E[name] for name in Lot.__struct_fields__))
    .where(*_ACCOUNT, InList(_E.pot, "pots"), LEFT)
    # lots that expire first are spent first
    .order_by(_E.expires_at.is_(None), _E.expires_at, _E.issued_at, _E.entry_no)
)
_OF_ORDER: Final = (*_ACCOUNT, _E.order_id == bindparam("order_id"), OF_AN_ORDER)
_OPEN_LOTS_OF_ORDER: Final = Statement(
    select(_E.entry_no, _E.cause)
    .where(*_OF_ORDER, InList(_E.pot, "pots"), LEFT)
    .order_by(_E.entry_no)
)
_SPENDS_OF_ORDER: Final = Statement(
    select(_E.entry_no, _E.amount, _E.taken_from)
    .where(*_OF_ORDER, _E.pot == bindparam("pot"), _E.used == "T", _E.amount < 0)
    .order_by(_E.entry_no.desc())
)
_SET_REMAINING: Final = Statement(
    update(ENTRY).where(*_THIS).values(remaining=_E.remaining + bindparam("change"))
)
_SET_TAKEN_FROM: Final = Statement(
    update(ENTRY).where(*_THIS).values(taken_from=bindparam("taken_from"))
)
_EXPIRED_ACCOUNTS: Final = Statement(
    select(_E.member_id, _E.shop_no)
    .where(_E.mall_id == bindparam("mall_id"), EXPIRES, _E.expires_at <= bindparam("now"))
    .distinct()
    .order_by(_E.member_id, _E.shop_no)
    .limit(bindparam("limit"))
)
_MALLS_WITH_EXPIRED: Final = Statement(
    select(_E.mall_id).where(EXPIRES, _E.expires_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for points whose time is over",
)
_SET_AVAILABLE_AT: Final = Statement(
    update(ENTRY)
    .where(*_OF_ORDER, InList(_E.pot, "pots"), LEFT)
    .values(available_at=bindparam("at"))
)
_NEWEST: Final = Statement(
    select(_E.issued_at)
    .where(*_ACCOUNT, _E.cause == bindparam("cause"))
    .order_by(_E.entry_no.desc())
    .limit(1)
)
_MATURED_ACCOUNTS: Final = Statement(
    select(_E.member_id, _E.shop_no, _E.order_id)
    .where(_E.mall_id == bindparam("mall_id"), MATURES, _E.available_at <= bindparam("now"))
    .distinct()
    .order_by(_E.member_id, _E.shop_no, _E.order_id)
    .limit(bindparam("limit"))
)
_MALLS_WITH_MATURED: Final = Statement(
    select(_E.mall_id).where(MATURES, _E.available_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for points that have waited long enough",
)
_SUMS: Final = Statement(
    select(
        _E.member_id,
        _E.shop_no,
        _E.pot,
        func.sum(_E.amount),
        func.sum(_E.remaining),
        func.sum(_E.amount).filter(_E.used == "T"),
        func.count(),
    )
    .where(_E.mall_id == bindparam("mall_id"), InList(_E.member_id, "member_ids"))
    .group_by(_E.member_id, _E.shop_no, _E.pot)
)


async def add(call: Call, **values: BoundValue) -> None:
    """Write a row of the ledger."""
    await call.db.run(_ADD, shop_no=call.shop_no, **values)


async def lots(call: Call, member_id: str, *pots: Pot) -> list[Lot]:
    """Return a customer's lots in the call's shop: what expires first, then the oldest."""
    rows = await call.db.all(_OPEN_LOTS, member_id=member_id, shop_no=call.shop_no, pots=list(pots))
    return [Lot(**dict(zip(Lot.__struct_fields__, row, strict=True))) for row in rows]


async def earned_lots(call: Call, member_id: str, order_id: str, *pots: Pot) -> dict[int, str]:
    """Return the rows of unspent amounts an order earned, and their causes."""
    rows = await call.db.all(
        _OPEN_LOTS_OF_ORDER,
        member_id=member_id,
        shop_no=call.shop_no,
        order_id=order_id,
        pots=list(pots),
    )
    return {row[0]: row[1] for row in rows}


async def spends(call: Call, member_id: str, order_id: str, pot: Pot) -> list[Spend]:
    """Return a customer's spends on an order, the last first."""
    rows = await call.db.all(
        _SPENDS_OF_ORDER, member_id=member_id, shop_no=call.shop_no, order_id=order_id, pot=pot
    )
    return [
        Spend(
            entry_no=entry_no,
            amount=-amount,
            taken_from=msgspec.json.decode(taken, type=dict[int, int]),
        )
        for entry_no, amount, taken in rows
    ]


async def change_lots(call: Call, member_id: str, changes: Mapping[int, int]) -> None:
    """Add to, or deduct from, the remainders of rows of the ledger."""
    this: dict[str, BoundValue] = {"member_id": member_id, "shop_no": call.shop_no}
    rows = [{**this, "entry_no": number, "change": by} for number, by in changes.items()]
    await call.db.many(_SET_REMAINING, rows)


async def update_spend(call: Call, member_id: str, spent: Spend) -> None:
    """Update the part of a spend that was not refunded."""
    await call.db.run(
        _SET_TAKEN_FROM,
        member_id=member_id,
        shop_no=call.shop_no,
        entry_no=spent.entry_no,
        taken_from=lots_text(spent.taken_from),
    )


def lots_text(taken_from: Mapping[int, int]) -> str:
    """Return the lots of a spend as the ledger stores them."""
    return msgspec.json.encode(taken_from).decode()


async def with_expired(db: Session, *, now: int, limit: int) -> list[tuple[str, int]]:
    """Return members and shops with expired amounts."""
    return [(row[0], row[1]) for row in await db.all(_EXPIRED_ACCOUNTS, now=now, limit=limit)]


async def newest(call: Call, member_id: str, cause: str) -> int | None:
    """Return the time of the last change for a cause, in UTC seconds; None: never."""
    row = await call.db.one(_NEWEST, member_id=member_id, shop_no=call.shop_no, cause=cause)
    return None if row is None else int(row[0])


async def set_available(
    call: Call, member_id: str, order_id: str, *pots: Pot, at: int | None
) -> None:
    """Write when an order's pending amounts become available (UTC seconds); None: not yet known."""
    await call.db.run(
        _SET_AVAILABLE_AT,
        member_id=member_id,
        shop_no=call.shop_no,
        order_id=order_id,
        pots=list(pots),
        at=at,
    )


async def due_pending(db: Session, *, now: int, limit: int) -> list[tuple[str, int, str]]:
    """Return members, shops and orders with pending amounts that are due."""
    return [
        (row[0], row[1], row[2]) for row in await db.all(_MATURED_ACCOUNTS, now=now, limit=limit)
    ]


async def malls_with_due_pending(db: Session, *, now: int) -> list[str]:
    """Return the malls with pending amounts that are due."""
    return [mall_id for (mall_id,) in await db.all(_MALLS_WITH_MATURED, now=now)]


async def malls_with_expired(db: Session, *, now: int) -> list[str]:
    """Return the malls with expired amounts."""
    return [mall_id for (mall_id,) in await db.all(_MALLS_WITH_EXPIRED, now=now)]


async def sums(db: Session, member_ids: Sequence[str]) -> list[Row]:
    """Return the sums of the ledger for members of the mall, in hundredths.

    Member, shop, pot, sum of the changes, sum of what remains, sum of what is counted as spent,
    number of rows.
    """
    return await db.all(_SUMS, member_ids=list(member_ids))
