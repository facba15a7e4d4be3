"""SQL of charges, their payments and agreements."""

from typing import Final, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Select, bindparam, delete, func, insert, select, update

from openmall.commerce.application.appstore.tables import APP_AGREEMENT, APP_CHARGE, APP_PAYMENT
from openmall.commerce.application.appstore.takes import PaymentFilters
from openmall.contract.change import sent_fields
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import StoredRow

S = TypeVar("S", bound=Struct)
ENDING: Final = -1
"""`failures` of an agreement that the merchant ended: what was paid for is over at `next_at`."""
CONFIRMABLE_SECONDS: Final = 30 * 86_400
"""Seconds after its creation in which a charge can be confirmed."""


class Charge(Struct, frozen=True, kw_only=True):
    """A row of `app_charge`."""

    charge_id: str
    client_id: str
    name: str
    amount: int
    currency: str
    return_url: str
    automatic: str
    state: str
    created_at: int


class Payment(Struct, frozen=True, kw_only=True):
    """A row of `app_payment`."""

    charge_id: str
    cycle: int
    client_id: str
    status: str = "paid"
    approval_no: str
    gateway: str
    method: str
    amount: int
    refunded: int = 0
    currency: str
    language: str
    paid_at: int
    refunded_at: int | None = None
    expires_at: int | None


class Agreement(Struct, frozen=True, kw_only=True):
    """A row of `app_agreement`."""

    charge_id: str
    client_id: str
    agreement: str
    cycle: int
    next_at: int
    failures: int = 0


_C: Final = APP_CHARGE.c
_P: Final = APP_PAYMENT.c
_A: Final = APP_AGREEMENT.c
_CHARGE: Final = [_C[name] for name in Charge.__struct_fields__]
_PAYMENT: Final = [_P[name] for name in Payment.__struct_fields__]
_AGREEMENT: Final = [_A[name] for name in Agreement.__struct_fields__]
_THIS_CHARGE: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.charge_id == bindparam("this_charge"),
)
_THIS_AGREEMENT: Final = (
    _A.mall_id == bindparam("mall_id"),
    _A.charge_id == bindparam("this_charge"),
)
_ADD_CHARGE: Final = Statement(insert(APP_CHARGE).values({c.name: bindparam(c.name) for c in _C}))
_FIND_CHARGE: Final = Statement(select(*_CHARGE).where(*_THIS_CHARGE))
_FIND_BY_HASH: Final = Statement(
    select(*_CHARGE).where(
        _C.mall_id == bindparam("mall_id"),
        APP_CHARGE.c.confirmation_hash == bindparam("confirmation_hash"),
    )
)
_CHARGES_OF_APP: Final = Statement(
    select(*_CHARGE)
    .where(_C.mall_id == bindparam("mall_id"), _C.client_id == bindparam("client_id"))
    .order_by(_C.created_at.desc(), _C.charge_id.desc())
    .limit(bindparam("limit"))
)
_MOVE: Final = Statement(
    update(APP_CHARGE)
    .where(*_THIS_CHARGE, _C.state == bindparam("before"))
    .values(state=bindparam("after"))
)
_ADD_PAYMENT: Final = Statement(insert(APP_PAYMENT).values({c.name: bindparam(c.name) for c in _P}))
_PAYMENTS_OF_CHARGE: Final = Statement(
    select(*_PAYMENT)
    .where(_P.mall_id == bindparam("mall_id"), _P.charge_id == bindparam("this_charge"))
    .order_by(_P.cycle.desc())
    .limit(bindparam("limit"))
)
_REFUND: Final = Statement(
    update(APP_PAYMENT)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.charge_id == bindparam("this_charge"),
        _P.cycle == bindparam("this_cycle"),
        _P.status != "refund",
    )
    .values(status="refund", refunded=_P.amount, refunded_at=bindparam("refunded_at"))
)
_REQUEST_REFUND: Final = Statement(
    update(APP_PAYMENT)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.charge_id == bindparam("this_charge"),
        _P.cycle == bindparam("this_cycle"),
        _P.status == "paid",
    )
    .values(status="requested")
)
_ADD_AGREEMENT: Final = Statement(
    insert(APP_AGREEMENT).values({c.name: bindparam(c.name) for c in _A})
)
_FIND_AGREEMENT: Final = Statement(
    select(*_AGREEMENT).where(*_THIS_AGREEMENT, _A.failures != ENDING)
)
_LET_EXPIRE: Final = Statement(
    update(APP_AGREEMENT)
    .where(*_THIS_AGREEMENT, _A.failures != ENDING)
    .values(failures=ENDING, next_at=bindparam("expires_at"))
)
_ADVANCE: Final = Statement(
    update(APP_AGREEMENT)
    .where(
        *_THIS_AGREEMENT,
        _A.cycle == bindparam("before_cycle"),
        _A.next_at == bindparam("before_at"),
        _A.failures != ENDING,
    )
    .values(cycle=bindparam("cycle"), next_at=bindparam("next_at"), failures=bindparam("failures"))
)
_END_AGREEMENT: Final = Statement(delete(APP_AGREEMENT).where(*_THIS_AGREEMENT))
_MALLS_WITH_DUE: Final = Statement(
    select(_A.mall_id).where(_A.next_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for charges of apps that are paid again",
)
_DUE: Final = Statement(
    select(*_AGREEMENT)
    .where(_A.mall_id == bindparam("mall_id"), _A.next_at <= bindparam("now"))
    .order_by(_A.next_at, _A.charge_id)
    .limit(bindparam("limit"))
)


def _conditions(filters: tuple[str, ...]) -> list[ColumnElement[bool]]:
    known: dict[str, ColumnElement[bool]] = {
        "start_date": _P.paid_at >= bindparam("start_date"),
        "end_date": _P.paid_at <= bindparam("end_date"),
        "currency": _P.currency == bindparam("currency"),
        "order_id": InList(_P.charge_id, "order_id"),
    }
    own = (_P.mall_id == bindparam("mall_id"), _P.client_id == bindparam("client_id"))
    return [*own, *(known[name] for name in filters)]


def _listed(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(*_PAYMENT, _C.name, _C.automatic)
        .join(APP_CHARGE, (_C.mall_id == _P.mall_id) & (_C.charge_id == _P.charge_id))
        .where(*_conditions(filters))
        .order_by(_P.paid_at.desc(), _P.charge_id.desc(), _P.cycle.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _counted(filters: tuple[str, ...]) -> Select[int]:
    return select(func.count()).select_from(APP_PAYMENT).where(*_conditions(filters))


_LISTED: Final = StatementCache(_listed)
_COUNTED: Final = StatementCache(_counted)


def _read(row: Row, kind: type[S]) -> S:
    return kind(**dict(zip(kind.__struct_fields__, row, strict=True)))


async def add_charge(db: Session, charge: Charge, confirmation_hash: str) -> None:
    """Add a charge."""
    await db.run(_ADD_CHARGE, **asdict(charge), confirmation_hash=confirmation_hash)


async def find_charge(db: Session, charge_id: str) -> Charge | None:
    """Return a charge, or None."""
    row = await db.one(_FIND_CHARGE, this_charge=charge_id)
    return None if row is None else _read(row, Charge)


async def find_by_confirmation(db: Session, confirmation_hash: str) -> Charge | None:
    """Return the charge that is confirmed with a secret, or None."""
    row = await db.one(_FIND_BY_HASH, confirmation_hash=confirmation_hash)
    return None if row is None else _read(row, Charge)


async def charges_of(db: Session, client_id: str, *, limit: int) -> list[Charge]:
    """Return the last charges of an app, the newest first."""
    rows = await db.all(_CHARGES_OF_APP, client_id=client_id, limit=limit)
    return [_read(row, Charge) for row in rows]


async def move(db: Session, charge_id: str, *, before: str, after: str) -> bool:
    """Write the state of a charge that is in `before`; return whether it was."""
    return bool(await db.run(_MOVE, this_charge=charge_id, before=before, after=after))


async def add_payment(db: Session, payment: Payment) -> None:
    """Add a payment."""
    await db.run(_ADD_PAYMENT, **asdict(payment))


async def payments_of(db: Session, charge_id: str, *, limit: int) -> list[Payment]:
    """Return the last payments of a charge, the newest first."""
    rows = await db.all(_PAYMENTS_OF_CHARGE, this_charge=charge_id, limit=limit)
    return [_read(row, Payment) for row in rows]


async def refund(db: Session, payment: Payment, *, at: int) -> bool:
    """Mark a payment as given back; return whether it was not before."""
    return bool(
        await db.run(
            _REFUND,
            this_charge=payment.charge_id,
            this_cycle=payment.cycle,
            refunded_at=at,
        )
    )


async def listed(
    db: Session, client_id: str, query: PaymentFilters, *, limit: int, offset: int
) -> list[tuple[Payment, str, str]]:
    """Return a page of an app's payments with the charge's name and whether it is automatic."""
    values = sent_fields(query)
    values = {name: values[name] for name in PaymentFilters.__struct_fields__ if name in values}
    rows = await db.all(
        _LISTED.of(tuple(values)), client_id=client_id, limit=limit, offset=offset, **values
    )
    return [(_read(row[:-2], Payment), row[-2], row[-1]) for row in rows]


async def counted(db: Session, client_id: str, query: PaymentFilters) -> int:
    """Return how many payments of an app match the filters."""
    values = {name: value for name, value in asdict(query).items() if value is not UNSET}
    row = await db.one(_COUNTED.of(tuple(values)), client_id=client_id, **values)
    assert row is not None
    count: int = row[0]
    return count


async def request_refund(db: Session, payment: Payment) -> bool:
    """Mark a payment as asked back; return whether it was neither asked nor given back before."""
    return bool(
        await db.run(_REQUEST_REFUND, this_charge=payment.charge_id, this_cycle=payment.cycle)
    )


async def let_expire(db: Session, charge_id: str, at: int) -> bool:
    """End the payments of an agreement, which is kept until a time; return whether it had not."""
    return bool(await db.run(_LET_EXPIRE, this_charge=charge_id, expires_at=at))


async def add_agreement(db: Session, agreement: Agreement) -> None:
    """Add what is paid again."""
    await db.run(_ADD_AGREEMENT, **asdict(agreement))


async def find_agreement(db: Session, charge_id: str) -> Agreement | None:
    """Return the agreement of a charge, or None once it has ended."""
    row = await db.one(_FIND_AGREEMENT, this_charge=charge_id)
    return None if row is None else _read(row, Agreement)


async def advance(db: Session, before: Agreement, after: Agreement) -> bool:
    """Write the next payment of an agreement; return whether it was as in `before`."""
    return bool(
        await db.run(
            _ADVANCE,
            this_charge=before.charge_id,
            before_cycle=before.cycle,
            before_at=before.next_at,
            cycle=after.cycle,
            next_at=after.next_at,
            failures=after.failures,
        )
    )


async def end_agreement(db: Session, charge_id: str) -> bool:
    """Delete the agreement of a charge; return whether there was one."""
    return bool(await db.run(_END_AGREEMENT, this_charge=charge_id))


async def malls_with_due(db: Session, now: int) -> list[str]:
    """Return the malls with agreements that are due at `now`."""
    return [row[0] for row in await db.all(_MALLS_WITH_DUE, now=now)]


async def due(db: Session, *, now: int, limit: int) -> list[Agreement]:
    """Return the agreements of the session's mall that are due, the earliest first."""
    rows = await db.all(_DUE, now=now, limit=limit)
    return [_read(row, Agreement) for row in rows]
