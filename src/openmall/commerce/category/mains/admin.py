"""The admin API's operations on main display groups."""

from typing import Final

from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.category.mains.shape import Main, MainChange, MainDraft, MainPath
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_MAINS: Final = Resource(Main, area="category", key="main", listed="mains")

OPERATIONS = [
    _MAINS.listing(
        "mains",
        main_rules.listing,
        takes=ShopParams,
        shows=("shop_no", "module_code", "display_group", "group_name", "soldout_sort_type"),
    ),
    _MAINS.post("mains", main_rules.create, takes=MainDraft),
    _MAINS.put("mains/{display_group}", main_rules.change, takes=MainChange),
    _MAINS.delete(
        "mains/{display_group}", main_rules.delete, takes=MainPath, shows=("display_group",)
    ),
]
