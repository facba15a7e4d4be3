"""Options of a product, and the variants combined from their values."""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract import patterns
from openmall.contract.money import ZERO
from openmall.contract.params import (
    EntityNo,
    Flag,
    Number,
    Params,
    ShopParams,
    SignedAmount,
    amount_bounds,
)

VariantCode = Annotated[
    str, Meta(min_length=12, max_length=12, pattern=patterns.CAPITALS_AND_DIGITS)
]
LOWEST_QUANTITY: Final = -2_147_483_648
HIGHEST_QUANTITY: Final = 2_147_483_647
Quantity = Annotated[int, Meta(ge=LOWEST_QUANTITY, le=HIGHEST_QUANTITY)]
DisplayOrder = Annotated[int, Meta(ge=1, le=300)]
"""Place among the variants of its product; those of one place are in the order of their codes."""
SupplyPrice = Annotated[Decimal, Meta(extra=amount_bounds(0, 9_999_999_999))]
Importance = Literal["A", "B"]
"""A general stock, B important stock."""
ControlType = Literal["A", "B"]
"""Stock goes down A when the order is placed, B when it is paid."""


class OptionDraft(Struct, frozen=True, kw_only=True):
    """An option of a new product: its name, and its values parted by commas or as a list."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    value: str | list[str]


class OptionChoice(Struct, frozen=True, kw_only=True):
    """The value of one option in a variant's combination."""

    name: str
    value: str


class OptionValue(Struct, frozen=True, kw_only=True):
    option_image_file: str = ""
    option_link_image: str = ""
    option_color: str = ""
    option_text: str
    value_no: int | None = None
    additional_amount: Decimal | None = None


class Option(Struct, frozen=True, kw_only=True):
    option_code: str = ""
    option_name: str
    option_value: list[OptionValue]
    required_option: Flag = "T"
    option_display_type: str = "S"


class AttachedFile(Struct, frozen=True, kw_only=True):
    option_name: str = ""
    required: Flag = "F"
    size_limit: int | None = None


class AdditionalOption(Struct, frozen=True, kw_only=True):
    """A text buyers may add, such as a name to engrave."""

    additional_option_name: Annotated[str, Meta(min_length=1)]
    additional_option_text_length: Number
    required_additional_option: Flag = "T"


class Options(Struct, frozen=True, kw_only=True):
    """Every option of a product, as `embed=options` answers it."""

    has_option: Flag
    option_type: str
    option_list_type: str = "S"
    option_preset_code: str = ""
    options: list[Option] = []
    select_one_by_option: Flag = "F"
    option_preset_name: str = ""
    use_additional_option: Flag = "F"
    additional_options: list[AdditionalOption] = []
    use_attached_file_option: Flag = "F"
    attached_file_option: AttachedFile = AttachedFile()


class ProductOptions(Options, frozen=True, kw_only=True):
    """The options of one product in one language."""

    shop_no: int
    product_no: int


class Inventory(Struct, frozen=True, kw_only=True):
    """The stock of a variant."""

    shop_no: int
    variant_code: str
    use_inventory: Flag
    important_inventory: Importance
    inventory_control_type: ControlType
    display_soldout: Flag
    quantity: int
    safety_inventory: int


class Variant(Struct, frozen=True, kw_only=True):
    """One sellable combination of option values. The defaults are what a new one has."""

    shop_no: int
    variant_code: str
    options: list[OptionChoice] = []
    custom_variant_code: str = ""
    display: Flag = "T"
    selling: Flag = "T"
    additional_amount: Decimal = ZERO
    use_inventory: Flag = "F"
    important_inventory: Importance = "A"
    inventory_control_type: ControlType = "B"
    display_soldout: Flag = "F"
    quantity: int = 0
    safety_inventory: int = 0
    image: str = ""
    display_order: DisplayOrder = 1
    supply_price: Decimal | UnsetType = ZERO
    """Price the shop itself pays; hidden from shoppers."""
    sold_out: Flag | UnsetType = UNSET
    """T: it cannot be bought now, for want of stock or because it is not on offer any more. Only
    reads return it."""

    inventories: Inventory | UnsetType = UNSET
    duplicated_custom_variant_code: Flag | UnsetType = UNSET
    """T: another variant of the mall has the same `custom_variant_code`. Only the update of one
    variant returns it.
    """


class StoredStock(Inventory, frozen=True, kw_only=True):
    """The stock of a variant, and its shipping origin."""

    origin_code: str = ""


class VariantKey(Params, frozen=True, kw_only=True):
    """Selects a variant, in every language."""

    product_no: EntityNo
    variant_code: VariantCode


class DeletedVariant(Struct, frozen=True, kw_only=True):
    """The variant that was deleted."""

    product_no: int
    variant_code: str


class VariantFilters(ShopParams, frozen=True, kw_only=True):
    """Selects the variants of a product."""

    product_no: EntityNo


class VariantPath(VariantFilters, frozen=True, kw_only=True):
    """Selects a variant of a product."""

    variant_code: VariantCode


class StockChange(VariantPath, frozen=True, kw_only=True):
    """The fields sent to change a variant's stock; UNSET: left alone."""

    quantity: Quantity | UnsetType = UNSET
    use_inventory: Flag | UnsetType = UNSET
    important_inventory: Importance | UnsetType = UNSET
    inventory_control_type: ControlType | UnsetType = UNSET
    display_soldout: Flag | UnsetType = UNSET
    safety_inventory: Number | UnsetType = UNSET
    origin_code: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET


class VariantChange(VariantPath, frozen=True, kw_only=True):
    """The fields sent to change a variant; UNSET: left alone."""

    custom_variant_code: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    display: Flag | UnsetType = UNSET
    selling: Flag | UnsetType = UNSET
    additional_amount: SignedAmount | UnsetType = UNSET
    quantity: Quantity | UnsetType = UNSET
    use_inventory: Flag | UnsetType = UNSET
    important_inventory: Importance | UnsetType = UNSET
    inventory_control_type: ControlType | UnsetType = UNSET
    display_soldout: Flag | UnsetType = UNSET
    safety_inventory: Number | UnsetType = UNSET
    display_order: DisplayOrder | UnsetType = UNSET
    supply_price: SupplyPrice | UnsetType = UNSET
