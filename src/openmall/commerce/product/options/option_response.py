"""A product's options as every operation answers them."""

from openmall.commerce.product import pictures
from openmall.commerce.product.options.store import Look, OptionLook, ValueLook
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.variants.shape import Option, Options, OptionValue
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.params import Flag


def as_options(call: Call, product: ListedProduct, names: list[OptionNames], look: Look) -> Options:
    """Return the options of a product; lists do not know all of it."""
    option_type: str = "T"
    select_one: Flag = "F"
    if isinstance(product, Product):
        option_type, select_one = product.option_type, product.select_one_by_option
    return Options(
        has_option="T" if names else "F",
        option_type=option_type if names else "F",
        option_list_type=look.option_list_type,
        option_preset_code=look.option_preset_code,
        options=[_option(call, each, look.options.get(each.name, OptionLook())) for each in names],
        select_one_by_option=select_one,
        option_preset_name=look.option_preset_name,
        use_additional_option=look.use_additional_option,
        additional_options=look.additional_options,
        use_attached_file_option=look.use_attached_file_option,
        attached_file_option=look.attached_file_option,
    )


def _option(call: Call, names: OptionNames, look: OptionLook) -> Option:
    return Option(
        option_name=names.name,
        option_value=[
            _value(call, text, look.values.get(text, ValueLook())) for text in names.values
        ],
        option_display_type=look.option_display_type,
    )


def _value(call: Call, text: str, look: ValueLook) -> OptionValue:
    return OptionValue(
        option_text=text,
        option_image_file=pictures.address(call, look.option_image_file),
        option_link_image=pictures.address(call, look.option_link_image),
        option_color=look.option_color,
    )
