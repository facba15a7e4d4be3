"""Accounts of other services linked to customers, for signing in.

Specification: resources of the Customer area are "not shown".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Index, Select, bindparam, delete, select

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerLinked
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.customer.refusals import ACCOUNT_LINKED_ELSEWHERE
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.operation import get, listing
from openmall.contract.params import EndDate, Limit100, Offset8000, ShopParams, StartDate
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START
from openmall.contract.scopes import READ_CUSTOMER
from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement, StatementCache
from openmall.database.undo_policies import CUSTOMERS_CHANGED
from openmall.database.values import StoredRow

LINK: Final = shop_table(
    "customer_social",
    text("member_id"),
    text("social_name"),
    text("social_member_code"),
    number("linked_date"),
    text("issuer", null=True),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "social_name"),
)
"""Linked accounts of customers, one of each service.

`issuer`: who vouches for `social_member_code`; the same code of another issuer is another person.
Null: no customer signs in by it.
"""
Index("ix_customer_social_date", LINK.c.mall_id, LINK.c.linked_date, LINK.c.member_id)
Index(
    "ix_customer_social_name",
    LINK.c.mall_id,
    LINK.c.social_name,
    LINK.c.linked_date,
    LINK.c.member_id,
)
Index(
    "uq_customer_social_account",
    LINK.c.mall_id,
    LINK.c.social_name,
    LINK.c.issuer,
    LINK.c.social_member_code,
    unique=True,
)
"""An account signs one customer in. Rows without an issuer are not compared."""


class Link(Struct, frozen=True, kw_only=True):
    """A customer's account of another service."""

    shop_no: int
    member_id: str
    social_name: str
    social_member_code: str
    linked_date: datetime


class SocialQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and pages the linked accounts of all customers."""

    social_name: str | UnsetType = UNSET
    linked_start_date: StartDate | UnsetType = UNSET
    linked_end_date: EndDate | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


_L: Final = LINK.c
_LATEST: Final = Statement(
    select(_L.social_name, _L.social_member_code, _L.linked_date)
    .where(_L.mall_id == bindparam("mall_id"), _L.member_id == bindparam("member_id"))
    .order_by(_L.linked_date.desc(), _L.social_name)
    .limit(1)
)
_FILTERS: Final = {
    "social_name": _L.social_name == bindparam("social_name"),
    "linked_start_date": _L.linked_date >= bindparam("linked_start_date"),
    "linked_end_date": _L.linked_date <= bindparam("linked_end_date"),
}


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(_L.member_id, _L.social_name, _L.social_member_code, _L.linked_date)
        .where(_L.mall_id == bindparam("mall_id"), *(_FILTERS[name] for name in filters))
        .order_by(_L.linked_date.desc(), _L.member_id.desc(), _L.social_name.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_LINK: Final = Statement(
    lambda insert: (
        insert(LINK).values({c.name: bindparam(c.name) for c in _L}).on_conflict_do_nothing()
    )
)
_OF_ACCOUNT: Final = Statement(
    select(_L.member_id).where(
        _L.mall_id == bindparam("mall_id"),
        _L.social_name == bindparam("social_name"),
        _L.issuer == bindparam("issuer"),
        _L.social_member_code == bindparam("social_member_code"),
    )
)
_OF_MEMBER: Final = Statement(
    select(_L.social_name, _L.social_member_code, _L.linked_date)
    .where(_L.mall_id == bindparam("mall_id"), _L.member_id == bindparam("member_id"))
    .order_by(_L.linked_date, _L.social_name)
)
_UNLINK: Final = Statement(
    delete(LINK).where(
        _L.mall_id == bindparam("mall_id"),
        _L.member_id == bindparam("member_id"),
        _L.social_name == bindparam("social_name"),
    )
)


async def retrieve(call: Call, params: CustomerPath) -> Link:
    """Retrieve the account of another service that a customer linked last.

    Raises NotFound (404) for an unknown customer, and for one without a linked account.
    """
    await customer_store.require(call, params.member_id)
    row = await call.db.one(_LATEST, member_id=params.member_id)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="member_id", resource=Phrase("social account"))
    name, code, at = row
    return Link(
        shop_no=call.shop_no,
        member_id=params.member_id,
        social_name=name,
        social_member_code=code,
        linked_date=moment(at),
    )


async def list_links(call: Call, query: SocialQuery) -> Sequence[Link]:
    """List all social: the linked accounts of all customers, the last linked first."""
    if (
        query.linked_start_date is not UNSET
        and query.linked_end_date is not UNSET
        and query.linked_end_date < query.linked_start_date
    ):
        raise Invalid(END_BEFORE_START, parameter="linked_end_date")
    values = sent_fields(query)
    statement = _LISTS.of(tuple(name for name in _FILTERS if name in values))
    values |= {"limit": query.limit, "offset": query.offset}
    values.pop("shop_no", None)
    return [
        Link(
            shop_no=call.shop_no,
            member_id=member_id,
            social_name=name,
            social_member_code=code,
            linked_date=moment(at),
        )
        for member_id, name, code, at in await call.db.all(statement, **values)
    ]


async def member_of(
    call: Call, *, social_name: str, issuer: str, social_member_code: str
) -> str | None:
    """Return the member id that an account of another service is linked to, or None."""
    row = await call.db.one(
        _OF_ACCOUNT, social_name=social_name, issuer=issuer, social_member_code=social_member_code
    )
    return None if row is None else row[0]


async def links_of(call: Call, member_id: str) -> list[Link]:
    """Return the linked accounts of a customer, the first linked first."""
    return [
        Link(
            shop_no=call.shop_no,
            member_id=member_id,
            social_name=name,
            social_member_code=code,
            linked_date=moment(at),
        )
        for name, code, at in await call.db.all(_OF_MEMBER, member_id=member_id)
    ]


async def link(
    call: Call,
    member_id: str,
    *,
    social_name: str,
    social_member_code: str,
    issuer: str | None = None,
) -> None:
    """Link an account of another service to a customer, replacing one of the same service.

    `issuer`: as in the table. Raises NotFound (404) for an unknown customer, Invalid (422) for an
    account that is linked to another one.
    """
    await customer_store.require(call, member_id, to_change=True)
    if issuer is not None:
        linked_to = await member_of(
            call, social_name=social_name, issuer=issuer, social_member_code=social_member_code
        )
        if linked_to not in (None, member_id):
            raise linked_elsewhere()
    await call.db.run(_UNLINK, member_id=member_id, social_name=social_name)
    added = await call.db.run(
        _LINK,
        member_id=member_id,
        social_name=social_name,
        social_member_code=social_member_code,
        linked_date=int(call.clock.now()),
        issuer=issuer,
    )
    if not added:
        # another call linked the account between the statements
        raise linked_elsewhere()
    call.publish(
        CustomerLinked(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            social_name=social_name,
            social_member_code=social_member_code,
        )
    )


def linked_elsewhere() -> Invalid:
    """Return the error for an account that is linked to another customer."""
    return Invalid(ACCOUNT_LINKED_ELSEWHERE, parameter="social_name")


async def unlink(call: Call, member_id: str, social_name: str) -> bool:
    """Delete the link to an account of a service; False: there was none."""
    return bool(await call.db.run(_UNLINK, member_id=member_id, social_name=social_name))


OPERATIONS = [
    listing(
        "social",
        list_links,
        takes=SocialQuery,
        gives=Link,
        key="social",
        scope=READ_CUSTOMER,
        restricted=True,
    ),
    get(
        "customers/{member_id}/social",
        retrieve,
        takes=CustomerPath,
        gives=Link,
        key="social",
        scope=READ_CUSTOMER,
        restricted=True,
    ),
]
