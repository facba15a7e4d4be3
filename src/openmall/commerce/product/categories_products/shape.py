"""A product's place in a category as merchants and apps see it, and what may be sent about it.

Specification: resources of the Product area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import EntityNo, Flag, Params, ShopParams

MOST_SHOWN: Final = 50_000
MOST_AT_ONCE: Final = 1_000
Section = Annotated[int, Meta(ge=1, le=3)]
"""1 all products, 2 recommended, 3 new ones."""
Limit50000 = Annotated[int, Meta(ge=1, le=MOST_SHOWN)]
Sequence = Annotated[int, Meta(ge=1, le=999_999)]
ProductNos = Annotated[list[EntityNo], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class PlacedProduct(Struct, frozen=True, kw_only=True):
    """A product and its position in a section of a category."""

    shop_no: int
    product_no: int
    sequence_no: int
    """Position among all displayed products, from 1."""
    auto_sort: bool
    sold_out: bool
    fixed_sort: bool
    not_for_sale: bool


class FiledProducts(Struct, frozen=True, kw_only=True):
    """The products that were added to a section of a category."""

    display_group: int
    product_no: list[int]


class UnfiledProduct(Struct, frozen=True, kw_only=True):
    """The product that was removed from a section of a category."""

    display_group: int
    product_no: int


class ArrangedProduct(Struct, frozen=True, kw_only=True):
    """The place given to a product; of several, the numbers of all and the place of the first."""

    shop_no: int
    product_no: int | list[int]
    sequence: int
    auto_sort: Flag
    fixed_sort: Flag


class SectionPath(ShopParams, frozen=True, kw_only=True):
    """Selects a section of a category, and the shop."""

    category_no: EntityNo
    display_group: Section


class SectionQuery(SectionPath, frozen=True, kw_only=True):
    """Selects a section of a category, and pages its products."""

    limit: Limit50000 = MOST_SHOWN


class FilingDraft(Params, frozen=True, kw_only=True):
    """The products to add to a category, in every language."""

    category_no: EntityNo
    display_group: Section = 1
    product_no: ProductNos


class FiledPath(Params, frozen=True, kw_only=True):
    """Selects a product in a section of a category, in every language."""

    category_no: EntityNo
    product_no: EntityNo
    display_group: Section = 1


class PlaceChange(SectionPath, frozen=True, kw_only=True):
    """The positions to give to products; UNSET: left alone."""

    product_no: ProductNos
    sequence: Sequence | UnsetType = UNSET
    auto_sort: Flag | UnsetType = UNSET
    fixed_sort: Flag | UnsetType = UNSET
