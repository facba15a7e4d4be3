"""Translated descriptions of OAuth scopes."""

from typing import Final

from openmall.contract import scopes as scope_names
from openmall.contract.scopes import AREAS, PROPOSES
from openmall.http.web.languages import marked
from openmall.translations import catalogues

MARKED_TEXTS: Final = (
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
    marked("Let an AI agent change the shop without approval"),
)
"""The texts of `contract/scopes.py`, marked for translation."""
_TEMPLATES: Final = (
    ("mall.read_", "", marked("See %(what)s")),
    ("mall.write_", PROPOSES, marked("Propose changes of %(what)s, which the shop approves")),
    ("mall.write_", "", marked("Create, change and delete %(what)s")),
)
"""Beginning and end of a scope, around an area -> its description."""


def describe(scope: str, language: str) -> str:
    """Describe a scope in a language. Raises KeyError for an unknown scope."""
    gettext = catalogues.translations(language, "oauth").gettext
    for prefix, suffix, template in _TEMPLATES:
        area = AREAS.get(scope.removeprefix(prefix).removesuffix(suffix))
        if scope.startswith(prefix) and scope.endswith(suffix) and area is not None:
            return str(gettext(template)) % {"what": gettext(area)}
    return str(gettext(scope_names.sentence(scope)))
