"""The demonstration catalogue: the products of the demo shop, in Korean and in English."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from importlib import resources
from itertools import product as combined
from math import prod
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from openmall.demo.shapes import SHAPES

Language: TypeAlias = Literal["ko", "en"]
Flag: TypeAlias = Literal["T", "F"]
# new, returned, leftover stock, used, display piece, refurbished, scratched
Condition: TypeAlias = Literal["N", "B", "R", "U", "E", "F", "S"]

Words: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=250)]
Money: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9][0-9]{0,8})\.[0-9]{2}$")]
Kilograms: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9][0-9]{0,5})\.[0-9]{2}$")]
Colour: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]
Key: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z_]*$", max_length=40)]
Code: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-Z0-9][A-Z0-9-]*$", max_length=40)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2_147_483_647)]
Tag: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[^,;|]+$", max_length=40)]

SHOPS: Final[tuple[tuple[int, Language], ...]] = ((1, "ko"), (2, "en"))
"""Language of each shop_no: shop 1 sells in won, shop 2 in dollars."""

# A value is joined with others by these signs on the wire, so it may hold none of them.
_JOINING: Final = frozenset(",;|#")


class CatalogueError(ValueError):
    """The catalogue file is invalid; the message names the fault and its place."""


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    ko: Words
    en: Words

    def spoken(self, language: Language) -> str:
        """Return the text in one language."""
        return self.ko if language == "ko" else self.en


class Prose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A description in both languages, as simple HTML paragraphs."""

    ko: Annotated[str, msgspec.Meta(pattern=r"^<p>[\s\S]+</p>$")]
    en: Annotated[str, msgspec.Meta(pattern=r"^<p>[\s\S]+</p>$")]

    def spoken(self, language: Language) -> str:
        """Return the description in one language."""
        return self.ko if language == "ko" else self.en


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One price as decimal strings: `ko` in whole won with ".00", `en` in dollars and cents."""

    ko: Money
    en: Money

    def spoken(self, language: Language) -> str:
        """Return the price in the shop of one language."""
        return self.ko if language == "ko" else self.en


class Tags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Search tags in both languages."""

    ko: Annotated[tuple[Tag, ...], msgspec.Meta(max_length=50)]
    en: Annotated[tuple[Tag, ...], msgspec.Meta(max_length=50)]

    def spoken(self, language: Language) -> tuple[str, ...]:
        """Return the tags in one language."""
        return self.ko if language == "ko" else self.en


class DemoCategory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A category; `parent` is the key of the one above, or None at the top of the tree.

    `advice`: what holds for all products whose first category it is.
    """

    key: Key
    name: Text
    advice: Prose
    parent: Key | None = None


class DemoOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option such as colour, and its values."""

    name: Text
    values: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class SalePeriod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sale period of a product, in days from the day the shop is filled."""

    first_day: int
    last_day: int

    def dates(self, today: date) -> tuple[date, date]:
        """Return the first and the last day of sale for a shop filled `today`."""
        return today + timedelta(days=self.first_day), today + timedelta(days=self.last_day)


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawing of a product: a shape, two or three colours, a ground."""

    shape: str
    colours: Annotated[tuple[Colour, ...], msgspec.Meta(min_length=2, max_length=3)]
    background: Colour


class DemoProduct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A product for sale; `code` is its custom_product_code and `weight` is in kilograms."""

    code: Code
    categories: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1)]
    name: Text
    summary: Text
    description: Prose
    price: Price
    supply_price: Price
    retail_price: Price
    stock: tuple[Count, ...]
    tags: Tags
    weight: Kilograms
    drawing: Drawing
    options: tuple[DemoOption, ...] = ()
    safety: Count = 0
    display: Flag = "T"
    selling: Flag = "T"
    condition: Condition = "N"
    used_months: Count | None = None
    sale_period: SalePeriod | None = None


class DemoVariant(msgspec.Struct, frozen=True):
    """One combination of option values and how many of it are in stock."""

    choices: tuple[Text, ...]
    stock: int


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue: the shop's name, its categories (parents first), its products."""

    shop: Text
    categories: tuple[DemoCategory, ...]
    products: tuple[DemoProduct, ...]


def variants(product: DemoProduct) -> Iterator[DemoVariant]:
    """Return the variants of a product, the last option varying fastest; one without options."""
    choices = combined(*(option.values for option in product.options))
    for chosen, stock in zip(choices, product.stock, strict=True):
        yield DemoVariant(chosen, stock)


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of the package. Raises CatalogueError."""
    source = resources.files("openmall.demo") / "catalogue.toml"
    return parsed(source.read_bytes(), source="catalogue.toml")


def parsed(raw: bytes, *, source: str) -> Catalogue:
    """Parse the catalogue in `raw`, a TOML text. Raises CatalogueError naming `source`."""
    try:
        found = msgspec.toml.decode(raw, type=Catalogue)
    except msgspec.DecodeError as error:
        raise CatalogueError(f"{source}: {error}") from error
    for problem in _problems(found):
        raise CatalogueError(f"{source}: {problem}")
    advice = {each.key: each.advice for each in found.categories}
    whole = tuple(_advised(each, advice[each.categories[0]]) for each in found.products)
    return replace(found, products=whole)


def _advised(product: DemoProduct, advice: Prose) -> DemoProduct:
    """Return a product whose description ends with the advice of its category."""
    said = product.description
    return replace(product, description=Prose(said.ko + advice.ko, said.en + advice.en))


def _problems(found: Catalogue) -> Iterator[str]:
    tops: set[str] = set()
    known: set[str] = set()
    for category in found.categories:
        if category.key in known:
            yield f"category {category.key!r}: key used twice"
        if category.parent is None:
            tops.add(category.key)
        elif category.parent not in tops:
            yield (
                f"category {category.key!r}: parent {category.parent!r} is no earlier top category"
            )
        known.add(category.key)
    for code, times in Counter(product.code for product in found.products).items():
        if times > 1:
            yield f"product {code!r}: code used {times} times"
    for product in found.products:
        for problem in problems(product, categories=known):
            yield f"product {product.code!r}: {problem}"


def problems(product: DemoProduct, *, categories: set[str]) -> Iterator[str]:
    """Return the faults of a product beyond its fields' form; `categories`: present ones."""
    for key in product.categories:
        if key not in categories:
            yield f"categories: no category {key!r}"
    if product.drawing.shape not in SHAPES:
        yield f"drawing.shape: no shape {product.drawing.shape!r}"
    for field in ("price", "supply_price", "retail_price"):
        price: Price = getattr(product, field)
        if not price.ko.endswith(".00"):
            yield f"{field}.ko: {price.ko!r} is not whole won"
    yield from _option_problems(product)
    expected = prod(len(option.values) for option in product.options)
    if len(product.stock) != expected:
        yield f"stock: {len(product.stock)} quantities for {expected} combinations"
    if (product.used_months is not None) != (product.condition == "U"):
        yield "used_months: belongs to condition 'U' and to no other"
    if product.sale_period and product.sale_period.first_day > product.sale_period.last_day:
        yield "sale_period: ends before it begins"


def _option_problems(product: DemoProduct) -> Iterator[str]:
    for at, option in enumerate(product.options):
        for language in ("ko", "en"):
            spoken = [value.spoken(language) for value in option.values]
            if len(set(spoken)) != len(spoken):
                yield f"options[{at}].values: a value twice in {language!r}"
            for word in (option.name.spoken(language), *spoken):
                if _JOINING & set(word):
                    yield f"options[{at}]: {word!r} holds a joining sign"
