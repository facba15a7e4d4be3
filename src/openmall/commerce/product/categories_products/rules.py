"""The operations on the products of a category: add, remove and order them.

A section of a category is sorted by the key the category names. A product placed by hand keeps that
position, whatever the key; a fixed one keeps it even when it is sold out and the category shows
sold out products last. Sales, views and likes are not counted yet, and products added by hand carry
no order: those keys sort by the time products were added.
"""

from collections.abc import Sequence
from typing import Final, Literal, cast

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.category_placements import NORMAL, Standing
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.product import partner_updates, shopper_group
from openmall.commerce.product.arrangement import given_places, in_order, sold_out_last
from openmall.commerce.product.categories_products import store
from openmall.commerce.product.categories_products.shape import (
    ArrangedProduct,
    FiledPath,
    FiledProducts,
    FilingDraft,
    PlaceChange,
    PlacedProduct,
    SectionPath,
    SectionQuery,
    UnfiledProduct,
)
from openmall.commerce.product.products import category_marks_store
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.exposure import Viewer
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH

_OWN_ORDER: Final = {1: "normal", 2: "recommend", 3: "new"}
"""Section -> prefix of the fields of its own order."""


class _DisplaySection(Struct, frozen=True):
    """A section of a category in display order."""

    shown: list[int]
    sold_out: frozenset[int]
    not_for_sale: frozenset[int]
    hidden: frozenset[int]
    standings: dict[int, Standing]


async def listing(call: Call, query: SectionQuery) -> Sequence[PlacedProduct]:
    """Retrieve a list of products by category."""
    category = await _category(call, query.category_no)
    display = await _display(call, category, query.display_group)
    automatic = Standing(0)
    return [
        PlacedProduct(
            shop_no=call.shop_no,
            product_no=number,
            sequence_no=at,
            auto_sort=display.standings.get(number, automatic).auto_sort == "T",
            sold_out=number in display.sold_out,
            fixed_sort=display.standings.get(number, automatic).fixed_sort == "T",
            not_for_sale=number in display.not_for_sale,
        )
        for at, number in enumerate(display.shown[: query.limit], 1)
    ]


async def count(call: Call, params: SectionPath) -> int:
    """Retrieve a count of products by category."""
    return await _number(call, await _category(call, params.category_no), params)


async def on_display(call: Call, params: SectionPath, *, with_below: bool = False) -> list[int]:
    """Return the products of a section that shoppers see, in its order.

    `with_below`: those of the categories below as well, whatever the category says.
    Raises NotFound (404) for a category that is not on display either.
    """
    category = await _displayed(call, params.category_no)
    if with_below:
        category = replace(category, sub_category_product_display="T")
    display = await _display(call, category, params.display_group)
    unseen = display.hidden | display.not_for_sale
    return [number for number in display.shown if number not in unseen]


async def count_on_display(call: Call, params: SectionPath) -> int:
    """Retrieve a count of the products on display by category."""
    category = await _displayed(call, params.category_no)
    viewer = shopper_group.viewer(await shopper_group.of_shopper(call))
    return await _number(call, category, params, viewer=viewer)


async def _number(
    call: Call, category: Category, params: SectionPath, *, viewer: Viewer | None = None
) -> int:
    section = params.display_group
    category_nos, tags = await _sources(call, category, section)
    return await store.number(call, section, category_nos, tags=tags, viewer=viewer)


async def create(call: Call, draft: FilingDraft) -> FiledProducts:
    """Add products to a category; those that are there already stay as they are."""
    numbers = list(dict.fromkeys(draft.product_no))
    await category_marks_store.lock_several(call, numbers)
    await _category(call, draft.category_no, to_change=True)
    await category_placements.file(call, draft.category_no, draft.display_group, numbers)
    if draft.display_group != NORMAL:
        await category_marks_store.mark(call, numbers)
    await partner_updates.update_projection(call, numbers)
    call.journal(
        f"category {draft.category_no}, products {_listed(numbers)}",
        {"display_group": (None, draft.display_group)},
    )
    return FiledProducts(display_group=draft.display_group, product_no=numbers)


async def delete(call: Call, params: FiledPath) -> UnfiledProduct:
    """Delete a product by category: from one section, or with the normal one from all of them."""
    category_no, number, section = params.category_no, params.product_no, params.display_group
    await product_store.get(call, number, to_change=True)
    await _category(call, category_no, to_change=True)
    filed = await category_placements.sections_of(call, category_no, [number])
    if section not in filed.get(number, ()):
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    if section == NORMAL:
        await category_placements.take(call, number, [category_no])
    else:
        await category_placements.unmark(call, category_no, section, number)
    if filed[number] != {NORMAL}:
        await category_marks_store.mark(call, [number])
    await partner_updates.update_projection(call, [number])
    call.journal(f"category {category_no}, product {number}", {"display_group": (section, None)})
    return UnfiledProduct(display_group=section, product_no=number)


async def change(call: Call, params: PlaceChange) -> ArrangedProduct:
    """Update a product in product category: its position, and whether it is fixed.

    Several products follow each other, the first at `sequence`. Products at these positions move
    back, except fixed products, which only fixed ones move. A product without a `sequence` keeps
    its place, or gets the one it has at present. A `sequence` is a place by hand, so that
    `auto_sort` becomes F unless it is sent. Identical content is NotModified (409).
    """
    section = params.display_group
    numbers = list(dict.fromkeys(params.product_no))
    category = await _category(call, params.category_no, to_change=True)
    filed = await category_placements.sections_of(call, category.category_no, numbers)
    if any(section not in filed.get(number, ()) for number in numbers):
        raise Invalid(NO_SUCH, parameter="product_no", resource=Phrase("product in the category"))
    before = await category_placements.arranged(call, category.category_no, section)
    at_present: dict[int, int] = {}
    if params.sequence is UNSET and not before.keys() >= set(numbers):
        display = await _display(call, category, section)
        at_present = {number: at for at, number in enumerate(display.shown, 1)}
    after = dict(before)
    for at, number in enumerate(numbers):
        stands = before.get(number) or Standing(at_present.get(number, 1))
        named = _as_named(params, stands, at)
        if number in before or params.sequence is not UNSET or named != stands:
            after[number] = named
    after = _without_conflicts(after, numbers)
    changed = {number: each for number, each in after.items() if before.get(number) != each}
    if not changed:
        raise NotModified(IDENTICAL)
    await category_placements.arrange(call, category.category_no, section, changed)
    first = after.get(numbers[0]) or Standing(at_present.get(numbers[0], 1))
    call.journal(
        f"category {category.category_no}, section {section}, products {_listed(numbers)}",
        {
            name: (getattr(before.get(numbers[0]), name, None), getattr(first, name))
            for name in Standing.__struct_fields__
            if getattr(before.get(numbers[0]), name, None) != getattr(first, name)
        },
    )
    return ArrangedProduct(
        shop_no=call.shop_no,
        product_no=numbers[0] if len(numbers) == 1 else numbers,
        sequence=first.sequence,
        auto_sort=first.auto_sort,
        fixed_sort=first.fixed_sort,
    )


def _as_named(params: PlaceChange, stands: Standing, at: int) -> Standing:
    """Return the requested place of the product at index `at` of the call."""
    if params.fixed_sort is not UNSET:
        stands = replace(stands, fixed_sort=params.fixed_sort)
    if params.sequence is not UNSET:
        by_hand: Literal["T", "F"] = stands.auto_sort if stands.fixed_sort == "T" else "F"
        stands = replace(stands, sequence=params.sequence + at, auto_sort=by_hand)
    if params.auto_sort is not UNSET:
        stands = replace(stands, auto_sort=params.auto_sort)
    return stands


def _without_conflicts(standings: dict[int, Standing], named: list[int]) -> dict[int, Standing]:
    """Return positions without conflicts between products placed by hand; `named` win."""
    holding = {number: each for number, each in standings.items() if each.holds}
    requested = {number: holding[number].sequence for number in named if number in holding}
    others = {number: each.sequence for number, each in holding.items() if number not in requested}
    fixed = {number for number in others if holding[number].fixed_sort == "T"}
    if any(holding[number].fixed_sort == "T" for number in requested):
        fixed = set()
    apart = given_places(requested, others, fixed)
    return {
        number: replace(each, sequence=apart.get(number, each.sequence))
        for number, each in standings.items()
    }


async def _category(call: Call, category_no: int, *, to_change: bool = False) -> Category:
    """Return a category of the call's shop. Raises NotFound (404).

    `to_change`: lock it until the transaction ends; products are locked before categories.
    """
    stored = await category_store.find(call, category_no, to_change=to_change)
    if stored is None:
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    return stored.category


async def _displayed(call: Call, category_no: int) -> Category:
    """Return a category on display. Raises NotFound (404)."""
    category = await _category(call, category_no)
    if category.use_display != "T":
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    return category


async def _sources(call: Call, category: Category, section: int) -> tuple[list[int], list[str]]:
    """Return the categories and tags whose products a section shows."""
    category_nos = [category.category_no]
    if category.sub_category_product_display == "T":
        category_nos = await tree.with_descendants(call, category.category_no)
    by_tag = section == NORMAL and category.hashtag_product_display == "T"
    return category_nos, category.hash_tags if by_tag else []


async def _display(call: Call, category: Category, section: int) -> _DisplaySection:
    """Return a section in display order: one statement for its products, one for their places."""
    # "G": each section has an order of its own; otherwise all sections share one.
    own = category.product_display_scope == "G"
    order = f"{_OWN_ORDER[section]}_product_display" if own else "product_display"
    # By hand, products without a place come in the order of their addition, the newest first.
    by_hand = getattr(category, f"{order}_type") == "U"
    key = "A" if by_hand else getattr(category, f"{order}_key") or "A"
    direction = "D" if by_hand else getattr(category, f"{order}_sort") or "D"
    category_nos, tags = await _sources(call, category, section)
    rows = await store.shown(
        call,
        section,
        category_nos,
        tags=tags,
        key=key,
        direction=cast(Literal["A", "D"], direction),
    )
    standings = await category_placements.arranged(call, category.category_no, section)
    # Places that hold take precedence over the sort key; the others flow around them.
    holding = {number: each for number, each in standings.items() if each.holds}
    shown = in_order(
        [row[0] for row in rows if row[0] not in holding],
        {row[0]: holding[row[0]].sequence for row in rows if row[0] in holding},
    )
    sold_out = frozenset(row[0] for row in rows if row[1] == "T")
    if category.soldout_product_display == "B":
        # A fixed product keeps its place when it is sold out.
        fixed = {number for number, each in holding.items() if each.fixed_sort == "T"}
        shown = sold_out_last(shown, sold_out, fixed)
    not_for_sale = frozenset(row[0] for row in rows if row[2] != "T")
    hidden = frozenset(row[0] for row in rows if row[3] != "T")
    return _DisplaySection(shown, sold_out, not_for_sale, hidden, standings)


def _listed(numbers: list[int]) -> str:
    """Return numbers as text for the activity log, cut after the first few."""
    few = ", ".join(map(str, numbers[:10]))
    return few if len(numbers) <= 10 else f"{few} and {len(numbers) - 10} more"
