"""Menus: what a manager of the shop can open, page by page; read only.

Specification: "Menus (Store)"; "Retrieve menus". The list is the back office's own, so that it
names what there is and nothing else.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.store.backoffice_menu import entries
from openmall.commerce.store.backoffice_menu.entries import Entry
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.scopes import READ_STORE

Mode = Literal["new_pro", "mobile_admin"]
"""new_pro PC admin, mobile_admin mobile admin. The same pages serve both."""


class Menu(Struct, frozen=True, kw_only=True):
    """One entry of the back office's menu."""

    shop_no: int
    mode: str
    menu_no: str
    name: str
    """In the shop's language; an app's own name."""
    path: str
    """Absolute URL."""
    contains_app_url: str
    """T: it opens an app."""


class MenuQuery(ShopParams, frozen=True, kw_only=True):
    mode: Mode = "new_pro"
    menu_no: list[EntityNo] | UnsetType = UNSET
    contains_app_url: Flag | UnsetType = UNSET


async def list_menus(call: Call, query: MenuQuery) -> Sequence[Menu]:
    """Retrieve menus: the back office's pages, then the apps that can be opened."""
    found: list[Entry] = []
    if query.contains_app_url != "T":
        found += entries.own(call.mall.shops[call.shop_no].language)
    if query.contains_app_url != "F":
        found += await entries.of_apps(call.db)
    if isinstance(query.menu_no, list):
        found = [entry for entry in found if entry.number in query.menu_no]
    return [
        Menu(
            shop_no=call.shop_no,
            mode=query.mode,
            menu_no=str(entry.number),
            name=entry.name,
            path=entry.below(call.staff),
            contains_app_url="T" if entry.of_app else "F",
        )
        for entry in found
    ]


OPERATIONS = [
    listing(
        "menus",
        list_menus,
        takes=MenuQuery,
        gives=Menu,
        key="menus",
        scope=READ_STORE,
    ),
]
