"""The operations on customers: find, join, block and delete them."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from openmall.commerce.customer import dependent_rows as customer_dependent_rows
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import GENERAL, Group
from openmall.commerce.customer.customers import (
    address_store,
    personal_dates,
    shopper_store,
    subscriber_store,
)
from openmall.commerce.customer.customers import balance_store as balances
from openmall.commerce.customer.customers import properties as customers_properties
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerJoined, CustomerLeft
from openmall.commerce.customer.customers.refusals import (
    CUSTOMER_HAS_POINTS,
    EMAIL_TAKEN,
    MEMBER_ID_TAKEN,
    NO_CUSTOMER_NAMED,
    NO_SUCH_CUSTOMER_GROUP,
)
from openmall.commerce.customer.customers.shape import (
    SHUT_OUT,
    Blacklist,
    Customer,
    CustomerKey,
)
from openmall.commerce.customer.customers.takes import CustomerDraft, CustomerQuery, Leaving
from openmall.commerce.store import accounts
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.refusals import IDENTICAL
from openmall.database.text_search import mail_addresses


async def listing(call: Call, query: CustomerQuery) -> Sequence[Customer]:
    """Retrieve a list of customers, those of a member id or a cell phone number.

    Raises Invalid (422) when neither is given: the list has no pages, a mall has many customers.
    """
    filters = {name: value for name, value in sent_fields(query).items() if name != "shop_no"}
    if not filters:
        raise Invalid(NO_CUSTOMER_NAMED, parameter="member_id")
    return await customer_store.find(call, **filters)


async def find(call: Call, member_id: str) -> Customer:
    """Return a customer in the call's shop. Raises NotFound (404)."""
    return await customer_store.get(call, member_id)


async def group_of(call: Call, member_id: str) -> Group:
    """Return the group of a customer in the call's shop. Raises NotFound (404)."""
    return await _group(call, await shopper_store.group_no(call, member_id))


async def group_of_customer(call: Call, customer: Customer) -> Group:
    """Return the group of a customer that was read in the call's shop."""
    return await _group(call, customer.group_no)


async def _group(call: Call, group_no: int) -> Group:
    found = await customergroup_rules.find(call, group_no)
    assert found is not None
    return found


async def join(call: Call, draft: CustomerDraft, *, password_hash: str | None = None) -> Customer:
    """Create a customer of the mall, who joins in the call's shop.

    `password_hash`: from `credentials.hash_new`; None: they cannot sign in.
    Raises Invalid (422) for a member id that is or was taken, an unknown group, and a date in the
    future or before 1900.
    """
    if draft.group_no != GENERAL and await customergroup_rules.find(call, draft.group_no) is None:
        raise Invalid(NO_SUCH_CUSTOMER_GROUP, parameter="group_no")
    fields = msgspec.structs.asdict(draft)
    accounts.require_refund_account(fields)
    personal_dates.require_possible(call, fields)
    if draft.email and await subscriber_store.take_over(
        call.db, mail_addresses.comparable(draft.email)
    ):
        # agreed already, by the link of a mail to this address
        draft = msgspec.structs.replace(draft, news_mail="T")
    if not await customer_store.join(call, draft, password_hash):
        raise Invalid(MEMBER_ID_TAKEN, parameter="member_id")
    if draft.group_no != GENERAL or draft.fixed_group == "T":
        await customer_store.put_in_group(
            call, draft.member_id, group_no=draft.group_no, fixed_group=draft.fixed_group
        )
    joined = await customer_store.get(call, draft.member_id)
    call.publish(CustomerJoined.of(joined, draft))
    call.journal(f"customer {draft.member_id}", {"joined": (False, True)})
    return joined


async def sign_up(call: Call, draft: CustomerDraft, *, password_hash: str | None) -> Customer:
    """Create a customer who signs up on the storefront.

    Stores only the fields the shop asks new customers for. Raises Invalid (422) as `join` does,
    for a missing required field, and for an e-mail address that a customer of the mall has.
    """
    requested = await customers_properties.answered(call, "join", draft)
    if requested.email:
        await address_store.take_turn(call, requested.email)
        await refuse_taken_address(call, requested.email)
    return await join(call, requested, password_hash=password_hash)


async def refuse_taken_address(call: Call, email: str) -> None:
    """Raise Invalid (422) for an e-mail address that a customer of the mall has.

    It is for shoppers who take an address; the admin API and imports let customers share one. Of
    two who take it at once the second one is refused after `address_store.take_turn`.
    """
    if await address_store.with_email(call, email):
        raise Invalid(EMAIL_TAKEN, parameter="email")


async def block(call: Call, member_id: str, blacklist_type: Blacklist) -> Customer:
    """Set the blacklist of a customer. Raises NotFound (404), NotModified (409).

    A customer who may sign in again has to: sessions, and links by which a password is set, are
    not valid any more when they are from before.
    """
    await customer_store.require(call, member_id, to_change=True)
    before = await customer_store.get(call, member_id)
    if before.blacklist_type == blacklist_type:
        raise NotModified(IDENTICAL)
    returns = before.blacklist_type in SHUT_OUT and blacklist_type not in SHUT_OUT
    await shopper_store.set_blacklist(call.db, member_id, blacklist_type, ends_sessions=returns)
    changes = {"blacklist_type": (before.blacklist_type, blacklist_type)}
    call.journal(f"customer {member_id}", changes)
    return await customer_store.get(call, member_id)


async def verify(call: Call, member_id: str) -> Customer:
    """Note that the shop has verified a customer's identity. Raises NotFound (404),
    NotModified (409).
    """
    await customer_store.require(call, member_id, to_change=True)
    before = await customer_store.get(call, member_id)
    if before.member_authentication == "T":
        raise NotModified(IDENTICAL)
    await customer_store.set_fields(
        call, member_id, member_authentication="T", authentication_method="d"
    )
    changes = {"member_authentication": (before.member_authentication, "T")}
    call.journal(f"customer {member_id}", changes)
    return await customer_store.get(call, member_id)


async def leave(call: Call, params: Leaving) -> CustomerKey:
    """Delete a customer: the membership ends, and personal data is erased.

    The member id stays taken, so that past orders and points never become another customer's.
    Raises NotFound (404), and Invalid (422) for a customer with points left, when points are to be
    checked.
    """
    await customer_store.require(call, params.member_id, to_change=True)
    if params.is_point_check is not UNSET and params.is_point_check == "T":
        await refuse_points(call, params.member_id)
    await customer_dependent_rows.delete_all(call, params.member_id)
    await subscriber_store.remove_of_member(call.db, params.member_id)
    await customer_store.end(call, params.member_id)
    call.publish(CustomerLeft(event_shop_no=str(call.shop_no), member_id=params.member_id))
    call.journal(f"customer {params.member_id}", {"joined": (True, False)})
    return CustomerKey(shop_no=call.shop_no, member_id=params.member_id)


async def refuse_points(call: Call, member_id: str) -> None:
    """Raise Invalid (422) for a customer with points left in any shop of the mall."""
    if await balances.any_points(call, member_id):
        raise Invalid(CUSTOMER_HAS_POINTS, parameter="is_point_check")
