"""The admin API's operations on the icons of a shop's design.

Specification: "Icons".
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.design.icons import catalogue as icon_catalogue
from openmall.commerce.design.icons import store as design_icon_store
from openmall.commerce.design.icons.catalogue import KnownIcon
from openmall.commerce.design.icons.store import ChangedIcon
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource

ScreenType = Literal["pc", "mobile"]
"""pc: pages for large screens and all others; mobile: for phones."""
GroupCode = Literal["A", "B", "C", "E"]
ADDRESS: Final = patterns.pattern(
    r"^https://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?/[A-Za-z0-9._~!$&()*+,;=:@%/?-]{0,1000}\Z",
    "the https:// address of a picture, percent-encoded",
)
PicturePath = Annotated[str, Meta(pattern=ADDRESS)]


class DesignIcon(Struct, frozen=True, kw_only=True):
    """An icon on pages of a shop."""

    shop_no: int
    id: int
    type: ScreenType
    group_code: GroupCode
    """A products, B boards, C the cart, E discounts."""
    path: str
    display: Flag
    description: str


class IconFilters(ShopParams, frozen=True, kw_only=True):
    type: ScreenType = "pc"


class IconChange(ShopParams, frozen=True, kw_only=True):
    id: EntityNo
    group_code: GroupCode
    type: ScreenType = "pc"
    path: PicturePath | UnsetType = UNSET
    """Address of a picture in place of the default one."""
    display: Flag | UnsetType = UNSET


async def list_all(call: Call, filters: IconFilters) -> Sequence[DesignIcon]:
    """Retrieve a list of the icons of a shop's design."""
    changed = await _changed(call, filters.type)
    return [
        _icon(call, filters.type, each, changed.get(each.id)) for each in icon_catalogue.CATALOGUE
    ]


async def change(call: Call, params: IconChange) -> DesignIcon:
    """Update an icon of a shop's design: its picture, and whether pages show it.

    An icon that is not in the group is NotFound (404), identical content NotModified (409).
    """
    known = next(
        (
            each
            for each in icon_catalogue.CATALOGUE
            if (each.id, each.group_code) == (params.id, params.group_code)
        ),
        None,
    )
    if known is None:
        raise NotFound(DOES_NOT_EXIST, parameter="id", resource=Phrase("icon"))
    row = (await _changed(call, params.type)).get(known.id)
    before = _icon(call, params.type, known, row)
    own = "" if row is None else row.path
    picture = own
    if params.path is not UNSET:
        picture = "" if params.path == _default_address(call, known) else params.path
    display = before.display if params.display is UNSET else params.display
    after = ChangedIcon(params.type, known.id, picture, display)
    if (after.path, after.display) == (own, before.display):
        raise NotModified(IDENTICAL)
    await design_icon_store.write(call.db, call.shop_no, after)
    call.effects.invalidates_caches = True
    shown = _icon(call, params.type, known, after)
    call.journal(
        f"icon {known.id} ({params.type})",
        {
            name: (getattr(before, name), getattr(shown, name))
            for name in ("path", "display")
            if getattr(before, name) != getattr(shown, name)
        },
    )
    return shown


async def _changed(call: Call, screen: str) -> dict[int, ChangedIcon]:
    rows = await design_icon_store.of_shop(call.db, call.shop_no)
    return {each.id: each for each in rows if each.type == screen}


def _icon(
    call: Call, screen: ScreenType, known: KnownIcon, changed: ChangedIcon | None
) -> DesignIcon:
    own = "" if changed is None else changed.path
    return DesignIcon(
        shop_no=call.shop_no,
        id=known.id,
        type=screen,
        group_code=known.group_code,  # type: ignore[arg-type] # the catalogue has no other codes
        path=own or _default_address(call, known),
        display="F" if changed is not None and changed.display == "F" else "T",
        description=known.description,
    )


def _default_address(call: Call, known: KnownIcon) -> str:
    return call.origin + icon_catalogue.path(known.code)


_ICONS: Final = Resource(DesignIcon, area="design", key="icon", listed="icons")

OPERATIONS = [
    _ICONS.listing("icons", list_all, takes=IconFilters),
    _ICONS.put("icons", change, takes=IconChange),
]
