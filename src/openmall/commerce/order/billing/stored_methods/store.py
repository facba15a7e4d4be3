"""SQL of stored payment methods."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, insert, select, update

from openmall.contract.call import Call
from openmall.database.policies import blank, rows_of_member, with_same_mall
from openmall.database.reencryption import BATCH_SIZE, EncryptedTable, ReencryptionCounts
from openmall.database.schema import fixed_text, number, shop_table, text
from openmall.database.seal import Seal
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import MONEY_MOVED
from openmall.database.values import BoundValue

METHOD: Final = shop_table(
    "stored_payment_method",
    text("method_id"),
    number("shop_no"),
    text("member_id"),
    text("gateway"),
    text("method"),
    text("state"),
    text("token"),
    text("label"),
    number("agreed_date"),
    number("stored_date", null=True),
    backup=with_same_mall("a copy of a mall charges nobody"),
    undo=MONEY_MOVED,
    personal_data=rows_of_member(blank("token", "label")),
    deleted_with=("customer",),
    key=("method_id",),
)
"""`token`: the gateway's name of the method, sealed; `agreed_date`: when the customer agreed to
recurring charges."""
_M: Final = METHOD.c
Index("ix_stored_payment_method_member", _M.mall_id, _M.member_id, _M.agreed_date)


class PaymentMethod(Struct, frozen=True, kw_only=True):
    """A payment method of a customer; times in UTC seconds.

    `state`: requested, active, removed.
    """

    method_id: str
    shop_no: int
    member_id: str
    gateway: str
    method: str
    state: str = "requested"
    token: str = ""
    """Sealed."""
    label: str = ""
    agreed_date: int
    stored_date: int | None = None

    @property
    def usable(self) -> bool:
        """Return whether it can be charged."""
        return self.state == "active"


_COLUMNS: Final = tuple(_M[name] for name in PaymentMethod.__struct_fields__)
_THIS: Final = (_M.mall_id == bindparam("mall_id"), _M.method_id == bindparam("this"))
_ADD: Final = Statement(insert(METHOD).values({c.name: bindparam(c.name) for c in _M}))
_FIND: Final = Statement(select(*_COLUMNS).where(*_THIS))
_LOCK: Final = Statement(select(*_COLUMNS).where(*_THIS).with_for_update())
_OF_MEMBER: Final = Statement(
    select(*_COLUMNS)
    .where(
        _M.mall_id == bindparam("mall_id"),
        _M.member_id == bindparam("member_id"),
        _M.shop_no == bindparam("shop_no"),
        InList(_M.state, "states"),
    )
    .order_by(_M.agreed_date.desc(), _M.method_id)
    .limit(bindparam("most"))
)
_CHANGING: Final = ("state", "token", "label", "stored_date")
_SET: Final = Statement(
    update(METHOD).where(*_THIS).values({name: bindparam(name) for name in _CHANGING})
)


async def add(call: Call, method: PaymentMethod) -> None:
    """Add a payment method."""
    await call.db.run(_ADD, **asdict(method))


async def find(call: Call, method_id: str, *, to_change: bool = False) -> PaymentMethod | None:
    """Return a payment method of any shop of the mall; None: there is none. `to_change` locks."""
    row = await call.db.one(_LOCK if to_change else _FIND, this=method_id)
    return None if row is None else _read(row)


async def of_member(
    call: Call, member_id: str, *, states: Sequence[str], most: int
) -> list[PaymentMethod]:
    """Return the payment methods of a customer in the call's shop, the newest first."""
    values: dict[str, BoundValue] = {
        "member_id": member_id,
        "shop_no": call.shop_no,
        "states": list(states),
    }
    return [_read(row) for row in await call.db.all(_OF_MEMBER, **values, most=most)]


async def change(call: Call, method: PaymentMethod) -> None:
    """Write the state of a payment method."""
    values = {name: getattr(method, name) for name in _CHANGING}
    await call.db.run(_SET, this=method.method_id, **values)


def _read(row: Row) -> PaymentMethod:
    return PaymentMethod(**dict(zip(PaymentMethod.__struct_fields__, row, strict=True)))


def closed(seal: Seal, mall_id: str, method_id: str, token: str) -> str:
    """Return a token sealed for its payment method."""
    return seal.close(token, about=_about(mall_id, method_id))


def opened(seal: Seal, mall_id: str, method: PaymentMethod) -> str:
    """Return the token of a payment method. Raises SealBroken."""
    return seal.open(method.token, about=_about(mall_id, method.method_id))


def _about(mall_id: str, method_id: str) -> str:
    return f"stored payment method {method_id} of {mall_id}"


_SEALED: Final = Statement(
    select(_M.method_id, _M.token)
    .where(
        _M.mall_id == bindparam("mall_id"),
        _M.method_id > bindparam("after"),
        _M.state == fixed_text("active"),
    )
    .order_by(_M.method_id)
    .limit(BATCH_SIZE)
)
_RESEAL: Final = Statement(
    update(METHOD)
    .where(*_THIS, METHOD.c.token == bindparam("was"))
    .values(token=bindparam("becomes"))
)


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    rows = await db.all(_SEALED, after="".join(after))
    for method_id, token in rows:
        renewed = tally.text(seal, token, _about(db.mall_id, method_id))
        if renewed:
            await db.run(_RESEAL, this=method_id, was=token, becomes=renewed)
    return (rows[-1][0],) if rows else None


SEALED: Final = EncryptedTable(
    table=METHOD.name, columns=frozenset({"token"}), of_malls=True, renew=_renew
)
"""The tokens of stored payment methods."""
