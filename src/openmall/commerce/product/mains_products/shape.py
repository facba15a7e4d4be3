"""The products of a main display group, and the parameters of their operations.

Specification: resources of the Product area are "not shown"; bounds as in `spec/parameters.tsv`.
"""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.category.mains.shape import MainPath
from openmall.contract.params import EntityNo

MOST_AT_ONCE: Final = 1_000
ProductNos = Annotated[list[EntityNo], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class MainProduct(Struct, frozen=True, kw_only=True):
    """A product of a main display group."""

    shop_no: int
    product_no: int
    product_name: str
    fixed_sort: bool


class MainProducts(Struct, frozen=True, kw_only=True):
    """The products a call changed, in the order they were named."""

    shop_no: int
    product_no: list[int]


class TakenProduct(Struct, frozen=True, kw_only=True):
    """The product that was removed from a group."""

    shop_no: int
    product_no: int


class MainProductsDraft(MainPath, frozen=True, kw_only=True):
    """The products to add to a group."""

    product_no: ProductNos


class MainProductsChange(MainPath, frozen=True, kw_only=True):
    """The new order of a group's products; UNSET: left alone."""

    product_no: ProductNos
    fix_product_no: EntityNo | None | UnsetType = UNSET
    """The one of them that is fixed; null: none of them."""


class MainProductPath(MainPath, frozen=True, kw_only=True):
    """Selects a product of a main display group."""

    product_no: EntityNo
