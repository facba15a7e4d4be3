"""SQL of restock notices."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.notification.restock.tables import DUE, REQUEST, TARGET, WAITS
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.availability_store import Availability
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue, StoredValue

_R: Final = REQUEST.c
_T: Final = TARGET.c
_P: Final = PRODUCT.c


class Target(Struct, frozen=True, kw_only=True):
    """The subject of requests in a shop; an empty variant code stands for any variant."""

    shop_no: int
    product_no: int
    variant_code: str = ""

    @property
    def named(self) -> dict[str, BoundValue]:
        """Return the values that its statements bind."""
        return {
            "shop_no": self.shop_no,
            "product_no": self.product_no,
            "variant_code": self.variant_code,
        }


def _this(
    columns: ReadOnlyColumnCollection[str, Column[StoredValue]],
) -> tuple[ColumnElement[bool], ...]:
    return (
        columns.mall_id == bindparam("mall_id"),
        columns.shop_no == bindparam("shop_no"),
        columns.product_no == bindparam("product_no"),
        columns.variant_code == bindparam("variant_code"),
    )


_WHO: Final = (
    _R.mall_id == bindparam("mall_id"),
    _R.member_id == bindparam("member_id"),
    _R.email == bindparam("email"),
)
_ASK: Final = Statement(
    lambda insert_: (
        insert_(REQUEST)
        .values({c.name: bindparam(c.name) for c in _R})
        .on_conflict_do_update(
            index_elements=[
                "mall_id", "shop_no", "product_no", "variant_code", "member_id", "email",
            ],
            set_={
                name: bindparam(name) for name in ("created_at", "expires_at", "notified_at")
            },
        )
    )
)  # fmt: skip
_ADD_TARGET: Final = Statement(
    lambda insert_: (
        insert_(TARGET)
        .values({c.name: bindparam(c.name) for c in _T})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "product_no", "variant_code"],
            set_={"due_at": func.coalesce(_T.due_at, bindparam("due_at"))},
        )
    )
)
_MINE: Final = Statement(
    select(_R.variant_code).where(
        *_WHO,
        _R.shop_no == bindparam("shop_no"),
        _R.product_no == bindparam("product_no"),
        WAITS,
        _R.expires_at > bindparam("now"),
    )
)
_NUMBER_OF_MINE: Final = Statement(select(func.count()).where(*_WHO, WAITS))
_WITHDRAW: Final = Statement(
    delete(REQUEST).where(
        *_WHO, _R.shop_no == bindparam("shop_no"), _R.product_no == bindparam("product_no")
    )
)
_WITHDRAW_ALL: Final = Statement(delete(REQUEST).where(*_WHO))
_BY_NUMBER: Final = Statement(
    select(_R.member_id, _R.email).where(
        _R.mall_id == bindparam("mall_id"), _R.request_no == bindparam("request_no")
    )
)
_MARK_DUE: Final = Statement(
    update(TARGET)
    .where(
        _T.mall_id == bindparam("mall_id"),
        InList(_T.product_no, "product_nos"),
        InList(_T.shop_no, "shop_nos"),
        _T.due_at.is_(None),
    )
    .values(due_at=bindparam("due_at"))
)
_MARK_ONE_DUE: Final = Statement(
    update(TARGET).where(*_this(_T)).values(due_at=bindparam("moment"))
)
_SHOPS: Final = Statement(
    select(_T.shop_no)
    .where(_T.mall_id == bindparam("mall_id"), InList(_T.product_no, "product_nos"))
    .distinct()
)
_MALLS: Final = Statement(
    select(_T.mall_id).where(DUE).distinct(),
    across_malls="a worker looks for restock notices to send",
)
_DUE: Final = Statement(
    select(_T.shop_no, _T.product_no, _T.variant_code)
    .where(_T.mall_id == bindparam("mall_id"), DUE)
    .order_by(_T.due_at, _T.shop_no, _T.product_no, _T.variant_code)
    .limit(1)
    .with_for_update()
)
_SETTLE: Final = Statement(update(TARGET).where(*_this(_T)).values(due_at=None))
_REMOVE_TARGET: Final = Statement(
    delete(TARGET).where(
        *_this(_T),
        ~exists().where(
            _R.mall_id == _T.mall_id,
            _R.shop_no == _T.shop_no,
            _R.product_no == _T.product_no,
            _R.variant_code == _T.variant_code,
            WAITS,
        ),
    )
)
_WAITING: Final = Statement(
    select(_R.request_no, _R.member_id, _R.email, _R.expires_at)
    .where(*_this(_R), WAITS)
    .order_by(_R.created_at, _R.request_no)
    .limit(bindparam("most"))
)
_NOTIFIED: Final = Statement(
    update(REQUEST)
    .where(_R.mall_id == bindparam("mall_id"), InList(_R.request_no, "request_nos"))
    .values(notified_at=bindparam("now"))
)
_TARGETS: Final = Statement(
    select(
        _T.product_no,
        _T.variant_code,
        _T.due_at,
        _P.product_name,
        select(func.count())
        .where(
            _R.mall_id == bindparam("mall_id"),
            _R.shop_no == _T.shop_no,
            _R.product_no == _T.product_no,
            _R.variant_code == _T.variant_code,
            WAITS,
        )
        .scalar_subquery(),
    )
    .join(
        PRODUCT,
        and_(_P.mall_id == _T.mall_id, _P.shop_no == _T.shop_no, _P.product_no == _T.product_no),
    )
    .where(
        _T.mall_id == bindparam("mall_id"),
        _T.shop_no == bindparam("shop_no"),
        tuple_(_T.product_no, _T.variant_code)
        > tuple_(bindparam("after", type_=BigInteger()), bindparam("after_code", type_=Text())),
    )
    .order_by(_T.product_no, _T.variant_code)
    .limit(bindparam("most"))
)
_EXPIRED: Final = Statement(
    select(_R.shop_no, _R.product_no, _R.variant_code, _R.request_no)
    .where(_R.mall_id == bindparam("mall_id"), _R.expires_at <= bindparam("now"))
    .order_by(_R.expires_at)
    .limit(bindparam("most"))
)
MALLS_WITH_EXPIRED: Final = malls_with(REQUEST, _R.expires_at <= OWN_NOW)
_DELETE: Final = Statement(
    delete(REQUEST).where(_R.mall_id == bindparam("mall_id"), InList(_R.request_no, "request_nos"))
)


async def ask(
    db: Session,
    target: Target,
    *,
    member_id: str,
    email: str,
    number: int,
    now: int,
    until: int,
    due_at: int | None,
) -> None:
    """Write that a customer waits for something, anew where they did before.

    `due_at`: when a worker looks whether it is back already; null: when the shop says so.
    """
    await db.run(
        _ASK,
        **target.named,
        member_id=member_id,
        email=email,
        request_no=number,
        created_at=now,
        expires_at=until,
        notified_at=None,
    )
    await db.run(_ADD_TARGET, **target.named, due_at=due_at)


async def asked(
    db: Session, *, shop_no: int, product_no: int, member_id: str, email: str, now: int
) -> list[str]:
    """Return the variants of a product that a customer waits for; empty code: any variant."""
    rows = await db.all(
        _MINE, shop_no=shop_no, product_no=product_no, member_id=member_id, email=email, now=now
    )
    return [code for (code,) in rows]


async def number_asked(db: Session, *, member_id: str, email: str) -> int:
    """Return how many notices a customer waits for."""
    row = await db.one(_NUMBER_OF_MINE, member_id=member_id, email=email)
    return 0 if row is None else int(row[0])


async def withdraw(
    db: Session, *, shop_no: int, product_no: int, member_id: str, email: str
) -> bool:
    """Delete the requests of a customer about a product; False: there was none."""
    return bool(
        await db.run(
            _WITHDRAW, shop_no=shop_no, product_no=product_no, member_id=member_id, email=email
        )
    )


async def withdraw_all(db: Session, *, member_id: str, email: str) -> None:
    """Delete all requests of a customer."""
    await db.run(_WITHDRAW_ALL, member_id=member_id, email=email)


async def customer_of(db: Session, request_no: int) -> tuple[str, str] | None:
    """Return member id and mail address of a request, or None."""
    row = await db.one(_BY_NUMBER, request_no=request_no)
    return None if row is None else (row[0], row[1])


async def shops_waiting(db: Session, product_nos: Sequence[int]) -> list[int]:
    """Return the shops with requests for one of these products."""
    return [shop_no for (shop_no,) in await db.all(_SHOPS, product_nos=list(product_nos))]


async def mark_due(
    db: Session, product_nos: Sequence[int], shop_nos: Sequence[int], *, now: int
) -> None:
    """Write that a worker looks at what is waited for of these products in some shops."""
    await db.run(_MARK_DUE, product_nos=list(product_nos), shop_nos=list(shop_nos), due_at=now)


async def mark_one_due(db: Session, target: Target, *, now: int) -> bool:
    """Write that a worker sends notices of something; False: nobody waits for it."""
    return bool(await db.run(_MARK_ONE_DUE, **target.named, moment=now))


async def malls_with_due(database: Database) -> list[str]:
    """Return the malls in which notices are to be sent."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS)]


async def next_due(db: Session) -> Target | None:
    """Return something of which notices are to be sent, locked, or None."""
    row = await db.one(_DUE)
    if row is None:
        return None
    return Target(shop_no=row[0], product_no=row[1], variant_code=row[2])


async def settle(db: Session, target: Target) -> None:
    """Write that no notices are to be sent now; what nobody waits for any more is deleted."""
    await db.run(_SETTLE, **target.named)
    await db.run(_REMOVE_TARGET, **target.named)


async def waiting(db: Session, target: Target, *, most: int) -> list[Row]:
    """Return number, member id, mail address and expiry of the first who wait for something."""
    return await db.all(_WAITING, **target.named, most=most)


async def notified(db: Session, request_nos: Sequence[int], *, now: int) -> None:
    """Write that these requests are settled."""
    await db.run(_NOTIFIED, request_nos=list(request_nos), now=now)


async def in_stock(db: Session, target: Target, *, now: float) -> str | None:
    """Return the name of a product that can be bought again; None: it cannot.

    `now`: UTC seconds.
    """
    found = await availability_store.of_products(
        db, [target.product_no], shop_no=target.shop_no, now=now
    )
    stock = found.get(target.product_no)
    return None if stock is None or not is_back(stock, target.variant_code) else stock.product_name


def is_back(stock: Availability, variant_code: str) -> bool:
    """Return whether a variant can be bought; an empty code: any of the product."""
    return stock.can_be_bought and (not variant_code or variant_code in stock.buyable)


async def targets(db: Session, shop_no: int, *, after: tuple[int, str], most: int) -> list[Row]:
    """Return product, variant, due time, name, and how many wait, behind a product and variant."""
    number, code = after
    return await db.all(_TARGETS, shop_no=shop_no, after=number, after_code=code, most=most)


async def delete_expired(db: Session, *, now: int, most: int) -> int:
    """Delete up to `most` expired requests, and what nobody waits for then; return their number."""
    rows = await db.all(_EXPIRED, now=now, most=most)
    if rows:
        await db.run(_DELETE, request_nos=[row[3] for row in rows])
    for shop_no, product_no, variant_code in dict.fromkeys(row[:3] for row in rows):
        target = Target(shop_no=shop_no, product_no=product_no, variant_code=variant_code)
        await db.run(_REMOVE_TARGET, **target.named)
    return len(rows)
