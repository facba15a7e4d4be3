"""Fills the display of a rule: the chosen products flow around those a merchant fixed there."""

from openmall.commerce.category import autodisplay_placements
from openmall.commerce.category.autodisplay.schedule import has_begun
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.category_placements import NORMAL, SECTIONS
from openmall.commerce.category.mains import main_placements
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.product.arrangement import in_order
from openmall.commerce.product.autodisplay import search
from openmall.commerce.product.products import category_marks_store
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def choose_products(call: Call, rule: Rule) -> list[int] | None:
    """Return the products a rule shows now; lock the rule's display.

    None: the rule is not in effect yet. Raises NotFound (404), naming `category_no` or
    `display_group`, for a display that does not exist.
    """
    if not has_begun(rule, call.clock.now()):
        await _lock_place(call, rule)
        return None
    excepted = rule.except_categories
    if rule.except_categories_scope == "A":
        excepted = [
            number for each in excepted for number in await tree.with_descendants(call, each)
        ]
    chosen = await search.chosen_products(call, rule, excepted)
    # what leaves the place is marked anew as well, and products are locked before their shelves
    leaving = set()
    if rule.use_main == "F":
        leaving = await autodisplay_placements.marked(call, rule.category_no, rule.display_group)
    present = await category_marks_store.lock_present(call, sorted(leaving.union(chosen)))
    await _lock_place(call, rule)
    return [number for number in chosen if number in present]


async def _lock_place(call: Call, rule: Rule) -> None:
    """Lock the display a rule fills, until the transaction ends. Raises NotFound (404)."""
    if rule.use_main == "T":
        await main_rules.find(call, rule.display_group, to_change=True)
    elif await category_store.find(call, rule.category_no, to_change=True) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    elif rule.display_group not in (NORMAL, *SECTIONS):
        raise NotFound(DOES_NOT_EXIST, parameter="display_group", resource=Phrase("section"))


async def update_display(call: Call, rule: Rule, chosen: list[int] | None) -> None:
    """Show the chosen products in the display of a rule; fixed products keep their position.

    The normal section of a category shows all its products; the chosen ones come first.
    """
    if chosen is None:
        return
    if rule.use_main == "T":
        await _fill_main(call, rule, chosen)
    else:
        await _fill_section(call, rule, chosen)


async def _fill_main(call: Call, rule: Rule, chosen: list[int]) -> None:
    before = await main_placements.order(call, rule.display_group)
    fixed = {each.product_no: each.sequence for each in before if each.fixed_sort == "T"}
    positions = _flowing(rule, chosen, fixed)
    flowing = {each.product_no: each.sequence for each in before if each.fixed_sort != "T"}
    if positions != flowing:
        await autodisplay_placements.order_main(call, rule.display_group, positions)


async def _fill_section(call: Call, rule: Rule, chosen: list[int]) -> None:
    category_no, section = rule.category_no, rule.display_group
    standings = await category_placements.arranged(call, category_no, section)
    fixed = {no: each.sequence for no, each in standings.items() if each.fixed_sort == "T"}
    positions = _flowing(rule, chosen, fixed)
    if section in SECTIONS:
        marked = await autodisplay_placements.marked(call, category_no, section)
        staying = await autodisplay_placements.fixed_in_any_language(call, category_no, section)
        taken, put = sorted(marked - staying - positions.keys()), sorted(positions.keys() - marked)
        if taken or put:
            await autodisplay_placements.change_marks(
                call, category_no, section, taken=taken, put=put
            )
            await category_marks_store.mark(call, sorted([*taken, *put]))
    flowing = {no: each.sequence for no, each in standings.items() if each.fixed_sort != "T"}
    if positions != flowing or any(
        each.auto_sort == "T" for no, each in standings.items() if no in positions
    ):
        await autodisplay_placements.order_section(call, category_no, section, positions)


def _flowing(rule: Rule, chosen: list[int], fixed: dict[int, int]) -> dict[int, int]:
    """Return product -> position of the chosen products, placed between the fixed ones."""
    free_places = max(0, rule.display_count - len(fixed))
    ordered = in_order([number for number in chosen if number not in fixed][:free_places], fixed)
    return {number: at for at, number in enumerate(ordered, 1) if number not in fixed}
