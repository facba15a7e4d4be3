"""The refusals of address books."""

from typing import Final

from openmall.contract.refusal import Refusal

ADDRESS_BOOK_FULL: Final = Refusal(
    "address_book_full",
    "The address book is full.",
    remedy="Remove an address that is no longer needed.",
)
