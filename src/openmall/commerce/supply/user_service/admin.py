"""The operations on users of suppliers."""

from typing import Final

from openmall.commerce.supply.user_service import rules as supplier_user_rules
from openmall.commerce.supply.users.shape import (
    SupplierUser,
    UserChange,
    UserDraft,
    UserFilters,
    UserInShop,
    UserInShopPath,
    UserPath,
    UserQuery,
)
from openmall.contract.resource import Resource

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

_USERS: Final = Resource(SupplierUser, area="supply", key="user", listed="users")

OPERATIONS = [
    _USERS.giving(UserInShop).listing(
        "suppliers/users", supplier_user_rules.list_users, takes=UserQuery, limit=10, shows=_LISTED
    ),
    _USERS.count(
        "suppliers/users/count", supplier_user_rules.count_users, takes=UserFilters, limit=10
    ),
    _USERS.giving(UserInShop).get(
        "suppliers/users/{user_id}",
        supplier_user_rules.retrieve_user,
        takes=UserInShopPath,
        limit=10,
    ),
    _USERS.post(
        "suppliers/users",
        supplier_user_rules.create_user,
        takes=UserDraft,
        prepare=supplier_user_rules.hashed,
    ),
    _USERS.put(
        "suppliers/users/{user_id}",
        supplier_user_rules.change_user,
        takes=UserChange,
        prepare=supplier_user_rules.hashed,
    ),
    _USERS.delete(
        "suppliers/users/{user_id}",
        supplier_user_rules.delete_user,
        takes=UserPath,
        shows=("user_id",),
    ),
]
