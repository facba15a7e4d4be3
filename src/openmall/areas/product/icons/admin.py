"""The admin API's operations on icons."""

from openmall.areas.product.icons import rules
from openmall.areas.product.icons.shape import (
    AllIcons,
    Icon,
    IconPath,
    IconsChange,
    IconsDraft,
    IconsOf,
    ProductIcons,
    RemovedIcon,
)
from openmall.contract.operation import delete, get, listing, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

OPERATIONS = [
    listing(
        "products/icons",
        rules.list_all,
        takes=AllIcons,
        gives=Icon,
        key="icons",
        scope=READ_PRODUCT,
    ),
    get(
        "products/{product_no}/icons",
        rules.retrieve,
        takes=IconsOf,
        gives=ProductIcons,
        key="icons",
        scope=READ_PRODUCT,
    ),
    post(
        "products/{product_no}/icons",
        rules.put_up,
        takes=IconsDraft,
        gives=ProductIcons,
        key="icon",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/{product_no}/icons",
        rules.change,
        takes=IconsChange,
        gives=ProductIcons,
        key="icon",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "products/{product_no}/icons/{code}",
        rules.remove,
        takes=IconPath,
        gives=RemovedIcon,
        key="icon",
        scope=WRITE_PRODUCT,
    ),
]
