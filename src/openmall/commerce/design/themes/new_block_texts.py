"""What new blocks of a theme say until a merchant writes something else.

Shoppers read it, so that it is among the texts of the shop's pages, in every language of theirs.
"""

from collections.abc import Mapping
from typing import Final

from openmall.contract.labels import Label
from openmall.translations import catalogues

RECOMMENDED: Final = Label("Recommended")
NEW: Final = Label("New in the shop")
TEXTS: Final[Mapping[str, Mapping[str, Label]]] = {
    "hero": {
        "text": Label("Take a look at what is new."),
        "link_label": Label("See all products"),
    },
    "split": {
        "title": Label("About us"),
        "text": Label("Tell here who you are, and what is special about your products."),
        "link_label": Label("See all products"),
    },
    "products": {"title": Label("New in the shop")},
    "slideshow": {},
    "collections": {"title": Label("Our collections")},
    "logos": {"title": Label("Our brands")},
    "category": {},
    "text": {
        "title": Label("Welcome"),
        "text": Label("Write here what customers should know first."),
    },
    "questions": {
        "title": Label("Questions and answers"),
        "text": Label(
            "How do I pay?\nYou choose how to pay at the checkout."
            "\n\nWhere is my order?\nOpen “Orders” to see its state and its parcels."
        ),
    },
    "banner": {"title": Label("See what is new")},
    "newsletter": {
        "title": Label("Our newsletter"),
        "text": Label("Be the first to hear of new products and offers."),
    },
}
"""Kind of a block -> its texts."""


def written(locale: str, label: Label) -> str:
    """Return a text in the language of a shop of `locale`, such as `ko_KR`."""
    return catalogues.translate(catalogues.language_of(locale), "sampleshop", label.text)
