"""The refusals of the pages of suppliers."""

from typing import Final

from openmall.contract.refusal import Refusal

SUPPLIER_CHANGES_NO_PRODUCTS: Final = Refusal(
    "supplier_changes_no_products",
    "The shop lets you change no products.",
    remedy="Ask the shop for the right to change products.",
)
SUPPLIER_PRODUCT_NOT_APPROVED: Final = Refusal(
    "supplier_product_not_approved",
    "The shop has not approved this product yet.",
    remedy="Wait until the shop has approved the product.",
)
SUPPLIER_DELETES_NO_PRODUCTS: Final = Refusal(
    "supplier_deletes_no_products",
    "The shop lets you delete no products.",
    remedy="Ask the shop to delete the product.",
)
SUPPLIER_CATEGORY_CLOSED: Final = Refusal(
    "supplier_category_closed",
    "The shop lets you use other categories only.",
    remedy="Choose one of the categories that the form offers.",
)
SUPPLIER_SHIPS_NOTHING: Final = Refusal(
    "supplier_ships_nothing",
    "There is nothing of yours to ship.",
    remedy="Choose items of your own that are to be shipped.",
)
SUPPLIER_SEES_NO_ORDERS: Final = Refusal(
    "supplier_sees_no_orders",
    "The shop shows you no orders.",
    remedy="Ask the shop for the right to see orders.",
)
