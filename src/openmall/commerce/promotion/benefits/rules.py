"""The operations on benefits."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.events import BenefitAdded, BenefitChanged, BenefitDeleted
from openmall.commerce.promotion.benefits.refusals import (
    BENEFIT_OBJECT_MISSING,
    KIND_OF_OTHER_DIVISION,
    PERIOD_DATE_MISSING,
)
from openmall.commerce.promotion.benefits.shape import OBJECTS, Benefit
from openmall.commerce.promotion.benefits.takes import (
    BenefitChange,
    BenefitDraft,
    BenefitFilters,
    BenefitPath,
    BenefitQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, merged, sent_fields
from openmall.contract.currency_units import require_units
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusals import END_BEFORE_START, PERCENT_OUT_OF_BOUNDS
from openmall.database import sequences

_GIVES: Final = {"PG", "PB"}
"""Kinds of benefits that give something instead of a discount."""
_PERCENT: Final = Decimal(100)
_DATES: Final = ("benefit_start_date", "benefit_end_date")


async def listing(call: Call, query: BenefitQuery) -> Sequence[Benefit]:
    """Retrieve a list of benefits."""
    return await benefit_store.page(call, query)


async def count(call: Call, filters: BenefitFilters) -> int:
    """Retrieve a count of benefits."""
    return await benefit_store.count(call, filters)


async def retrieve(call: Call, params: BenefitPath) -> Benefit:
    """Retrieve a benefit."""
    return await benefit_store.get(call, params.benefit_no)


async def create(call: Call, draft: BenefitDraft) -> Benefit:
    """Create a benefit.

    Raises Invalid (422) for a kind without its object, and for what does not go together.
    """
    kind = draft.benefit_type
    own = getattr(draft, OBJECTS[kind])
    if own is None:
        raise Invalid(BENEFIT_OBJECT_MISSING, parameter=OBJECTS[kind])
    values = {
        name: value
        for name, value in sent_fields(draft).items()
        if name not in OBJECTS.values() and name not in _DATES
    }
    for name in _DATES:
        at = getattr(draft, name)
        values[name] = None if at is None else moment(at)
    values[OBJECTS[kind]] = merged(own, sent_fields(own))
    benefit = Benefit(
        **values,
        benefit_no=await sequences.allocate(call.db, "benefit"),
        created_date=moment(call.clock.now()),
    )
    _check(benefit, call.mall.shops[call.shop_no].currency)
    await benefit_store.add(call, benefit)
    call.publish(BenefitAdded.of(benefit))
    call.journal(f"benefit {benefit.benefit_no}", differences_from_nothing(benefit))
    return benefit


def _check(benefit: Benefit, currency: str) -> None:
    if (benefit.benefit_division == "P") != (benefit.benefit_type in _GIVES):
        raise Invalid(KIND_OF_OTHER_DIVISION, parameter="benefit_division")
    start, end = benefit.benefit_start_date, benefit.benefit_end_date
    if benefit.use_benefit_period == "T":
        for name in _DATES:
            if getattr(benefit, name) is None:
                raise Invalid(PERIOD_DATE_MISSING, parameter=name)
    if start is not None and end is not None and end < start:
        raise Invalid(END_BEFORE_START, parameter="benefit_end_date")
    sale = benefit.sale
    if sale is None:
        return
    name = f"{OBJECTS[benefit.benefit_type]}.discount_value"
    if sale.discount_value_unit == "P" and sale.discount_value > _PERCENT:
        raise Invalid(PERCENT_OUT_OF_BOUNDS, parameter=name)
    if sale.discount_value_unit == "W":
        require_units(sale.discount_value, currency, name)


async def change(call: Call, params: BenefitChange) -> Benefit:
    """Update a benefit.

    Of the objects, the one of the benefit's kind counts. Raises NotFound (404), NotModified (409)
    and Invalid (422).
    """
    before = await benefit_store.get(call, params.benefit_no, to_change=True)
    others = set(OBJECTS.values()) - {OBJECTS[before.benefit_type]}
    values = {name: value for name, value in sent_fields(params).items() if name not in others}
    own = OBJECTS[before.benefit_type]
    if values.get(own, UNSET) is None:
        raise Invalid(BENEFIT_OBJECT_MISSING, parameter=own)
    dates = {name: values.pop(name) for name in _DATES if name in values}
    after = merged(before, values)
    after = replace(
        after, **{name: None if at is None else moment(at) for name, at in dates.items()}
    )
    if after == before:
        raise NotModified()
    _check(after, call.mall.shops[call.shop_no].currency)
    await benefit_store.keep(call, after)
    call.publish(BenefitChanged.of(after))
    call.journal(f"benefit {after.benefit_no}", differences(before, after))
    return after


async def delete(call: Call, params: BenefitPath) -> Benefit:
    """Delete a benefit."""
    before = await benefit_store.get(call, params.benefit_no, to_change=True)
    await benefit_store.remove(call, params.benefit_no)
    event = BenefitDeleted(shop_no=call.shop_no, benefit_no=before.benefit_no)
    call.publish(event)
    call.journal(f"benefit {before.benefit_no}", {"deleted": (False, True)})
    return before
