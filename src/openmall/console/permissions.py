"""The permissions an app may ask for, in the language its developer reads."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.contract.scopes import AREAS, SENTENCES
from openmall.web.languages import marked

WORDS: Final = (
    marked("product categories"),
    marked("products, options, stock and prices"),
    marked("brands, manufacturers, suppliers' collections and trends"),
    marked("suppliers and their settings"),
    marked("carts and wish lists of shoppers"),
    marked("orders, payments, shipments and claims"),
    marked("boards, reviews and enquiries"),
    marked("customers and customer groups"),
    marked("messages sent to customers"),
    marked("store settings, menus and payment methods"),
    marked("coupons, discounts and benefits"),
    marked("themes and pages of the shop"),
    marked("this app's own data, scripts and webhooks"),
    marked("sales figures"),
    marked("personal information of customers"),
    marked("points and credits"),
    marked("shipping companies, origins and rates"),
    marked("translations of products, categories and themes"),
    marked("See visits, page views and sales by path"),
    marked("Recognise a signed-in customer in the storefront"),
    marked("See the cart of the shopper in the storefront"),
    marked("See the shops of the partner programme"),
    marked("See the products of the partner programme"),
)
"""What the sentences of permissions are made of, marked for translators."""
_READ: Final = marked("See %(what)s")
_WRITE: Final = marked("Create, change and delete %(what)s")


class Line(Struct, frozen=True):
    """A permission, and what it lets an app do."""

    scope: str
    sentence: str


class Groups(Struct, frozen=True):
    """Permissions to look, and to change."""

    read: list[Line]
    write: list[Line]


def told(scopes: list[str], said: Callable[[str], str]) -> Groups:
    """Return permissions in words; `said` speaks the reader's language."""
    groups = Groups([], [])
    for scope in scopes:
        area = scope.removeprefix("mall.write_").removeprefix("mall.read_")
        writes = scope.startswith("mall.write_")
        if area in AREAS:
            sentence = said(_WRITE if writes else _READ) % {"what": said(AREAS[area])}
        else:
            sentence = said(SENTENCES[scope])
        (groups.write if writes else groups.read).append(Line(scope, sentence))
    return groups
