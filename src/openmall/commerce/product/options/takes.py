"""The parameters of the options of a product."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product.variants.shape import AdditionalOption
from openmall.contract import patterns
from openmall.contract.params import (
    MOST_OPTION_NAME,
    EntityNo,
    Flag,
    Number,
    OptionName,
    OptionValue,
    Params,
    ShopParams,
)

OptionType = Literal["T", "E", "F"]
"""T combined options, E linked options, F independent options."""
ListType = Literal["C", "S"]
"""C all combinations in one selector, S a selector for each option."""
DisplayType = Literal["S", "P", "B", "R"]
"""S select box, P preview, B text button, R radio button."""
PRESET_CODE: Final = patterns.pattern(r"^([A-Z0-9]{8})?\Z", "8 of A-Z and 0-9, or nothing")
PresetCode = Annotated[str, Meta(max_length=8, pattern=PRESET_CODE)]


class ValueDraft(Struct, frozen=True, kw_only=True):
    """A value of an option and its appearance; UNSET: left alone."""

    option_text: OptionValue
    option_image_file: str | UnsetType = UNSET
    option_color: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET


class LinkedValueDraft(ValueDraft, frozen=True, kw_only=True):
    """An option value with its linked picture, which only an update accepts."""

    option_link_image: str | UnsetType = UNSET


class OptionDraft(Struct, frozen=True, kw_only=True):
    """A new option and its values."""

    option_name: OptionName
    option_value: list[ValueDraft] = []
    option_display_type: DisplayType = "S"


class OptionUpdate(Struct, frozen=True, kw_only=True):
    """An option and its values after the update."""

    option_name: OptionName
    option_value: list[LinkedValueDraft] = []
    option_display_type: DisplayType = "S"


class OldValue(Struct, frozen=True, kw_only=True):
    option_text: str


class OldOption(Struct, frozen=True, kw_only=True):
    """The old name of an option; the one at the same index of `options` replaces it."""

    option_name: str
    option_value: list[OldValue] = []


class FileChange(Struct, frozen=True, kw_only=True):
    """The file buyers may attach; UNSET: left alone."""

    option_name: Annotated[str, Meta(max_length=MOST_OPTION_NAME)] | UnsetType = UNSET
    required: Flag | UnsetType = UNSET
    size_limit: Number | None | UnsetType = UNSET


class AdditionalOptionDraft(AdditionalOption, frozen=True, kw_only=True):
    """A text buyers may add, with the bounds of what is sent."""

    additional_option_name: OptionName


class LookChange(ShopParams, frozen=True, kw_only=True):
    """Appearance of options, and additional inputs of buyers; UNSET: left alone."""

    product_no: EntityNo
    option_list_type: ListType | UnsetType = UNSET
    select_one_by_option: Flag | UnsetType = UNSET
    option_preset_code: PresetCode | UnsetType = UNSET
    option_preset_name: Annotated[str, Meta(max_length=255)] | UnsetType = UNSET
    use_additional_option: Flag | UnsetType = UNSET
    additional_options: list[AdditionalOptionDraft] | UnsetType = UNSET
    use_attached_file_option: Flag | UnsetType = UNSET
    attached_file_option: FileChange | UnsetType = UNSET


class OptionsDraft(LookChange, frozen=True, kw_only=True):
    """The options to create for a product that has none."""

    has_option: Flag | UnsetType = UNSET
    option_type: OptionType | UnsetType = UNSET
    options: list[OptionDraft] = []


class OptionsUpdate(LookChange, frozen=True, kw_only=True):
    """The options of a product after the update."""

    options: list[OptionUpdate] | UnsetType = UNSET
    original_options: list[OldOption] | UnsetType = UNSET


class OptionsPath(ShopParams, frozen=True, kw_only=True):
    """Selects the options of a product, in the language of a shop."""

    product_no: EntityNo


class OptionsKey(Params, frozen=True, kw_only=True):
    """Selects the options of a product, in every language."""

    product_no: EntityNo
