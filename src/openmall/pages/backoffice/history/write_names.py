"""What recorded and planned writes are called in the back office: by their operations, in words."""

from typing import Final

from openmall.contract import scopes as scope_names
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.settings.resources import RESOURCES

_VERBS: Final = {
    "POST": marked("%(what)s created"),
    "PUT": marked("%(what)s changed"),
    "DELETE": marked("%(what)s deleted"),
}
METHODS: Final = frozenset(_VERBS)
"""Methods of operations that change something."""
_PROPOSED: Final = {
    "POST": marked("%(what)s to create"),
    "PUT": marked("%(what)s to change"),
    "DELETE": marked("%(what)s to delete"),
}
_UNDO: Final = marked("Undo changes")
_UNDONE: Final = marked("Undone: %(what)s")
_REDONE: Final = marked("Made again: %(what)s")
_UNDOS: Final = {
    "writes/{write_no}/undo": marked("Undid a change"),
    "writes/undo": marked("Undid a period"),
}
"""Path of an operation that undoes writes -> message."""
AREAS: Final = {
    "product": marked("Products"),
    "category": marked("Categories"),
    "collection": marked("Brands and suppliers"),
    "supply": marked("Suppliers"),
    "order": marked("Orders"),
    "personal": marked("Carts and wish lists"),
    "customer": marked("Customers"),
    "privacy": marked("Personal data of customers"),
    "mileage": marked("Points and credits"),
    "promotion": marked("Discounts"),
    "notification": marked("Messages"),
    "community": marked("Boards"),
    "store": marked("Store settings"),
    "shipping": marked("Shipping"),
    "design": marked("Design"),
    "translation": marked("Translations"),
    "application": marked("Apps"),
}
"""Area of the admin API -> its name."""
_COMBINED: Final = "plans/combine"
_NOUNS: Final = {
    _COMBINED: marked("Several changes together"),
    "products": marked("Products"),
    "products/variants": marked("Variants"),
    "products/variants/inventories": marked("Stock"),
    "products/variants/image": marked("Pictures of variants"),
    "products/options": marked("Options of products"),
    "products/images": marked("Pictures of products"),
    "products/additionalimages": marked("Pictures of products"),
    "products/memos": marked("Memos of products"),
    "products/seo": marked("Search engine texts of products"),
    "products/tags": marked("Tags of products"),
    "products/icons": marked("Icons of products"),
    "products/decorationimages": marked("Decorations of products"),
    "products/customproperties": marked("Properties of products"),
    "products/approve": marked("Approval of products"),
    "bundleproducts": marked("Bundles"),
    "inventories": marked("Stock"),
    "stock": marked("Stock"),
    "sampleproducts": marked("Sample products"),
    "categories": marked("Categories"),
    "categories/place": marked("Place of a category"),
    "categories/products": marked("Products of a category"),
    "categories/seo": marked("Search engine texts of categories"),
    "categories/decorationimages": marked("Decorations of categories"),
    "mains": marked("Product displays"),
    "mains/products": marked("Featured products"),
    "autodisplay": marked("Automatic displays"),
    "brands": marked("Brands"),
    "manufacturers": marked("Manufacturers"),
    "trends": marked("Trends"),
    "classifications": marked("Classifications"),
    "suppliers": marked("Suppliers"),
    "suppliers/users": marked("Users of suppliers"),
    "orders": marked("Orders"),
    "orders/items": marked("Items of orders"),
    "orders/memos": marked("Memos of orders"),
    "orders/shipments": marked("Shipments"),
    "shipments": marked("Shipments"),
    "fulfillments": marked("Shipments"),
    "orders/payments": marked("Payments"),
    "payments": marked("Payments"),
    "orders/refunds": marked("Refunds"),
    "orders/receivers": marked("Recipients"),
    "orders/buyer": marked("Buyers"),
    "orders/cancellation": marked("Cancellations"),
    "cancellation": marked("Cancellations"),
    "orders/return": marked("Returns"),
    "return": marked("Returns"),
    "orders/exchange": marked("Exchanges"),
    "exchange": marked("Exchanges"),
    "draftorders": marked("Draft orders"),
    "orderform/properties": marked("Fields of the order form"),
    "customers": marked("Customers"),
    "customers/properties": marked("Fields of customers"),
    "customers/memos": marked("Memos of customers"),
    "customersprivacy": marked("Customers"),
    "customergroups": marked("Customer groups"),
    "customergroups/customers": marked("Customers of a group"),
    "points": marked("Points"),
    "credits": marked("Credits"),
    "benefits": marked("Sales and benefits"),
    "coupons": marked("Coupons"),
    "coupons/issues": marked("Issued coupons"),
    "serialcoupons": marked("Coupons"),
    "discountcodes": marked("Discount codes"),
    "commonevents": marked("Notices in the whole shop"),
    "customerevents": marked("Campaigns"),
    "recipientgroups": marked("Segments"),
    "segments": marked("Segments"),
    "newsletters": marked("Newsletters"),
    "subscribers": marked("Newsletter subscribers"),
    "sms": marked("Text messages"),
    "push": marked("Push notifications"),
    "boards": marked("Boards"),
    "boards/articles": marked("Posts"),
    "boards/articles/comments": marked("Comments on posts"),
    "boards/seo": marked("Search engine texts of boards"),
    "commenttemplates": marked("Answer templates"),
    "urgentinquiry/reply": marked("Answers to inquiries"),
    "redirects": marked("Redirects"),
    "carriers": marked("Carriers"),
    "shippingorigins": marked("Shipping origins"),
    "paymentgateway": marked("Payment apps"),
    "paymentgateway/paymentmethods": marked("Payment methods"),
    "paymentmethods/paymentproviders": marked("Payment methods"),
    "themes/pages": marked("Pages of the design"),
    "themes/pages/undo": marked("Pages of the design"),
    "themes/pages/redo": marked("Pages of the design"),
    "icons": marked("Icons of the design"),
    "scripttags": marked("Scripts of apps"),
    "translations/products": marked("Translations of products"),
    "translations/categories": marked("Translations of categories"),
    "translations/store": marked("Translations of the shop"),
    "translations/themes": marked("Translations of the design"),
    "paymentgateway/endpoints": marked("Addresses of a payment gateway"),
    "store/dropshipping": marked("Drop shipping"),
    "prices": marked("Prices of products"),
    "shipping/suppliers": marked("Shipping of suppliers"),
    "suppliers/users/regionalsurcharges": marked("Regional surcharges of suppliers"),
    "suppliers/users/regionalsurcharges/setting": marked("Regional surcharges of suppliers"),
    "categories/properties": marked("Fields of categories"),
    "mains/properties": marked("Fields of displays"),
    "products/properties": marked("Fields of product pages"),
    "products/picturetexts": marked("Texts of pictures"),
    "customers/paymentinformation": marked("Stored payment methods"),
    "customers/coupons": marked("Issued coupons"),
    "customers/invitation": marked("Invitation of a customer"),
    "customers/blacklist": marked("Restriction of a customer"),
    "customergroups/setting": marked("Settings of customer groups"),
    "serialcoupons/issues": marked("Coupon codes"),
    "points/autoexpiration": marked("Expiry of points"),
    "orders/migrations": marked("Orders of an earlier shop"),
    "orders/completions": marked("Payments of orders"),
    "control": marked("Payment control"),
    "orders/items/options": marked("Options of an ordered item"),
    "labels": marked("Labels of orders"),
    "orders/items/labels": marked("Labels of orders"),
    "cashreceipt": marked("Cash receipts"),
    "cashreceipt/cancellation": marked("Cancelled cash receipts"),
    "orders/calculation": marked("Calculation of an order"),
    "orders/saleschannels": marked("Sales channels"),
    "orders/inflowgroups": marked("Groups of traffic sources"),
    "orders/inflowgroups/inflows": marked("Traffic sources"),
    "orders/autocalculation": marked("Calculation of an order"),
    "subscription/shipments/setting": marked("Rules of subscriptions"),
    "subscription/shipments": marked("Subscriptions"),
    "subscription/shipments/items": marked("Items of subscriptions"),
    "orders/shortagecancellation": marked("Cancellation for lack of stock"),
    "orders/shippingfeecancellation": marked("Cancelled shipping fees"),
    "cancellationrequests": marked("Requests to cancel"),
    "returnrequests": marked("Requests to return"),
    "exchangerequests": marked("Requests to exchange"),
    "orders/exchangerequests": marked("Requests to exchange"),
    "collectrequests": marked("Collections of returns"),
    "sandbox/clock": marked("Clock of a test mall"),
    "sandbox/faults": marked("Failures of a test mall"),
    "jobs": marked("Tasks in the background"),
    "writes/undo": marked("Changes"),
    "plans": marked("Proposals"),
    "plans/apply": marked("Proposals"),
    "approvals/comments": marked("Comments on a proposal"),
    "approvals/decision": marked("Decision on a proposal"),
    "approvals/combine": marked("Proposals"),
    "imports": marked("Imports"),
    "imports/parts": marked("Files of an import"),
    "imports/start": marked("Imports"),
    "imports/confirm": marked("Imports"),
    "exports": marked("Exports"),
    "apps": marked("Apps"),
    "apps/origins": marked("Websites of an app"),
    "appstore/orders": marked("Payments to apps"),
    "recipes": marked("Recipes of apps"),
    "webhooks/setting": marked("Notices to an app"),
    "webhooks/subscription": marked("Notices to an app"),
    "newsletters/preview": marked("Newsletters"),
    "newsletters/test": marked("Test of a newsletter"),
    "carriers/details": marked("Shipping fees of carriers"),
}
"""Path of an operation without placeholders -> what it is about."""
_ONE: Final = {
    "products": marked("Product"),
    "products/variants": marked("Variant"),
    "bundleproducts": marked("Bundle"),
    "categories": marked("Category"),
    "brands": marked("Brand"),
    "manufacturers": marked("Manufacturer"),
    "trends": marked("Trend"),
    "classifications": marked("Classification"),
    "suppliers": marked("Supplier"),
    "orders": marked("Order"),
    "orders/payments": marked("Payment"),
    "orders/refunds": marked("Refund"),
    "orders/cancellation": marked("Cancellation"),
    "orders/return": marked("Return"),
    "orders/exchange": marked("Exchange"),
    "customers": marked("Customer"),
    "customersprivacy": marked("Customer"),
    "customergroups": marked("Customer group"),
    "benefits": marked("Discount or benefit"),
    "coupons": marked("Coupon"),
    "discountcodes": marked("Discount code"),
    "boards": marked("Board"),
    "boards/articles": marked("Post"),
    "redirects": marked("Redirect"),
    "carriers": marked("Carrier"),
    "shippingorigins": marked("Shipping origin"),
    "mains": marked("Product display"),
    "products/variants/inventories": marked("Stock"),
    "customerevents": marked("Campaign"),
    "recipientgroups": marked("Segment"),
    "segments": marked("Segment"),
    "newsletters": marked("Newsletter"),
    "serialcoupons": marked("Coupon codes"),
    "commonevents": marked("Notice in the whole shop"),
    "commenttemplates": marked("Answer template"),
    "categories/place": marked("Place of a category"),
    "draftorders": marked("Draft order"),
    "orders/shipments": marked("Shipment"),
    "shipments": marked("Shipment"),
    "fulfillments": marked("Shipment"),
    "orders/receivers": marked("Receiver"),
    "orders/buyer": marked("Buyer"),
    "orders/memos": marked("Note on an order"),
    "customers/memos": marked("Note on a customer"),
    "products/memos": marked("Note on a product"),
    "suppliers/users": marked("User of a supplier"),
    "orders/items": marked("Item of an order"),
    "themes/pages": marked("Page of a theme"),
    "scripttags": marked("Script of an app"),
    "subscription/shipments/setting": marked("Rule of subscriptions"),
    "subscription/shipments": marked("Subscription"),
    "orders/saleschannels": marked("Sales channel"),
    "orders/inflowgroups": marked("Group of traffic sources"),
    "orders/inflowgroups/inflows": marked("Traffic source"),
    "cashreceipt": marked("Cash receipt"),
    "plans": marked("Proposal"),
    "approvals/combine": marked("Proposal"),
    "recipes": marked("Recipe of an app"),
    "orders/migrations": marked("Order of an earlier shop"),
    "cancellationrequests": marked("Request to cancel"),
    "returnrequests": marked("Request to return"),
    "exchangerequests": marked("Request to exchange"),
    "orders/exchangerequests": marked("Request to exchange"),
    "collectrequests": marked("Collection of a return"),
    "products/options": marked("Options of a product"),
    "products/seo": marked("Search engine texts of a product"),
}
"""Path of an operation without placeholders -> what it is about where that is one object."""
_ANYTHING: Final = marked("Something of the shop")
_SETTINGS: Final = {each.path: each.title for each in RESOURCES.values()}


def is_combined(operation: str) -> bool:
    """Return whether an operation stands for several calls of one form."""
    return operation.partition(" ")[2] == _COMBINED


def area_of(scope: str) -> str:
    """Return the area of the admin API that a scope is of: `product` of `mall.write_product`."""
    return scope.partition("_")[2]


def area_names(context: PageContext) -> list[tuple[str, str]]:
    """Return the areas whose writes a manager may see, each with its name."""
    held = context.user.rights.scopes
    return [
        (area, context.translate(name))
        for area, name in AREAS.items()
        if area in scope_names.AREAS and f"mall.read_{area}" in held
    ]


def describe(context: PageContext, operation: str, scope: str, *, one: bool = False) -> str:
    """Return what a write did, in words: `Products changed` of `PUT products/{product_no}`.

    `one`: it concerned one object: `Product changed`.
    """
    method, _, path = operation.partition(" ")
    if path in _UNDOS:
        return context.translate(_UNDOS[path])
    verb = _VERBS.get(method, "%(what)s")
    return context.translate(verb) % {"what": subject(context, path, scope, one=one)}


def undone(context: PageContext, what: str, *, again: bool) -> str:
    """Return what the undo of a write is called. `what`: what the write did, in words.

    `again`: it undid the undo of that write.
    """
    return context.translate(_REDONE if again else _UNDONE) % {"what": what}


def propose(context: PageContext, operation: str, *, one: bool = False) -> str:
    """Return what a proposed write would do, in words: `Products to change`.

    `one`: it concerns one object: `Product to change`.
    """
    method, _, path = operation.partition(" ")
    if path in _UNDOS:
        return context.translate(_UNDO)
    if path == _COMBINED:
        return subject(context, path, "")
    verb = _PROPOSED.get(method, "%(what)s")
    return context.translate(verb) % {"what": subject(context, path, "", one=one)}


def subject(context: PageContext, path: str, scope: str, *, one: bool = False) -> str:
    """Return what the operation at a path is about; of an unnamed one, its area."""
    found = noun(plain_path(path), one=one)
    return context.translate(found or AREAS.get(area_of(scope), _ANYTHING))


def noun(plain: str, *, one: bool = False) -> str:
    """Return what the operations at a path are about, to be translated; empty: it is not known.

    `plain`: without its placeholders.
    """
    return _SETTINGS.get(plain) or (_ONE.get(plain) if one else "") or _NOUNS.get(plain, "")


def plain_path(path: str) -> str:
    """Return the path of an operation without its placeholders."""
    return "/".join(step for step in path.split("/") if not step.startswith("{"))


def is_setting(operation: str) -> bool:
    """Return whether an operation is about settings, whose name says all that it is about."""
    return plain_path(operation.partition(" ")[2]) in _SETTINGS


def listing(context: PageContext, name: str, *, others: int) -> str:
    """Return a name, and how many others there are."""
    if others < 1:
        return name
    text = context.translate(marked("%(name)s and %(number)s more"))
    return text % {"name": name, "number": others}
