"""The operations on the products of main display groups: add, order and remove them."""

from collections.abc import Sequence

from msgspec import UNSET

from openmall.commerce.category.mains import main_placements
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.category.mains.main_placements import Place
from openmall.commerce.category.mains.shape import MainPath
from openmall.commerce.product.arrangement import sold_out_last
from openmall.commerce.product.mains_products import store
from openmall.commerce.product.mains_products.shape import (
    MainProduct,
    MainProductPath,
    MainProducts,
    MainProductsChange,
    MainProductsDraft,
    TakenProduct,
)
from openmall.commerce.product.products import category_marks_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH
from openmall.database.session import Row


async def listing(call: Call, params: MainPath) -> Sequence[MainProduct]:
    """Retrieve a list of products in main category."""
    return [
        MainProduct(
            shop_no=call.shop_no,
            product_no=row[0],
            product_name=row[1],
            fixed_sort=row[2] == "T",
        )
        for row in await _in_order(call, params)
    ]


async def on_display(call: Call, params: MainPath) -> list[int]:
    """Return the products of a group on display, in its order. Raises NotFound (404)."""
    return [row[0] for row in await _in_order(call, params) if row[4] == row[5] == "T"]


async def _in_order(call: Call, params: MainPath) -> list[Row]:
    """Return the rows of a group's products in display order. Raises NotFound (404)."""
    group = await main_rules.find(call, params.display_group)
    rows = {row[0]: row for row in await store.shown(call, group.display_group)}
    shown = list(rows)
    if group.soldout_sort_type == "B":
        shown = sold_out_last(
            shown,
            sold_out={number for number, row in rows.items() if row[3] == "T"},
            fixed={number for number, row in rows.items() if row[2] == "T"},
        )
    return [rows[number] for number in shown]


async def count(call: Call, params: MainPath) -> int:
    """Retrieve a count of products in main category."""
    group = await main_rules.find(call, params.display_group)
    return len(await main_placements.order(call, group.display_group))


async def create(call: Call, draft: MainProductsDraft) -> MainProducts:
    """Show products in a main display group, behind those that are there; these stay."""
    numbers = list(dict.fromkeys(draft.product_no))
    await category_marks_store.lock_several(call, numbers)
    group = await main_rules.find(call, draft.display_group, to_change=True)
    before = [place.product_no for place in await main_placements.order(call, group.display_group)]
    there = set(before)
    added = [number for number in numbers if number not in there]
    await main_placements.append(call, group.display_group, added)
    call.journal(f"main {group.display_group}", {"products": (before, before + added)})
    return MainProducts(shop_no=call.shop_no, product_no=numbers)


async def change(call: Call, params: MainProductsChange) -> MainProducts:
    """Update the order of products in a main display group, and which of them is fixed.

    Named products come first, in the given order; the others follow in their present order. A fixed
    product keeps its position when it is sold out and the group shows sold out products last.
    Identical content is NotModified (409).
    """
    named = dict.fromkeys(params.product_no)
    numbers = list(named)
    group = await main_rules.find(call, params.display_group, to_change=True)
    before = {
        place.product_no: place for place in await main_placements.order(call, group.display_group)
    }
    if not before.keys() >= named.keys():
        raise Invalid(NO_SUCH, parameter="product_no", resource=Phrase("product in the group"))
    # Positions of unnamed products follow from the named ones, so that only these can be fixed.
    if isinstance(params.fix_product_no, int) and params.fix_product_no not in named:
        raise Invalid(
            NO_SUCH, parameter="fix_product_no", resource=Phrase("product among those named")
        )
    order = [*numbers, *(number for number in before if number not in named)]
    fixed = {number: place.fixed_sort for number, place in before.items()}
    if params.fix_product_no is not UNSET:
        # Absent leaves all as they are; null unfixes the named ones.
        fixed |= {number: "T" if number == params.fix_product_no else "F" for number in numbers}
    if order == list(before) and fixed == {no: each.fixed_sort for no, each in before.items()}:
        raise NotModified(IDENTICAL)
    # Only rows whose position or mark differs are written.
    after = [Place(number, at, fixed[number]) for at, number in enumerate(order, 1)]
    await main_placements.arrange(
        call, group.display_group, [place for place in after if before[place.product_no] != place]
    )
    call.journal(
        f"main {group.display_group}",
        {
            "products": (list(before), order),
            "fixed": (
                [number for number, place in before.items() if place.fixed_sort == "T"],
                [number for number in order if fixed[number] == "T"],
            ),
        },
    )
    return MainProducts(shop_no=call.shop_no, product_no=numbers)


async def delete(call: Call, params: MainProductPath) -> TakenProduct:
    """Delete a product in main category; the product stays."""
    group = await main_rules.find(call, params.display_group, to_change=True)
    before = [place.product_no for place in await main_placements.order(call, group.display_group)]
    if params.product_no not in before:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    await main_placements.take(call, params.product_no, [group.display_group])
    after = [number for number in before if number != params.product_no]
    call.journal(f"main {group.display_group}", {"products": (before, after)})
    return TakenProduct(shop_no=call.shop_no, product_no=params.product_no)
