"""The admin API's operations on main display groups."""

from openmall.areas.category.mains import rules
from openmall.areas.category.mains.shape import Main, MainChange, MainDraft, MainPath
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_CATEGORY, WRITE_CATEGORY

OPERATIONS = [
    listing(
        "mains",
        rules.listing,
        takes=ShopParams,
        gives=Main,
        key="mains",
        scope=READ_CATEGORY,
        shows=("shop_no", "module_code", "display_group", "group_name", "soldout_sort_type"),
    ),
    post("mains", rules.create, takes=MainDraft, gives=Main, key="main", scope=WRITE_CATEGORY),
    put(
        "mains/{display_group}",
        rules.change,
        takes=MainChange,
        gives=Main,
        key="main",
        scope=WRITE_CATEGORY,
    ),
    delete(
        "mains/{display_group}",
        rules.delete,
        takes=MainPath,
        gives=Main,
        key="main",
        scope=WRITE_CATEGORY,
        shows=("display_group",),
    ),
]
