"""The admin API's operations on the options of a product."""

from openmall.areas.product.options import rules
from openmall.areas.product.options.takes import (
    OptionsDraft,
    OptionsKey,
    OptionsPath,
    OptionsUpdate,
)
from openmall.areas.product.variants.shape import OptionsOf
from openmall.contract.operation import delete, get, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

_PATH = "products/{product_no}/options"
_NOT_ECHOED = {"select_one_by_option", "option_preset_name"}

OPERATIONS = [
    get(
        _PATH,
        rules.retrieve,
        takes=OptionsPath,
        gives=OptionsOf,
        key="option",
        scope=READ_PRODUCT,
    ),
    post(
        _PATH,
        rules.create,
        takes=OptionsDraft,
        gives=OptionsOf,
        key="option",
        scope=WRITE_PRODUCT,
    ),
    put(
        _PATH,
        rules.change,
        takes=OptionsUpdate,
        gives=OptionsOf,
        key="option",
        scope=WRITE_PRODUCT,
        shows=tuple(n for n in OptionsOf.__struct_fields__ if n not in _NOT_ECHOED),
    ),
    delete(
        _PATH,
        rules.remove,
        takes=OptionsKey,
        gives=OptionsOf,
        key="option",
        scope=WRITE_PRODUCT,
        shows=("product_no",),
    ),
]
