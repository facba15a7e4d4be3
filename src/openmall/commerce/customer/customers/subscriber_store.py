"""SQL of mail addresses without an account that get the newsletters of a shop."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import and_, bindparam, delete, exists, func, select, update

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.customer.customers.tables import (
    CONFIRMED,
    CUSTOMER,
    PERSON,
    SUBSCRIBER,
    UNCONFIRMED,
)
from openmall.database.schema import EMPTY
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.text_search import mail_addresses

_S: Final = SUBSCRIBER.c
_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_MALL: Final = _S.mall_id == bindparam("mall_id")
_SHOP: Final = _S.shop_no == bindparam("shop_no")
_THIS: Final = (_MALL, _SHOP, _S.email == bindparam("email"))
_HAS_ACCOUNT: Final = exists().where(
    _P.mall_id == bindparam("mall_id"),
    # both sides alike, so that SQLite uses the index
    mail_addresses.Comparable(_P.email) == mail_addresses.Comparable(_S.email),
    _C.mall_id == _P.mall_id,
    _C.member_id == _P.member_id,
    _C.left_at.is_(None),
)
"""The consent of the account decides then, not the one of a visitor with its address."""
_RECEIVES: Final = and_(CONFIRMED, ~_HAS_ACCOUNT)


class Subscriber(Struct, frozen=True):
    """A mail address that gets newsletters; `confirmed_at` in UTC seconds."""

    email: str
    confirmed_at: int


_ASK: Final = Statement(
    lambda insert_: (
        insert_(SUBSCRIBER)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "email"],
            set_={name: bindparam(name) for name in ("request_no", "expires_at")},
        )
    )
)
_ASKED: Final = Statement(
    select(_S.email)
    .where(
        _MALL,
        _SHOP,
        _S.request_no == bindparam("request_no"),
        _S.expires_at > bindparam("now"),
    )
    .with_for_update()
)
_CONFIRM: Final = Statement(
    update(SUBSCRIBER).where(*_THIS).values(request_no=0, confirmed_at=bindparam("now"))
)
_REMOVE: Final = Statement(delete(SUBSCRIBER).where(*_THIS))
_TAKE_OVER: Final = Statement(
    delete(SUBSCRIBER).where(_MALL, _S.email == bindparam("email"), CONFIRMED)
)
_REMOVE_OF_MEMBER: Final = Statement(
    delete(SUBSCRIBER).where(
        _MALL,
        _S.email.in_(
            select(mail_addresses.Comparable(_P.email)).where(
                _P.mall_id == bindparam("mall_id"),
                _P.member_id == bindparam("member_id"),
                _P.email != EMPTY,
            )
        ),
    )
)
_PAGE: Final = Statement(
    select(_S.email, _S.confirmed_at)
    .where(_MALL, _SHOP, _S.email > bindparam("after"), _RECEIVES)
    .order_by(_S.email)
    .limit(bindparam("limit"))
)
_NUMBER: Final = Statement(select(func.count()).where(_MALL, _SHOP, _RECEIVES))
_AMONG: Final = Statement(
    select(_S.email).where(_MALL, _SHOP, InList(_S.email, "emails"), _RECEIVES)
)
_EXPIRED: Final = Statement(
    select(_S.shop_no, _S.email)
    .where(_MALL, UNCONFIRMED, _S.expires_at <= bindparam("now"))
    .order_by(_S.expires_at)
    .limit(bindparam("limit"))
)
_REMOVE_EXPIRED: Final = Statement(
    delete(SUBSCRIBER).where(*_THIS, UNCONFIRMED, _S.expires_at <= bindparam("now"))
)
MALLS_WITH_EXPIRED: Final = malls_with(SUBSCRIBER, UNCONFIRMED, _S.expires_at <= OWN_NOW)


async def ask(db: Session, shop_no: int, email: str, *, request_no: int, until: int) -> None:
    """Write that an address asked for newsletters; the link of an earlier request ends.

    `email`: as addresses are compared, here and in the other functions.
    """
    values = {"request_no": request_no, "expires_at": until, "confirmed_at": None}
    await db.run(_ASK, shop_no=shop_no, email=email, **values)


async def asked(db: Session, shop_no: int, request_no: int, *, now: int) -> str | None:
    """Return the address of a request that can still be confirmed, locked, or None."""
    row = await db.one(_ASKED, shop_no=shop_no, request_no=request_no, now=now)
    return None if row is None else row[0]


async def confirm(db: Session, shop_no: int, email: str, *, now: int) -> None:
    """Write that an address gets newsletters from now on; its link was used."""
    await db.run(_CONFIRM, shop_no=shop_no, email=email, now=now)


async def remove(db: Session, shop_no: int, email: str) -> bool:
    """Delete an address and its request; False: there was none."""
    return bool(await db.run(_REMOVE, shop_no=shop_no, email=email))


async def take_over(db: Session, email: str) -> bool:
    """Delete the subscriptions of an address that an account has from now on; False: none."""
    return bool(await db.run(_TAKE_OVER, email=email))


async def remove_of_member(db: Session, member_id: str) -> None:
    """Delete the subscriptions and requests of the mail address of an account."""
    await db.run(_REMOVE_OF_MEMBER, member_id=member_id)


async def page(db: Session, shop_no: int, *, after: str, limit: int) -> list[Subscriber]:
    """Return the next addresses that get newsletters and belong to no account."""
    rows = await db.all(_PAGE, shop_no=shop_no, after=after, limit=limit)
    return [Subscriber(email, confirmed_at) for email, confirmed_at in rows]


async def number(db: Session, shop_no: int) -> int:
    """Return how many addresses get newsletters and belong to no account."""
    row = await db.one(_NUMBER, shop_no=shop_no)
    return 0 if row is None else int(row[0])


async def among(db: Session, shop_no: int, emails: Sequence[str]) -> set[str]:
    """Return those of `emails` that get newsletters and belong to no account."""
    return {email for (email,) in await db.all(_AMONG, shop_no=shop_no, emails=list(emails))}


async def delete_expired(db: Session, *, now: int, limit: int) -> int:
    """Delete up to `limit` requests that were not confirmed in time; return their number."""
    rows = await db.all(_EXPIRED, now=now, limit=limit)
    for shop_no, email in rows:
        await db.run(_REMOVE_EXPIRED, shop_no=shop_no, email=email, now=now)
    return len(rows)
