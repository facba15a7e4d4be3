"""Shipping scopes and methods of a product in words, for a shop's pages."""

from typing import Final

from openmall.translations.catalogues import Message

SCOPES: Final = {
    "A": Message("Domestic shipping"),
    "C": Message("International shipping"),
    "B": Message("Domestic/International shipping"),
}
"""`shipping_scope` of a product -> its name."""

METHODS: Final = {
    "01": Message("Courier service"),
    "02": Message("Express mail"),
    "03": Message("Registered mail"),
    "04": Message("Delivered by the shop"),
    "05": Message("Quick courier"),
    "06": Message("Other"),
    "07": Message("Freight"),
    "08": Message("Store pickup"),
    "09": Message("No shipping needed"),
}
"""`shipping_method` of a product -> its name."""
