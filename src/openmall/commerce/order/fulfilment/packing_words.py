"""The words of packing slips and labels, which go to the buyer, in the language of the shop."""

from typing import Final

from msgspec import Struct

from openmall.translations.catalogues import Message

_WORDS: Final = {
    "packing_slip": Message("Packing slip"),
    "order": Message("Order", "packing"),
    "date": Message("Ordered", "packing"),
    "sender": Message("Sender", "packing"),
    "receiver": Message("Recipient", "packing"),
    "message": Message("Message", "packing"),
    "product": Message("Product", "packing"),
    "code": Message("Code", "packing"),
    "quantity": Message("Quantity", "packing"),
    "total": Message("Total quantity", "packing"),
}


class Words(Struct, frozen=True, kw_only=True):
    """The words of the documents in one language."""

    packing_slip: str
    order: str
    date: str
    sender: str
    receiver: str
    message: str
    product: str
    code: str
    quantity: str
    total: str


def packing_words(language: str) -> Words:
    """Return the words in a shop's `language`, such as `ko_KR`."""
    return Words(**{name: each.translate(language) for name, each in _WORDS.items()})
