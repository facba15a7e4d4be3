"""The operations on main display groups."""

from collections.abc import Sequence

import msgspec

from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.shape import in_main
from openmall.commerce.category.mains import main_placements
from openmall.commerce.category.mains.refusals import TOO_MANY_MAIN_GROUPS
from openmall.commerce.category.mains.shape import (
    MOST_GROUPS,
    Main,
    MainChange,
    MainDraft,
    MainGroups,
    MainPath,
    StoredGroup,
)
from openmall.commerce.category.page_properties import store as page_property_store
from openmall.commerce.category.page_properties.shape import Page
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH


async def listing(call: Call, params: ShopParams) -> Sequence[Main]:
    """Retrieve a list of main display groups."""
    return [_main(call, group) for group in (await current(call, MainGroups)).groups]


async def create(call: Call, draft: MainDraft) -> Main:
    """Create a main display group."""
    groups = await current(call, MainGroups, to_change=True)
    if len(groups.groups) == MOST_GROUPS:
        raise Invalid(TOO_MANY_MAIN_GROUPS, parameter="group_name", most=MOST_GROUPS)
    group = StoredGroup(
        display_group=groups.last + 1,
        group_name=draft.group_name,
        soldout_sort_type=draft.soldout_sort_type,
    )
    after = msgspec.structs.replace(
        groups, groups=(*groups.groups, group), last=group.display_group
    )
    await write_setting(call.db, call.seal, after)
    call.journal(f"main {group.display_group}", differences_from_nothing(group))
    return _main(call, group)


async def change(call: Call, params: MainChange) -> Main:
    """Update a main display group. Identical content is NotModified (409)."""
    groups = await current(call, MainGroups, to_change=True)
    before = group_of(groups, params.display_group)
    after = patched(before, params)
    stored = tuple(after if each is before else each for each in groups.groups)
    await write_setting(call.db, call.seal, msgspec.structs.replace(groups, groups=stored))
    call.journal(f"main {after.display_group}", differences(before, after))
    filled = await autodisplay_store.fills(call, in_main(call.shop_no, after.display_group))
    return _main(call, after, use_autodisplay="T" if filled else "F")


async def delete(call: Call, params: MainPath) -> Main:
    """Delete a main display group; products stay, shown there no more."""
    groups = await current(call, MainGroups, to_change=True)
    gone = group_of(groups, params.display_group)
    remaining = tuple(each for each in groups.groups if each is not gone)
    await write_setting(call.db, call.seal, msgspec.structs.replace(groups, groups=remaining))
    await main_placements.empty(call, gone.display_group)
    await page_property_store.forget(call, Page("main", gone.display_group))
    await autodisplay_store.forget(call, [in_main(call.shop_no, gone.display_group)])
    call.journal(f"main {gone.display_group}", {"group_name": (gone.group_name, None)})
    return _main(call, gone)


def group_of(groups: MainGroups, display_group: int) -> StoredGroup:
    """Return a group by its number. Raises NotFound (404)."""
    for group in groups.groups:
        if group.display_group == display_group:
            return group
    raise NotFound(DOES_NOT_EXIST, parameter="display_group", resource=Phrase("main"))


async def find(call: Call, display_group: int, *, to_change: bool = False) -> StoredGroup:
    """Return a group of the call's shop. Raises NotFound (404).

    `to_change`: lock the shop's groups and their placements; products are locked before them.
    """
    groups = await current(call, MainGroups, to_change=to_change)
    return group_of(groups, display_group)


async def show_in(call: Call, product_no: int, display_groups: list[int]) -> None:
    """Put a product into exactly these groups of the call's shop, last where it is new.

    Raises Invalid (422), naming `main`, for a group the shop does not have.
    """
    groups = await current(call, MainGroups, to_change=True)
    known = {group.display_group for group in groups.groups}
    if not known.issuperset(display_groups):
        raise Invalid(NO_SUCH, parameter="main", resource=Phrase("main display group"))
    before = await main_placements.groups_of(call, product_no)
    await main_placements.take(
        call, product_no, [each for each in before if each not in display_groups]
    )
    for group in display_groups:
        if group not in before:
            await main_placements.append(call, group, [product_no])


def _main(call: Call, group: StoredGroup, *, use_autodisplay: Flag = "F") -> Main:
    return Main(
        shop_no=call.shop_no,
        module_code=f"product_listmain_{group.display_group - 1}",
        display_group=group.display_group,
        group_name=group.group_name,
        soldout_sort_type=group.soldout_sort_type,
        use_autodisplay=use_autodisplay,
    )
