"""The admin API's operations on the options of a product."""

from typing import Final

from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.options.takes import (
    OptionsDraft,
    OptionsKey,
    OptionsPath,
    OptionsUpdate,
)
from openmall.commerce.product.variants.shape import ProductOptions
from openmall.contract.resource import Resource

_PATH = "products/{product_no}/options"
_NOT_ECHOED = {"select_one_by_option", "option_preset_name"}

_OPTION: Final = Resource(ProductOptions, area="product", key="option")

OPERATIONS = [
    _OPTION.get(_PATH, option_rules.retrieve, takes=OptionsPath),
    _OPTION.post(_PATH, option_rules.create, takes=OptionsDraft),
    _OPTION.put(
        _PATH,
        option_rules.change,
        takes=OptionsUpdate,
        shows=tuple(n for n in ProductOptions.__struct_fields__ if n not in _NOT_ECHOED),
    ),
    _OPTION.delete(_PATH, option_rules.remove, takes=OptionsKey, shows=("product_no",)),
]
