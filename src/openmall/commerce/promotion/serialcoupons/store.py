"""SQL of the codes of serial coupons: batches of generated ones, registered and used ones."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Index,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    func,
    insert,
    null,
    select,
    true,
    update,
)

from openmall.access.malls.tables import MALL
from openmall.commerce.promotion.coupons.tables import COUPON, ISSUE
from openmall.commerce.promotion.serialcoupons import derivation
from openmall.commerce.promotion.serialcoupons.shape import IssuedCode
from openmall.commerce.promotion.uses.shape import Difference
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.params import Flag
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_member
from openmall.database.schema import (
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.session import Session
from openmall.database.statements import Entries, Statement
from openmall.database.undo_policies import CREATED_ONLY

CODE: Final = shop_table(
    "serial_code",
    text("serial_code"),
    text("coupon_no"),
    number("code_no"),
    text("member_id", null=True),
    number("verified_at", null=True),
    number("issue_no", null=True),
    backup=WITH_MALL,
    undo=CREATED_ONLY,
    personal_data=rows_of_member(),
    key=("serial_code",),
)
"""Codes that were registered, and generated ones that were used, in capitals.

`member_id`, `verified_at`, `issue_no`: who got the coupon by it, when, and the issue; of codes that
all customers use, these stay empty.
"""
Index("ix_serial_code_coupon", CODE.c.mall_id, CODE.c.coupon_no, CODE.c.code_no)
_REDEEMED: Final = CODE.c.member_id.is_not(None)
partial_index(
    "ix_serial_code_member",
    CODE.c.mall_id,
    CODE.c.member_id,
    where=_REDEEMED,
)

BATCH: Final = shop_table(
    "serial_batch",
    number("first_no"),
    text("coupon_no"),
    number("number"),
    number("length"),
    backup=WITH_MALL,
    undo=CREATED_ONLY,
    personal_data=no_personal_data("how many codes a coupon has"),
    key=("first_no",),
)
"""Generated codes of a coupon: `number` of them, of `length` letters, whose numbers begin with
`first_no`. The codes are computed (`derivation.py`).
"""
Index("ix_serial_batch_coupon", BATCH.c.mall_id, BATCH.c.coupon_no)


class Batch(Struct, frozen=True):
    """Generated codes of a coupon."""

    first_no: int
    coupon_no: str
    number: int
    length: int


_B: Final = BATCH.c
_ADD_BATCH: Final = Statement(insert(BATCH).values({c.name: bindparam(c.name) for c in _B}))
_BATCH_COLUMNS: Final = (_B.first_no, _B.coupon_no, _B.number, _B.length)
_BATCH_OF_NUMBER: Final = Statement(
    select(*_BATCH_COLUMNS)
    .where(_B.mall_id == bindparam("mall_id"), _B.first_no <= bindparam("number"))
    .order_by(_B.first_no.desc())
    .limit(1)
)
_BATCH_OF_COUPON: Final = Statement(
    select(*_BATCH_COLUMNS).where(
        _B.mall_id == bindparam("mall_id"), _B.coupon_no == bindparam("coupon_no")
    )
)

_S: Final = CODE.c
_I: Final = ISSUE.c
_ONE: Final = (_S.mall_id == bindparam("mall_id"), _S.serial_code == bindparam("code"))
_OF_COUPON: Final = (_S.mall_id == bindparam("mall_id"), _S.coupon_no == bindparam("coupon_no"))
_ENTRY: Final = Entries(bindparam("codes", type_=Text())).table_valued(
    "key", "value", name="json_each"
)
_ADD: Final = Statement(
    lambda insert: (
        insert(CODE)
        .from_select(
            [c.name for c in _S],
            select(
                MALL.c.mall_id,  # of a row: Citus sends it to that row's server
                cast(_ENTRY.c.key, Text()),
                cast(bindparam("coupon_no"), Text()),
                cast(_ENTRY.c.value, BigInteger()),
                null(),
                null(),
                null(),
            )
            .select_from(MALL.join(_ENTRY, true()))
            .where(MALL.c.mall_id == bindparam("mall_id")),
        )
        .on_conflict_do_nothing()
    )
)
_FIND: Final = Statement(select(_S.coupon_no).where(*_ONE))
_TAKE: Final = Statement(
    update(CODE)
    .where(*_ONE, _S.verified_at.is_(None))
    .values(
        member_id=bindparam("holder"), verified_at=bindparam("now"), issue_no=bindparam("issue")
    )
)
_ADD_TAKEN: Final = Statement(
    lambda insert: (
        insert(CODE).values({c.name: bindparam(c.name) for c in _S}).on_conflict_do_nothing()
    )
)
_NEWEST: Final = Statement(
    select(func.max(_I.issue_no)).where(
        _I.mall_id == bindparam("mall_id"),
        _I.member_id == bindparam("member_id"),
        _I.coupon_no == bindparam("coupon_no"),
    )
)
_OF_ISSUE: Final = and_(_I.mall_id == bindparam("mall_id"), _I.issue_no == _S.issue_no)
_LIST: Final = Statement(
    select(_S.serial_code, _S.member_id, _S.verified_at, _I.used_at)
    .select_from(CODE.outerjoin(ISSUE, _OF_ISSUE))
    .where(*_OF_COUPON)
    .order_by(_S.code_no)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_USED: Final = Statement(
    select(_S.code_no, _S.member_id, _S.verified_at, _I.used_at)
    .select_from(CODE.outerjoin(ISSUE, _OF_ISSUE))
    .where(*_OF_COUPON, _S.code_no >= bindparam("first"), _S.code_no < bindparam("end"))
)
_SERIAL: Final = Statement(
    select(COUPON.c.coupon_no)
    .where(COUPON.c.mall_id == bindparam("mall_id"), COUPON.c.coupon_type == "S")
    .order_by(COUPON.c.coupon_no)
)
_WITHOUT_ISSUE: Final = Statement(
    select(_S.serial_code)
    .where(
        *_OF_COUPON,
        _S.verified_at.is_not(None),
        ~exists().where(_OF_ISSUE, _I.coupon_no == _S.coupon_no, _I.member_id == _S.member_id),
    )
    .order_by(_S.code_no)
)


_SEQUENCE: Final = "serial code"
_LARGEST: Final = 2**62
"""Numbers of codes stay below; longer codes stand for larger ones, which no batch has."""


def key(code: str) -> str:
    """Return a code as it is stored: in capitals, without spaces around it."""
    return code.strip().upper()


async def add(call: Call, coupon_no: str, codes: Sequence[str]) -> int:
    """Write codes of a coupon, in one statement; return how many of them the mall had not."""
    first = await sequences.allocate(call.db, _SEQUENCE, count=len(codes))
    numbered = {code: first + at for at, code in enumerate(codes)}
    return await call.db.run(
        _ADD, coupon_no=coupon_no, codes=msgspec.json.encode(numbered).decode()
    )


async def add_batch(call: Call, coupon_no: str, *, number: int, length: int) -> None:
    """Give a coupon so many generated codes."""
    first_no = await sequences.allocate(call.db, _SEQUENCE, count=number)
    await call.db.run(
        _ADD_BATCH, first_no=first_no, coupon_no=coupon_no, number=number, length=length
    )


async def batch_of_number(call: Call, code_no: int, *, length: int) -> Batch | None:
    """Return the batch that has a code of this number and length, or None."""
    if code_no > _LARGEST:
        return None
    row = await call.db.one(_BATCH_OF_NUMBER, number=code_no)
    batch = None if row is None else Batch(*row)
    if batch and batch.length == length and code_no < batch.first_no + batch.number:
        return batch
    return None


async def highest_number(call: Call) -> int:
    """Return the highest number that a code of the mall has."""
    return await sequences.allocated(call.db, _SEQUENCE)


async def batch_of_coupon(call: Call, coupon_no: str) -> Batch | None:
    """Return the generated codes of a coupon; None: its codes are rows."""
    row = await call.db.one(_BATCH_OF_COUPON, coupon_no=coupon_no)
    return None if row is None else Batch(*row)


async def coupon_of(call: Call, code: str) -> str | None:
    """Return the number of the coupon of a code, or None."""
    row = await call.db.one(_FIND, code=code)
    return None if row is None else row[0]


async def take(call: Call, code: str, *, member_id: str, issue_no: int) -> bool:
    """Write that a customer got a coupon by a code; False: it was redeemed before."""
    now = int(call.clock.now())
    return bool(await call.db.run(_TAKE, code=code, holder=member_id, now=now, issue=issue_no))


async def take_generated(
    call: Call, batch: Batch, code: str, code_no: int, *, member_id: str, issue_no: int
) -> bool:
    """Write that a customer got a coupon by a generated code; False: it was redeemed before."""
    return bool(
        await call.db.run(
            _ADD_TAKEN,
            serial_code=code,
            coupon_no=batch.coupon_no,
            code_no=code_no,
            member_id=member_id,
            verified_at=int(call.clock.now()),
            issue_no=issue_no,
        )
    )


async def newest_issue(call: Call, coupon_no: str, member_id: str) -> int:
    """Return the number of a customer's newest issue of a coupon."""
    row = await call.db.one(_NEWEST, coupon_no=coupon_no, member_id=member_id)
    assert row is not None
    found: int = row[0]
    return found


async def page(
    call: Call, coupon_no: str, *, deleted: Flag, limit: int, offset: int
) -> list[IssuedCode]:
    """Return a page of a coupon's codes that are rows, in the order in which they were added."""
    rows = await call.db.all(_LIST, coupon_no=coupon_no, limit=limit, offset=offset)
    return [_shown(call, coupon_no, deleted, *row) for row in rows]


async def generated_page(
    call: Call, batch: Batch, key: str, *, deleted: Flag, limit: int, offset: int
) -> list[IssuedCode]:
    """Return a page of generated codes, in the order of their numbers."""
    first = batch.first_no + offset
    end = min(first + limit, batch.first_no + batch.number)
    rows = await call.db.all(_USED, coupon_no=batch.coupon_no, first=first, end=end)
    used = {code_no: (member_id, at, used_at) for code_no, member_id, at, used_at in rows}
    unused = (None, None, None)
    return [
        _shown(
            call,
            batch.coupon_no,
            deleted,
            derivation.code_of(code_no, length=batch.length, key=key),
            *used.get(code_no, unused),
        )
        for code_no in range(first, end)
    ]


def _shown(
    call: Call,
    coupon_no: str,
    deleted: Flag,
    code: str,
    member_id: str | None,
    verified_at: int | None,
    used_at: int | None,
) -> IssuedCode:
    return IssuedCode(
        shop_no=call.shop_no,
        coupon_no=coupon_no,
        serial_code=code,
        member_id=member_id or "",
        verify="N" if verified_at is None else "Y",
        verify_datetime=_written(verified_at),
        used_datetime=_written(used_at),
        deleted=deleted,
    )


def _written(at: int | None) -> str:
    return "" if at is None else moment(at).isoformat()


async def differences(db: Session) -> list[Difference]:
    """Return the redeemed codes of the session's mall that have no issued coupon."""
    found = []
    for (coupon_no,) in await db.all(_SERIAL):
        for (code,) in await db.all(_WITHOUT_ISSUE, coupon_no=coupon_no):
            found.append(
                Difference(
                    mall_id=db.mall_id, subject="serial", number=code, kept=coupon_no, ledger=""
                )
            )
    return found
