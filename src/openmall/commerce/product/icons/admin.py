"""The admin API's operations on icons."""

from typing import Final

from openmall.commerce.product.icons import rules as icon_rules
from openmall.commerce.product.icons.shape import (
    AllIcons,
    Icon,
    IconPath,
    IconsChange,
    IconsDraft,
    ProductIcons,
    ProductIconsPath,
    RemovedIcon,
)
from openmall.contract.resource import Resource

_ICONS: Final = Resource(ProductIcons, area="product", key="icon", listed="icons")

OPERATIONS = [
    _ICONS.giving(Icon).listing("products/icons", icon_rules.list_all, takes=AllIcons),
    _ICONS.get(
        "products/{product_no}/icons", icon_rules.retrieve, takes=ProductIconsPath, key="icons"
    ),
    _ICONS.post("products/{product_no}/icons", icon_rules.set_icons, takes=IconsDraft),
    _ICONS.put("products/{product_no}/icons", icon_rules.change, takes=IconsChange),
    _ICONS.giving(RemovedIcon).delete(
        "products/{product_no}/icons/{code}", icon_rules.remove, takes=IconPath
    ),
]
