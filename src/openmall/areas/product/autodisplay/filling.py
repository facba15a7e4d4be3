"""Filling the place of a rule: what the rule chooses flows around what somebody fixed there."""

from openmall.areas.category.autodisplay import places
from openmall.areas.category.autodisplay.schedule import has_begun
from openmall.areas.category.autodisplay.shape import Rule
from openmall.areas.category.categories import places as category_places
from openmall.areas.category.categories import store as categories
from openmall.areas.category.categories import tree
from openmall.areas.category.categories.places import NORMAL, SECTIONS
from openmall.areas.category.mains import places as main_places
from openmall.areas.category.mains import rules as mains
from openmall.areas.product.arrangement import in_order
from openmall.areas.product.autodisplay import search
from openmall.areas.product.products import shelving_store
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


async def choose(call: Call, rule: Rule) -> list[int] | None:
    """Return what a rule shows now, and let nobody else change it, nor its place.

    None: the rule is not in effect yet. Raises NotFound (404) that names `category_no` or
    `display_group` of a place there is not.
    """
    if not has_begun(rule, call.clock.now()):
        await _lock_place(call, rule)
        return None
    excepted = rule.except_categories
    if rule.except_categories_scope == "A":
        excepted = [
            number for each in excepted for number in await tree.with_descendants(call, each)
        ]
    chosen = await search.chosen(call, rule, excepted)
    # what leaves the place is marked anew as well, and products are locked before their shelves
    leaving = set()
    if rule.use_main == "F":
        leaving = await places.marked(call, rule.category_no, rule.display_group)
    present = await shelving_store.lock_present(call, sorted(leaving.union(chosen)))
    await _lock_place(call, rule)
    return [number for number in chosen if number in present]


async def _lock_place(call: Call, rule: Rule) -> None:
    """Let nobody else arrange the place a rule fills. Raises NotFound (404)."""
    if rule.use_main == "T":
        await mains.find(call, rule.display_group, to_change=True)
    elif await categories.find(call, rule.category_no, to_change=True) is None:
        raise NotFound("The category does not exist.", parameter="category_no")
    elif rule.display_group not in (NORMAL, *SECTIONS):
        raise NotFound("The section does not exist.", parameter="display_group")


async def fill(call: Call, rule: Rule, chosen: list[int] | None) -> None:
    """Show in the place of a rule what it chose, and what somebody fixed there where it is.

    In the normal section of a category, which shows all its products, they come first.
    """
    if chosen is None:
        return
    if rule.use_main == "T":
        await _fill_main(call, rule, chosen)
    else:
        await _fill_section(call, rule, chosen)


async def _fill_main(call: Call, rule: Rule, chosen: list[int]) -> None:
    before = await main_places.order(call, rule.display_group)
    fixed = {each.product_no: each.sequence for each in before if each.fixed_sort == "T"}
    wanted = _flowing(rule, chosen, fixed)
    flowing = {each.product_no: each.sequence for each in before if each.fixed_sort != "T"}
    if wanted != flowing:
        await places.order_main(call, rule.display_group, wanted)


async def _fill_section(call: Call, rule: Rule, chosen: list[int]) -> None:
    category_no, section = rule.category_no, rule.display_group
    standings = await category_places.arranged(call, category_no, section)
    fixed = {no: each.sequence for no, each in standings.items() if each.fixed_sort == "T"}
    wanted = _flowing(rule, chosen, fixed)
    if section in SECTIONS:
        marked = await places.marked(call, category_no, section)
        staying = await places.fixed_in_any_language(call, category_no, section)
        taken, put = sorted(marked - staying - wanted.keys()), sorted(wanted.keys() - marked)
        if taken or put:
            await places.change_marks(call, category_no, section, taken=taken, put=put)
            await shelving_store.mark(call, sorted([*taken, *put]))
    flowing = {no: each.sequence for no, each in standings.items() if each.fixed_sort != "T"}
    if wanted != flowing or any(
        each.auto_sort == "T" for no, each in standings.items() if no in wanted
    ):
        await places.order_section(call, category_no, section, wanted)


def _flowing(rule: Rule, chosen: list[int], fixed: dict[int, int]) -> dict[int, int]:
    """Return product -> place, of what a rule puts between the fixed products; of all so many."""
    room = max(0, rule.display_count - len(fixed))
    shelf = in_order([number for number in chosen if number not in fixed][:room], fixed)
    return {number: at for at, number in enumerate(shelf, 1) if number not in fixed}
