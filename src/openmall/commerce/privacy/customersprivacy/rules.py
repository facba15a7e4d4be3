"""Behaviour of customer information: finding, reading and changing personal data."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict, replace

from openmall.commerce.customer.customers import personal_dates
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerChanged
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.customer.redaction import redacted
from openmall.commerce.privacy.customersprivacy import search, store
from openmall.commerce.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.commerce.privacy.customersprivacy.takes import (
    CustomerChange,
    CustomerFilters,
    CustomerQuery,
)
from openmall.commerce.store import accounts
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH, UNKNOWN_COUNTRY
from openmall.translations import countries

_PLAIN: Final = frozenset(("sms", "news_mail", "thirdparty_agree", "fixed_group"))
"""Fields the activity log records unmasked: consents, nothing that identifies the customer."""


async def listing(call: Call, query: CustomerQuery) -> Sequence[CustomerPrivacy]:
    """Retrieve a list of customer information.

    Raises Invalid (422) for paging by the day of joining without a first day.
    """
    found = await search.page(call, query, limit=query.limit, offset=query.offset)
    return await store.find(call, found)


async def count(call: Call, filters: CustomerFilters) -> int:
    """Retrieve a count of customer information."""
    return await search.number(call, filters)


async def retrieve(call: Call, params: CustomerPath) -> CustomerPrivacy:
    """Retrieve a customer information.

    Raises NotFound (404).
    """
    return await store.get(call, params.member_id)


async def lock(call: Call, params: CustomerPath) -> None:
    """Lock a customer. Raises NotFound (404)."""
    await customer_store.require(call, params.member_id, to_change=True)


def _with_country(params: CustomerChange) -> CustomerChange:
    """Return a change with its country in two letters. Raises Invalid (422) for no country."""
    sent = params.country_code
    if not isinstance(sent, str) or not sent:
        return params
    if not (code := countries.two_letters(sent)):
        raise Invalid(UNKNOWN_COUNTRY, parameter="country_code", country=sent)
    return replace(params, country_code=code)


async def change(call: Call, params: CustomerChange) -> CustomerPrivacy:
    """Update a customer information.

    Raises NotFound (404), NotModified (409), and Invalid (422) for a referrer that the mall does
    not know, and for a birthday in the future or before 1900.
    """
    member_id = params.member_id
    await customer_store.require(call, member_id, to_change=True)
    before = await store.get(call, member_id)
    after = patched(before, _with_country(params))
    changes = differences(before, after)
    if "recommend_id" in changes and after.recommend_id:
        found = await customer_store.find(call, member_id=[after.recommend_id])
        if not found or after.recommend_id == member_id:
            raise Invalid(NO_SUCH, parameter="recommend_id", resource=Phrase("other customer"))
    new = {name: getattr(after, name) for name in changes}
    accounts.require_refund_account(new)
    personal_dates.require_possible(call, new)
    if "fixed_group" in changes:
        await customer_store.put_in_group(
            call, member_id, group_no=after.group_no, fixed_group=after.fixed_group
        )
    values = asdict(after)
    await store.change(
        call, member_id, {name: values[name] for name in changes if name != "fixed_group"}
    )
    call.publish(
        CustomerChanged(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            diff_key=sorted(changes),
            sub_event_code="EC_ADMIN",
        )
    )
    call.journal(f"customer {member_id}", redacted(changes, plain=_PLAIN))
    return await store.get(call, member_id)
