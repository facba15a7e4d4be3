"""Accounts of other services linked to customers, for signing in.

Specification: resources of the Customer area are "not shown".
"""

from datetime import datetime
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerLinked
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.operation import get
from openmall.contract.scopes import READ_CUSTOMER
from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement

LINK: Final = shop_table(
    "customer_social",
    text("member_id"),
    text("social_name"),
    text("social_member_code"),
    number("linked_date"),
    backup=WITH_MALL,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "social_name"),
)
"""Linked accounts of customers, one of each service."""


class Link(Struct, frozen=True, kw_only=True):
    """A customer's account of another service."""

    shop_no: int
    member_id: str
    social_name: str
    social_member_code: str
    linked_date: datetime


_L: Final = LINK.c
_LATEST: Final = Statement(
    select(_L.social_name, _L.social_member_code, _L.linked_date)
    .where(_L.mall_id == bindparam("mall_id"), _L.member_id == bindparam("member_id"))
    .order_by(_L.linked_date.desc(), _L.social_name)
    .limit(1)
)
_LINK: Final = Statement(
    lambda insert: (
        insert(LINK)
        .values({c.name: bindparam(c.name) for c in _L})
        .on_conflict_do_update(
            index_elements=["mall_id", "member_id", "social_name"],
            set_={name: bindparam(name) for name in ("social_member_code", "linked_date")},
        )
    )
)


async def retrieve(call: Call, params: CustomerPath) -> Link:
    """Retrieve the account of another service that a customer linked last.

    Raises NotFound (404) for an unknown customer, and for one without a linked account.
    """
    await customer_store.require(call, params.member_id)
    row = await call.db.one(_LATEST, member_id=params.member_id)
    if row is None:
        raise NotFound("The social account does not exist.", parameter="member_id")
    name, code, at = row
    return Link(
        shop_no=call.shop_no,
        member_id=params.member_id,
        social_name=name,
        social_member_code=code,
        linked_date=moment(at),
    )


async def link(call: Call, member_id: str, *, social_name: str, social_member_code: str) -> None:
    """Link an account of another service to a customer, replacing one of the same service.

    Raises NotFound (404) for an unknown customer.
    """
    await customer_store.require(call, member_id, to_change=True)
    await call.db.run(
        _LINK,
        member_id=member_id,
        social_name=social_name,
        social_member_code=social_member_code,
        linked_date=int(call.clock.now()),
    )
    call.publish(
        CustomerLinked(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            social_name=social_name,
            social_member_code=social_member_code,
        )
    )


OPERATIONS = [
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
