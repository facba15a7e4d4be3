"""OAuth scopes, each with a sentence for the consent page.

Specification: "Authentication", step 6; "Resource areas in the admin index".

openmall's own scopes, which no specification has, are in `ON_REQUEST`: an app has one only where it
asks for it by name. One that ends in `.propose` lets an app propose writes, which a person approves
(decision 64).
"""

from typing import Final

AREAS: Final = {
    "category": "product categories",
    "product": "products, options, stock and prices",
    "collection": "brands, manufacturers, suppliers' collections and trends",
    "supply": "suppliers and their settings",
    "personal": "carts and wish lists of shoppers",
    "order": "orders, payments, shipments and claims",
    "community": "boards, reviews and enquiries",
    "customer": "customers and customer groups",
    "notification": "messages sent to customers",
    "store": "store settings, menus and payment methods",
    "promotion": "coupons, discounts and benefits",
    "design": "themes and pages of the shop",
    "application": "this app's own data, scripts and webhooks",
    "salesreport": "sales figures",
    "privacy": "personal information of customers",
    "mileage": "points and credits",
    "shipping": "shipping companies, origins and rates",
    "translation": "translations of products, categories and themes",
}
"""Area of the admin API -> what it is about, in words for the consent page."""

EXTRA: Final = {
    "mall.read_analytics": "See visits, page views and sales by path",
    "mall.analytics": "See visits, page views and sales by path",
    "mall.read_customer_Identifier": "Recognise a signed-in customer in the storefront",
    "mall.read_cart": "See the cart of the shopper in the storefront",
    "collection.read_shop": "See the shops of the partner programme",
    "collection.read_product": "See the products of the partner programme",
}

READ_APPLICATION: Final = "mall.read_application"
WRITE_APPLICATION: Final = "mall.write_application"
READ_CATEGORY: Final = "mall.read_category"
WRITE_CATEGORY: Final = "mall.write_category"
READ_COLLECTION: Final = "mall.read_collection"
WRITE_COLLECTION: Final = "mall.write_collection"
READ_CUSTOMER: Final = "mall.read_customer"
WRITE_CUSTOMER: Final = "mall.write_customer"
READ_NOTIFICATION: Final = "mall.read_notification"
WRITE_NOTIFICATION: Final = "mall.write_notification"
READ_PERSONAL: Final = "mall.read_personal"
WRITE_PERSONAL: Final = "mall.write_personal"
READ_MILEAGE: Final = "mall.read_mileage"
WRITE_MILEAGE: Final = "mall.write_mileage"
READ_ORDER: Final = "mall.read_order"
WRITE_ORDER: Final = "mall.write_order"
READ_PRIVACY: Final = "mall.read_privacy"
WRITE_PRIVACY: Final = "mall.write_privacy"
READ_PRODUCT: Final = "mall.read_product"
WRITE_PRODUCT: Final = "mall.write_product"
READ_PROMOTION: Final = "mall.read_promotion"
WRITE_PROMOTION: Final = "mall.write_promotion"
READ_SALESREPORT: Final = "mall.read_salesreport"
READ_SHIPPING: Final = "mall.read_shipping"
WRITE_SHIPPING: Final = "mall.write_shipping"
READ_STORE: Final = "mall.read_store"
WRITE_STORE: Final = "mall.write_store"
READ_SUPPLY: Final = "mall.read_supply"
WRITE_SUPPLY: Final = "mall.write_supply"
READ_ANALYTICS: Final = "mall.read_analytics"
READ_COMMUNITY: Final = "mall.read_community"
WRITE_COMMUNITY: Final = "mall.write_community"
READ_PARTNER_SHOP: Final = "collection.read_shop"
READ_PARTNER_PRODUCT: Final = "collection.read_product"

_ANALYTICS: Final = "mall.analytics"
ANALYTICS_NAMES: Final = frozenset({READ_ANALYTICS, _ANALYTICS})
"""The specification has two names for the analytics scope; either one permits the API."""

BY_ARRANGEMENT: Final = frozenset({READ_PARTNER_SHOP, READ_PARTNER_PRODUCT})
"""Scopes of the partner API, which only the operator grants; no consent page shows them."""

SENTENCES: Final[dict[str, str]] = {
    **{f"mall.read_{area}": f"See {what}" for area, what in AREAS.items()},
    **{f"mall.write_{area}": f"Create, change and delete {what}" for area, what in AREAS.items()},
    **EXTRA,
}
"""Every scope of the specification -> its sentence on the consent page."""

PROPOSES: Final = ".propose"
"""Ends the scope of a write that may only be proposed: `mall.write_product.propose`."""
AGENT_WRITES: Final = "mall.agent_writes"
"""Calls of the MCP endpoint change the shop without a person's approval."""
ON_REQUEST: Final[dict[str, str]] = {
    **{
        f"mall.write_{area}{PROPOSES}": f"Propose changes of {what}, which the shop approves"
        for area, what in AREAS.items()
    },
    AGENT_WRITES: "Let an AI agent change the shop without approval",
}
"""openmall's own scopes -> their sentences. `openmall app create --all-scopes` leaves them out."""


def sentence(scope: str) -> str:
    """Return what a scope allows, in English. Raises KeyError for an unknown scope."""
    return SENTENCES.get(scope) or ON_REQUEST[scope]


def split(text: str) -> list[str]:
    """Return the scopes in `text`, in order and without duplicates; comma or space separates."""
    return list(dict.fromkeys(text.replace(",", " ").split()))


def unknown(scopes: list[str]) -> list[str]:
    """Return those of `scopes` that do not exist."""
    return [scope for scope in scopes if scope not in SENTENCES and scope not in ON_REQUEST]


def permits(granted: frozenset[str], needed: str) -> bool:
    """Return whether a token with `granted` scopes may call an operation that needs `needed`."""
    if needed in ANALYTICS_NAMES:
        return not granted.isdisjoint(ANALYTICS_NAMES)
    return needed in granted


def proposes(granted: frozenset[str], needed: str) -> bool:
    """Return whether a token may propose a write that needs `needed`, and not carry it out."""
    return f"{needed}{PROPOSES}" in granted and not permits(granted, needed)


def shows_plan(granted: frozenset[str], needed: str) -> bool:
    """Return whether a token may see a plan of a write that needs `needed`."""
    return permits(granted, needed) or f"{needed}{PROPOSES}" in granted


def asked(registered: frozenset[str], scope: str) -> bool:
    """Return whether an app with `registered` scopes may ask for `scope`.

    Who may carry a write out may ask to propose it.
    """
    return permits(registered, scope) or permits(registered, scope.removesuffix(PROPOSES))


def named_fully(scopes: list[str]) -> list[str]:
    """Return the scopes of a token: one for analytics carries the specification's `mall.analytics`.

    Specification: "Authentication" step 3.
    """
    if _ANALYTICS in scopes or ANALYTICS_NAMES.isdisjoint(scopes):
        return scopes
    return [*scopes, _ANALYTICS]
