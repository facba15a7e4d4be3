"""The operations on automatic displays: rules that fill a display with products."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.shape import (
    Rule,
    RuleChange,
    RuleDraft,
    RuleFields,
    RulePath,
    RuleQuery,
)
from openmall.commerce.category.autodisplay.store import StoredRule
from openmall.commerce.category.categories import tree
from openmall.commerce.product.autodisplay import display_contents
from openmall.commerce.product.autodisplay.refusals import (
    DISPLAY_HAS_RULE,
    RULE_START_MISSING,
    RULE_TAGS_MISSING,
)
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.database import sequences

W = TypeVar("W", bound=RuleFields)


async def listing(call: Call, query: RuleQuery) -> Sequence[Rule]:
    """Retrieve a list of automatic displays."""
    return [
        stored.rule
        for stored in await autodisplay_store.of_mall(call.db)
        if stored.rule.shop_no == call.shop_no
        and query.display_no in (UNSET, stored.rule.display_no)
    ]


async def create(call: Call, draft: RuleDraft) -> Rule:
    """Create an automatic display, and fill it at once unless it begins later.

    Raises Invalid (422) for a display that has a rule, and NotFound (404) for an unknown one.
    """
    wish = {name: value for name, value in sent_fields(_tidy(draft)).items() if name != "shop_no"}
    new = Rule(
        shop_no=call.shop_no,
        display_no=0,
        use_main=draft.use_main,
        category_no=draft.category_no,
        display_group=draft.display_group,
        display_count=draft.display_count,
        use_reservation=draft.use_reservation,
        use_hashtag=draft.use_hashtag,
    )
    rule = merged(new, wish)
    await _require_sound(call, rule)
    chosen = await display_contents.choose_products(call, rule)
    rule = replace(rule, display_no=await sequences.allocate(call.db, "autodisplay"))
    if not await autodisplay_store.add(call, rule):
        raise Invalid(DISPLAY_HAS_RULE, parameter="display_group")
    await display_contents.update_display(call, rule, chosen)
    call.journal(f"autodisplay {rule.display_no}", differences_from_nothing(rule))
    return rule


async def change(call: Call, params: RuleChange) -> Rule:
    """Update an automatic display, and fill it again. Identical content is 409."""
    wish = _tidy(params)
    after = patched((await _find(call, params.display_no)).rule, wish)
    await _require_sound(call, after)
    chosen = await display_contents.choose_products(call, after)
    # products and places are locked before rules: this one may be another since we looked
    before = (await _find(call, params.display_no, to_change=True)).rule
    changed = patched(before, wish)
    await autodisplay_store.change(call, changed, at_once=changed != after)
    if changed == after:
        await display_contents.update_display(call, changed, chosen)
    call.journal(f"autodisplay {changed.display_no}", differences(before, changed))
    return changed


async def delete(call: Call, params: RulePath) -> Rule:
    """Delete an automatic display; what it shows stays."""
    gone = (await _find(call, params.display_no, to_change=True)).rule
    await autodisplay_store.remove(call, gone.display_no)
    call.journal(f"autodisplay {gone.display_no}", {"deleted": (False, True)})
    return gone


async def _find(call: Call, display_no: int, *, to_change: bool = False) -> StoredRule:
    stored = await autodisplay_store.find(call.db, display_no, to_change=to_change)
    if stored is None or stored.rule.shop_no != call.shop_no:
        raise NotFound(DOES_NOT_EXIST, parameter="display_no", resource=Phrase("autodisplay"))
    return stored


def _tidy(wish: W) -> W:
    """Return the fields that were sent, the timetable sorted and without duplicates."""
    if wish.timetable is UNSET:
        return wish
    return replace(wish, timetable=sorted(set(wish.timetable)))


async def _require_sound(call: Call, rule: Rule) -> None:
    """Raise Invalid (422) for an incomplete rule, or one that names an unknown category."""
    if rule.use_reservation == "T" and rule.start_date is None:
        raise Invalid(RULE_START_MISSING, parameter="start_date")
    if rule.use_hashtag == "T" and not rule.hash_tags:
        raise Invalid(RULE_TAGS_MISSING, parameter="hash_tags")
    named = set(rule.except_categories)
    if named and set(await tree.existing(call, sorted(named))) != named:
        raise Invalid(NO_SUCH, parameter="except_categories", resource=Phrase("category"))
