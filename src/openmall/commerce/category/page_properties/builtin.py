"""The built-in fields of every page, with names in the languages of openmall."""

from typing import Final

from msgspec import Struct

from openmall.commerce.category.page_properties.shape import PageKind, Property
from openmall.translations.catalogues import Message


class Builtin(Struct, frozen=True):
    """A field of products, and the pages a new shop shows it on."""

    key: str
    label: Message
    shown_on: frozenset[PageKind] = frozenset()


_EVERYWHERE: Final[frozenset[PageKind]] = frozenset({"category", "main", "product"})
_DETAIL: Final[frozenset[PageKind]] = frozenset({"product"})
_LISTS: Final[frozenset[PageKind]] = frozenset({"category", "main"})

FIELDS: Final = (
    Builtin("product_name", Message("Product name"), _EVERYWHERE),
    Builtin("eng_product_name", Message("English name")),
    Builtin("product_code", Message("Product code")),
    Builtin("custom_product_code", Message("Own product code")),
    Builtin("model_name", Message("Model")),
    Builtin("brand_name", Message("Brand")),
    Builtin("trend_name", Message("Trend")),
    Builtin("manufacturer_name", Message("Manufacturer")),
    Builtin("origin_place", Message("Made in")),
    Builtin("made_date", Message("Made on")),
    Builtin("release_date", Message("Released on")),
    Builtin("expiration_date", Message("Use by")),
    Builtin("retail_price", Message("Retail price")),
    Builtin("price", Message("Price"), _EVERYWHERE),
    Builtin(
        "product_discount_price",
        Message("Discounted price"),
        _DETAIL,
    ),
    Builtin("optimum_discount_price", Message("Best price")),
    Builtin("summary_description", Message("Summary"), _LISTS),
    Builtin(
        "simple_description",
        Message("Short description"),
        _DETAIL,
    ),
    Builtin("shipping_method", Message("Shipping method")),
    Builtin("shipping_fee", Message("Shipping fee"), _DETAIL),
    Builtin("shipping_period", Message("Shipping time")),
    Builtin("product_weight", Message("Weight")),
    Builtin("product_material", Message("Material")),
    Builtin("product_tag", Message("Tags")),
)


def properties(kind: PageKind, language: str) -> list[Property]:
    """Return the fields of a page of a new shop in `language`, such as `ko_KR`."""
    return [
        Property(
            key=each.key,
            name=each.label.translate(language),
            display="T" if kind in each.shown_on else "F",
        )
        for each in FIELDS
    ]
