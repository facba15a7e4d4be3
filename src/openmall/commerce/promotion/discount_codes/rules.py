"""The operations on discount codes: create, find, change and delete them."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from openmall.commerce.promotion.discount_codes import store as discount_code_store
from openmall.commerce.promotion.discount_codes.refusals import (
    CODE_CATEGORIES_MISSING,
    CODE_PRODUCTS_MISSING,
    DISCOUNT_CODE_EXISTS,
)
from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.commerce.promotion.discount_codes.takes import (
    DiscountCodeDraft,
    DiscountCodePath,
    DiscountCodeQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusals import END_BEFORE_START

_DATES: Final = ("available_start_date", "available_end_date")


async def listing(call: Call, query: DiscountCodeQuery) -> Sequence[DiscountCode]:
    """Retrieve a list of discount codes."""
    return await discount_code_store.page(call, query)


async def retrieve(call: Call, params: DiscountCodePath) -> DiscountCode:
    """Retrieve a discount code."""
    return await discount_code_store.get(call, params.discount_code_no)


async def create(call: Call, draft: DiscountCodeDraft) -> DiscountCode:
    """Create a discount code.

    Small letters and capitals are the same letters. Raises Invalid (422) for a code that the shop
    has, for a period that ends before it starts, and for products that are not listed.
    """
    code = replace(
        DiscountCode(),
        **_values(sent_fields(draft)),
        shop_no=call.shop_no,
        discount_code_no=await discount_code_store.new_number(call),
        created_date=moment(call.clock.now()),
    )
    await _check(call, code)
    await discount_code_store.add(call, code)
    call.journal(f"discount code {code.discount_code_no}", differences_from_nothing(code))
    return code


async def change(call: Call, params: DiscountCodePath) -> DiscountCode:
    """Update a discount code.

    Orders that it was used for keep their discount. Raises NotFound (404), NotModified (409), and
    Invalid (422) as for a new one.
    """
    before = await discount_code_store.get(call, params.discount_code_no, to_change=True)
    after = replace(before, **_values(sent_fields(params)))
    if after == before:
        raise NotModified()
    await _check(call, after)
    await discount_code_store.keep(call, after)
    call.journal(f"discount code {after.discount_code_no}", differences(before, after))
    return after


async def delete(call: Call, params: DiscountCodePath) -> DiscountCode:
    """Delete a discount code.

    Orders that it was used for keep their discount.
    """
    before = await discount_code_store.get(call, params.discount_code_no, to_change=True)
    await discount_code_store.remove(call, before.discount_code_no)
    call.journal(f"discount code {before.discount_code_no}", {"deleted": (False, True)})
    return before


def _values(sent: dict[str, Any]) -> dict[str, Any]:
    """Return what was sent as fields of a discount code."""
    found = {name: value for name, value in sent.items() if name != "shop_no"}
    return {name: moment(value) if name in _DATES else value for name, value in found.items()}


async def _check(call: Call, code: DiscountCode) -> None:
    start, end = code.available_start_date, code.available_end_date
    if start is not None and end is not None and end < start:
        raise Invalid(END_BEFORE_START, parameter="available_end_date")
    if code.available_product_type == "P" and not code.available_product:
        raise Invalid(CODE_PRODUCTS_MISSING, parameter="available_product")
    if code.available_product_type == "C" and not code.available_category:
        raise Invalid(CODE_CATEGORIES_MISSING, parameter="available_category")
    other = await discount_code_store.find(call, code.discount_code)
    if other is not None and other.discount_code_no != code.discount_code_no:
        raise Invalid(DISCOUNT_CODE_EXISTS, parameter="discount_code")
