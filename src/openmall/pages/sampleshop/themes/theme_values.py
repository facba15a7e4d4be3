"""Data that pages of every theme have."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

from openmall.access.oauth.mall_request import MallRequest
from openmall.commerce.design.icons import catalogue as icon_catalogue
from openmall.commerce.design.icons.store import ChangedIcon
from openmall.commerce.design.themes.theme_look import MenuEntry
from openmall.commerce.order.placement.placing.pricing import MOST_UNITS
from openmall.contract.call import Mall, Shop, Shopper
from openmall.contract.crud.shop_settings import ShopSettings
from openmall.contract.params import LARGEST_INTEGER
from openmall.http.web import assets, languages
from openmall.pages.sampleshop import page_settings
from openmall.pages.sampleshop.messages import ACTION_MESSAGES
from openmall.pages.sampleshop.themes.theme import Theme
from openmall.pages.sampleshop.themes.theme_directory import ShopDesign

MOST_SHOPS: Final = 20
"""Most shops that pages offer to change to: each costs time on every page."""
LANGUAGES: Final = tuple(
    {"code": code, "name": name} for code, name in languages.OFFERED["sampleshop"].items()
)
_DEFAULT_ICONS: Final = {
    each.code: {"src": icon_catalogue.path(each.code), "name": each.description, "own": False}
    for each in icon_catalogue.CATALOGUE
}


def shown_icons(changed: Iterable[ChangedIcon], screen: str) -> dict[str, dict[str, Any]]:
    """Return the icons that pages show on a type of screen, by code.

    An icon has its address `src`, its English `name`, and `own`: it is a picture of the shop's own.
    """
    here = [each for each in changed if each.type == screen]
    if not here:
        return _DEFAULT_ICONS
    shown = dict(_DEFAULT_ICONS)
    by_id = {each.id: each for each in icon_catalogue.CATALOGUE}
    for each in here:
        known = by_id[each.id]
        if each.display == "F":
            shown.pop(known.code, None)
        elif each.path:
            shown[known.code] = {"src": each.path, "name": known.description, "own": True}
    return shown


def shops(mall: Mall, here: int) -> list[dict[str, Any]]:
    """Return the first shops of a mall: their addresses, names, and which one is here."""
    first = min(mall.shops)
    return [
        {
            "address": "/" if number == first else f"/shop{number}",
            "name": shop.name,
            "here": number == here,
        }
        for number, shop in sorted(mall.shops.items())[:MOST_SHOPS]
    ]


class Opened(Protocol):
    """What is needed of the context of a page that is opened."""

    visit: MallRequest
    shop: Shop
    base: str
    expired: bool
    shopper: Shopper | None
    preview: int

    @property
    def mall(self) -> Mall: ...
    @property
    def language(self) -> str: ...
    @property
    def member(self) -> bool: ...
    @property
    def address_here(self) -> str: ...
    @property
    def form_token(self) -> str: ...
    @property
    def screen(self) -> str: ...
    @property
    def now(self) -> float: ...
    def translate(self, message: str) -> str: ...
    def link(self, path: str) -> str: ...


def menu(context: Opened, entries: Iterable[MenuEntry]) -> list[dict[str, str]]:
    """Return the links of a menu."""
    return [
        {"label": each.label, "address": address(context, each.address)}
        for each in entries
        if each.label and each.address
    ]


def address(context: Opened, text: str) -> str:
    """Return the address of a link: paths are those of this shop, in its preview as well."""
    return context.link(text) if text.startswith("/") else text


def shared(
    context: Opened, theme: Theme, design: ShopDesign, settings: ShopSettings | None
) -> dict[str, Any]:
    """Return the data that every page of a theme has. `settings`: None on error pages."""
    is_form = context.visit.request.method == "POST"
    done = "" if is_form else ACTION_MESSAGES.get(context.visit.query.text("done"), "")
    return {
        "base": context.base,
        "currency": context.shop.currency,
        "language": context.language,
        "languages": LANGUAGES,
        "texts": theme.texts(context.shop.language, context.language),
        "shop_no": context.shop.shop_no,
        "shop_name": context.shop.name or context.mall.name,
        "shops": shops(context.mall, context.shop.shop_no),
        "company": page_settings.company(settings),
        "closing": page_settings.closing(settings, context.now),
        "sprite": assets.address("icons.svg"),
        "look": {
            "logo": theme.look.logo,
            "menu": menu(context, theme.look.menu),
            "footer_menu": menu(context, theme.look.footer_menu),
        },
        "member": context.member,
        "member_id": "" if context.shopper is None else context.shopper.member_id,
        "expired": context.expired,
        "address_here": context.address_here,
        # a submitted form says what became of it by itself
        "done_message": context.translate(done),
        "icons": shown_icons(design.icons, context.screen),
        "form_token": context.form_token,
        "most_in_cart": LARGEST_INTEGER,
        "most_subscribed": MOST_UNITS,
        "query": "",
        "preview": context.preview,
    }
