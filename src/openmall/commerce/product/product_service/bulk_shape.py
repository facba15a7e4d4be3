"""The shape of products that are written in bulk: what a file gives, and the outcome."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.product.product_service.bulk_store import Values
from openmall.commerce.product.products.shape import InCategory, Product
from openmall.commerce.product.products.takes import ProductChange
from openmall.commerce.product.variant_service import combinations
from openmall.commerce.product.variants.shape import ControlType, Importance
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.params import Flag
from openmall.contract.refusal import Cause

SETTABLE: Final = frozenset(ProductChange.__struct_fields__) & frozenset(
    Product.__struct_fields__
) - {"shop_no", "custom_product_code"}
"""Fields of a product that `BulkProduct.texts` and `everywhere` may name."""
REQUIRED: Final = ("product_name", "supply_price")  # of a new product


class BulkVariant(Struct, frozen=True, kw_only=True):
    """The data of one combination of option values; UNSET: left alone."""

    choice: combinations.Choice = ()
    """A value of each option, in their order, as the first language of `options` writes it."""
    custom_variant_code: str | UnsetType = UNSET
    display: Flag | UnsetType = UNSET
    selling: Flag | UnsetType = UNSET
    additional_amount: Decimal | UnsetType = UNSET
    use_inventory: Flag | UnsetType = UNSET
    important_inventory: Importance | UnsetType = UNSET
    inventory_control_type: ControlType | UnsetType = UNSET
    display_soldout: Flag | UnsetType = UNSET
    quantity: int | UnsetType = UNSET
    safety_inventory: int | UnsetType = UNSET
    image: str | UnsetType = UNSET


class BulkProduct(Struct, frozen=True, kw_only=True):
    """The data of one product. Values are those a ProductDraft holds, already checked."""

    code: str
    """The merchant's `custom_product_code`, which identifies the product; never empty."""
    texts: dict[int, Values] = {}
    """shop_no -> fields in that language. A new product is hidden in languages without an entry."""
    everywhere: Values = {}
    """Fields that are set in every language."""
    options: dict[int, list[OptionNames]] | None = None
    """shop_no -> options in that language; a language left out shows the first one's.

    None: left alone. Values that stay keep their variants; values no longer named lose them.
    """
    variants: Sequence[BulkVariant] = ()
    """Variants with data of their own; every combination of option values gets a variant."""
    only_named: bool = False
    """New combinations that `variants` does not name are hidden and not for sale."""
    categories: Sequence[InCategory] = ()
    """Categories to add to those it is already in."""
    marked: bool = True
    """False: it keeps its marks in categories it is already in."""


class Refusal(Struct, frozen=True):
    """Why a product was left out; the others were written."""

    code: str
    field: str
    reason: Cause


class Outcome(Struct, frozen=True, kw_only=True):
    """The results of writing products."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    refused: tuple[Refusal, ...] = ()
    outcomes: dict[str, str] = {}  # code -> new, changed or unchanged
    product_nos: dict[str, int] = {}  # of those written or found; new ones have none in a dry run
