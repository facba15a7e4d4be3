"""The operations on users of suppliers."""

from openmall.areas.supply.users import rules
from openmall.areas.supply.users.shape import (
    SupplierUser,
    UserChange,
    UserDraft,
    UserFilters,
    UserInShop,
    UserInShopPath,
    UserPath,
    UserQuery,
)
from openmall.contract.operation import count, delete, get, listing, post, put
from openmall.contract.scopes import READ_SUPPLY, WRITE_SUPPLY

_LISTED = (
    "user_id",
    "supplier_code",
    "supplier_name",
    "permission_category_select",
    "permission_product_modify",
    "permission_product_display",
    "permission_product_selling",
    "permission_product_delete",
    "permission_board_manage",
    "permission_amount_inquiry",
    "permission_order_menu",
)

OPERATIONS = [
    listing(
        "suppliers/users",
        rules.list_users,
        takes=UserQuery,
        gives=UserInShop,
        key="users",
        scope=READ_SUPPLY,
        limit=10,
        shows=_LISTED,
    ),
    count(
        "suppliers/users/count",
        rules.count_users,
        takes=UserFilters,
        scope=READ_SUPPLY,
        limit=10,
    ),
    get(
        "suppliers/users/{user_id}",
        rules.retrieve_user,
        takes=UserInShopPath,
        gives=UserInShop,
        key="user",
        scope=READ_SUPPLY,
        limit=10,
    ),
    post(
        "suppliers/users",
        rules.create_user,
        takes=UserDraft,
        gives=SupplierUser,
        key="user",
        scope=WRITE_SUPPLY,
        prepare=rules.hashed,
    ),
    put(
        "suppliers/users/{user_id}",
        rules.change_user,
        takes=UserChange,
        gives=SupplierUser,
        key="user",
        scope=WRITE_SUPPLY,
        prepare=rules.hashed,
    ),
    delete(
        "suppliers/users/{user_id}",
        rules.delete_user,
        takes=UserPath,
        gives=SupplierUser,
        key="user",
        scope=WRITE_SUPPLY,
        shows=("user_id",),
    ),
]
