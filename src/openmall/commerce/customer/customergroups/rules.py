"""The operations on customer groups, and the next group of a customer."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, Literal

import msgspec

from openmall.commerce.customer.customergroups.refusals import (
    CUSTOMER_GROUP_EXISTS,
    TOO_MANY_CUSTOMER_GROUPS,
)
from openmall.commerce.customer.customergroups.shape import (
    GENERAL,
    MOST_GROUPS,
    CustomerGroups,
    Group,
    GroupDraft,
    GroupFilters,
    GroupPath,
    Purchases,
)
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing, merged, sent_fields
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.text_search.word_search import has_words
from openmall.translations.catalogues import Message

Criteria = Literal[
    "purchase_amount",
    "purchase_count",
    "purchase_amount_and_count",
    "purchase_amount_or_count",
    "shopping_index",
]
"""The criteria by which a shop assigns groups."""

GENERAL_NAME: Final = Message("General")


async def of_shop(call: Call) -> list[Group]:
    """Return the groups of the call's shop, by number."""
    return [_named(call, each) for each in (await current(call, CustomerGroups)).groups]


async def find(call: Call, group_no: int) -> Group | None:
    """Return a group of the call's shop, or None."""
    return next((each for each in await of_shop(call) if each.group_no == group_no), None)


async def listing(call: Call, filters: GroupFilters) -> Sequence[Group]:
    """Retrieve a list of customer groups."""
    return [each for each in await of_shop(call) if _passes(each, filters)]


async def count(call: Call, filters: GroupFilters) -> int:
    """Retrieve a count of customer groups."""
    return len(await listing(call, filters))


async def retrieve(call: Call, params: GroupPath) -> Group:
    """Retrieve a customer group.

    Raises NotFound (404).
    """
    found = await find(call, params.group_no)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("customer group"))
    return found


async def create(call: Call, draft: GroupDraft) -> Group:
    """Create a customer group.

    Raises Invalid (422) for a name that another group has, and for one group too many.
    """
    groups = await current(call, CustomerGroups, to_change=True)
    if len(groups.groups) == MOST_GROUPS:
        raise Invalid(TOO_MANY_CUSTOMER_GROUPS, parameter="group_name", most=MOST_GROUPS)
    if draft.group_name in [_named(call, each).group_name for each in groups.groups]:
        raise Invalid(CUSTOMER_GROUP_EXISTS, parameter="group_name")
    number = max(groups.highest_group_no, *(each.group_no for each in groups.groups)) + 1
    new = Group(
        shop_no=call.shop_no,
        group_no=number,
        group_name=draft.group_name,
    )
    alike = {
        "mobile_discount_information": draft.discount_information,
        "mobile_points_information": draft.points_information,
    }
    group = merged(new, alike | sent_fields(draft))
    await write_setting(
        call.db, call.seal, msgspec.structs.replace(groups, groups=(*groups.groups, group))
    )
    call.journal(f"customer group {number}", differences_from_nothing(group))
    return group


def following(
    groups: Sequence[Group], group_no: int, bought: Purchases, criteria: Criteria
) -> tuple[Group, Purchases] | None:
    """Return the next group for a member of `group_no`, and the purchases still missing for it.

    The next is the group with the lowest bound above what was `bought`; None: there is none.
    """
    above = []
    for group in groups:
        lacking = _lacking(group, bought, criteria)
        if group.group_no != group_no and (lacking.amount or lacking.number):
            above.append((group, lacking))
    return min(
        above, key=lambda each: (each[1].amount, each[1].number, each[0].group_no), default=None
    )


def _lacking(group: Group, bought: Purchases, criteria: Criteria) -> Purchases:
    """Return the purchases still missing for `group`; nothing where it sets no bound."""
    bounds = group.auto_change_information
    amount = Decimal(0) if bounds.min_purchase_amount is None else bounds.min_purchase_amount
    number = bounds.min_purchase_count or 0
    lacking = Purchases(
        amount=max(Decimal(0), amount - bought.amount) if "amount" in criteria else Decimal(0),
        number=max(0, number - bought.number) if "count" in criteria else 0,
    )
    if criteria == "purchase_amount_or_count" and not (lacking.amount and lacking.number):
        # one of the two is enough
        return Purchases()
    return lacking


def _passes(group: Group, filters: GroupFilters) -> bool:
    numbers, names = filters.group_no, filters.group_name
    if isinstance(numbers, list) and group.group_no not in numbers:
        return False
    return not isinstance(names, list) or any(has_words(group.group_name, each) for each in names)


def _named(call: Call, group: Group) -> Group:
    """Return a stored group for an answer: with its shop, and a name in the shop's language."""
    name = group.group_name
    if group.group_no == GENERAL and not name:
        name = GENERAL_NAME.translate(call.mall.shops[call.shop_no].language)
    return msgspec.structs.replace(group, shop_no=call.shop_no, group_name=name)
