"""Writes rows of a file of customers, by their member id."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers import personal_dates
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.refusals import NO_SUCH_CUSTOMER_GROUP
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.store import accounts
from openmall.contract import params, validation
from openmall.contract.call import Call
from openmall.contract.change import is_trimmed
from openmall.contract.errors import Invalid
from openmall.transfer.imports.code_columns import with_lost_zeros
from openmall.transfer.imports.refusals import COLUMN_NOT_JSON, NAME_OF_A_FORMER_CUSTOMER

_MEMBER: Final = "member_id"
_AS_JSON: Final = "additional_information"
_WISHES: Final = ("sms", "news_mail")
_GROUPED: Final = ("group_no", "fixed_group")


class CustomerRows:
    """Creates customers, who cannot sign in before they set a password, and changes others.

    No event is announced: customers would be welcomed by mail.
    """

    kind = "customers"
    fields = frozenset(CustomerDraft.__struct_fields__) - {"shop_no"}

    def code_of(self, values: dict[str, Any]) -> str:
        """Return the member id."""
        return str(values.get(_MEMBER) or "").strip()

    async def write(self, call: Call, values: dict[str, Any]) -> str:
        """Create or change a customer; return new, changed or unchanged. Raises Invalid."""
        country = str(values.get("country_code") or call.mall.country)
        whole = with_lost_zeros(values, country)
        draft = _draft(whole)
        group_no = values.get("group_no")
        if group_no and await customergroup_rules.find(call, draft.group_no) is None:
            raise Invalid(NO_SUCH_CUSTOMER_GROUP, parameter="group_no")
        fields = msgspec.structs.asdict(draft)
        accounts.require_refund_account(fields)
        # a date that is stored already may stay, as an export has it
        problem = personal_dates.problem(call, fields)
        if problem is None and await customer_store.join(call, draft, None):
            if draft.group_no != GENERAL or draft.fixed_group == "T":
                await _put_in_group(call, draft)
            return "new"
        if not await customer_store.is_there(call, draft.member_id):
            raise problem or Invalid(NAME_OF_A_FORMER_CUSTOMER, parameter=_MEMBER)
        return "changed" if await _change(call, draft, values) else "unchanged"


def _draft(values: dict[str, Any]) -> CustomerDraft:
    values = dict(values)
    if isinstance(values.get(_AS_JSON), str):
        try:
            values[_AS_JSON] = msgspec.json.decode(values[_AS_JSON])
        except msgspec.DecodeError as error:
            raise Invalid(COLUMN_NOT_JSON, parameter=_AS_JSON, problem=str(error)) from None
    try:
        return msgspec.convert(values, CustomerDraft, strict=False, dec_hook=params.from_text)
    except msgspec.ValidationError as error:
        raise validation.invalid(error, CustomerDraft) from None


async def _change(call: Call, draft: CustomerDraft, given: Mapping[str, Any]) -> bool:
    """Change what a row gives of a customer who is there; return whether anything differs."""
    member_id = draft.member_id
    await customer_store.require(call, member_id, to_change=True)
    person = await customer_store.person(call, member_id)
    customer = await customer_store.get(call, member_id)
    changed = {
        name: getattr(draft, name)
        for name in customer_store.PERSONAL
        # what is stored without its zero comes so from an export
        if name in given
        and getattr(person, name) != given[name]
        and _differ(getattr(person, name), getattr(draft, name))
    }
    wishes = {
        name: getattr(draft, name)
        for name in _WISHES
        if name in given and getattr(draft, name) != getattr(customer, name)
    }
    moved = any(
        name in given and getattr(draft, name) != getattr(customer, name) for name in _GROUPED
    )
    personal_dates.require_possible(call, changed)
    await customer_store.change_person(call, member_id, changed)
    await customer_store.change_consents(call, member_id, wishes)
    if moved:
        kept = {name: getattr(customer, name) for name in _GROUPED if name not in given}
        await _put_in_group(call, msgspec.structs.replace(draft, **kept))
    return bool(changed or wishes or moved)


def _differ(before: Any, after: Any) -> bool:
    return before != after and not is_trimmed(before, after)


async def _put_in_group(call: Call, draft: CustomerDraft) -> None:
    await customer_store.put_in_group(
        call, draft.member_id, group_no=draft.group_no, fixed_group=draft.fixed_group
    )
