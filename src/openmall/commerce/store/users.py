"""The managers of a mall: who may sign in to its back office, and may do what there; read only.

Specification: "Users". The operator lets them in with `openmall manager`. Head admins and sub
admins may do everything; the users of suppliers are an area of their own.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.access.malls import rules as mall_rules
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.params import Flag, Params, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database.text_search.word_search import has_words

AdminType = Literal["P", "A"]
"""P head admin, A sub admin."""
SUPPLIER: Final = "S"
SearchType = Literal["member_Id", "name"]
"""Field searched for a keyword: user id or name."""


class User(Struct, frozen=True, kw_only=True):
    """A manager in the list."""

    user_id: str
    user_name: str
    phone: str
    email: str
    ip_restriction_type: Literal["A", "F"] = "F"
    """F: a manager may sign in from anywhere."""
    admin_type: str
    last_login_date: datetime | None


class UserQuery(Params, frozen=True, kw_only=True):
    search_type: SearchType = "member_Id"
    keyword: str | UnsetType = UNSET
    admin_type: AdminType | UnsetType = UNSET


class UserPath(ShopParams, frozen=True, kw_only=True):
    user_id: str


class NameIcons(Struct, frozen=True, kw_only=True):
    """Display of a manager's name on boards."""

    admin_grade_icon: Flag = "F"
    nick_name_icon: Flag = "F"
    writer_name_icon: Flag = "F"


class Authority(Struct, frozen=True, kw_only=True):
    """Access of a manager to a part of the shop; it covers all of its pages."""

    authority: bool = True
    detail_setting: dict[str, str] = {}


class MenuAuthority(Struct, frozen=True, kw_only=True):
    order: Authority = Authority()
    product: Authority = Authority()


class ProductAuthority(Struct, frozen=True, kw_only=True):
    """Permissions of a manager on products."""

    modify_product_info: str | None = None
    """None: all of it."""
    edit_product_category: Flag = "T"
    remove_product_info: Flag = "T"
    change_product_sale_status: Flag = "T"
    change_product_display_status: Flag = "T"
    edit_product_display_reservation: Flag = "T"
    download_product_excel_data_in_menu: Flag = "T"
    show_product_supply_business: Flag = "T"
    edit_product_supply_business: Flag = "T"
    edit_product_supply_production_cost: Flag = "T"
    show_supplier_product_name: Flag = "T"
    edit_product_manufacturer_info: Flag = "T"
    show_product_delivery_count: Flag = "T"
    show_product_sales_count: Flag = "T"


class OrderAuthority(Struct, frozen=True, kw_only=True):
    """Permissions of a manager on orders, and restrictions on the visible data."""

    restrict_searching_order_info: Flag = "F"
    restrict_searching_personal_info: Flag = "F"
    restrict_printing_in_menu: Flag = "F"
    check_payment: Flag = "T"
    cancel_credit_payment: Flag = "T"
    cancel_easypay_b_point_payment: Flag = "T"
    cancel_affiliated_gift_certificate_payment: Flag = "T"
    cancel_affiliation_point_payment: Flag = "T"
    cancel_order: Flag = "T"
    return_product: Flag = "T"
    exchange_product: Flag = "T"
    accept_refunding_product: Flag = "T"
    handle_refunding_product: Flag = "T"
    edit_order_memo: Flag = "T"
    download_order_data_in_menu: Flag = "T"
    show_dashboard_order_info: Flag = "T"
    show_total_ordered_amount: Flag = "T"
    show_integration_balance: Flag = "T"
    cancel_withdrawal: Flag = "T"
    exchange_withdrawal: Flag = "T"
    return_withdrawal: Flag = "T"
    refund_withdrawal: Flag = "T"


class DetailAuthority(Struct, frozen=True, kw_only=True):
    product: ProductAuthority = ProductAuthority()
    order: OrderAuthority = OrderAuthority()


class Addresses(Struct, frozen=True, kw_only=True):
    """The addresses a manager may sign in from; not in use: from any."""

    usage: Flag = "F"
    registered_ip_list: list[str] = []


class UserDetails(Struct, frozen=True, kw_only=True):
    """A manager, and what they may do."""

    shop_no: int
    admin_type: str
    user_name: str
    nick_name: str = ""
    nick_name_icon_type: Literal["D", "S"] = "D"
    """D the usual icon, S one of their own."""
    nick_name_icon_url: str = ""
    board_exposure_setting: NameIcons = NameIcons()
    phone: str
    email: str
    memo: str = ""
    available: Flag = "T"
    """A user who can no longer sign in is not listed."""
    multishop_access_authority: Flag = "T"
    menu_access_authority: MenuAuthority = MenuAuthority()
    detail_authority_setting: DetailAuthority = DetailAuthority()
    ip_access_restriction: Addresses = Addresses()
    access_permission: Flag = "F"


async def list_users(call: Call, query: UserQuery) -> Sequence[User]:
    """List all users, by user id. A keyword is found anywhere, in capitals or not."""
    return [
        User(
            user_id=each.user_id,
            user_name=each.name,
            phone=each.phone or "",
            email=each.email or "",
            admin_type=each.manager_type,
            last_login_date=None if each.last_login_at is None else moment(each.last_login_at),
        )
        for each in await mall_rules.managers(call.db)
        if each.manager_type != SUPPLIER and _wanted(each, query)
    ]


async def retrieve(call: Call, params: UserPath) -> UserDetails:
    """Retrieve user details."""
    found = await mall_rules.manager(call.db, params.user_id)
    if found is None or found.manager_type == SUPPLIER:
        raise NotFound(DOES_NOT_EXIST, parameter="user_id", resource=Phrase("user"))
    return UserDetails(
        shop_no=call.shop_no,
        admin_type=found.manager_type,
        user_name=found.name,
        phone=found.phone or "",
        email=found.email or "",
    )


def _wanted(manager: mall_rules.Manager, query: UserQuery) -> bool:
    if query.admin_type not in (UNSET, manager.manager_type):
        return False
    if not isinstance(query.keyword, str):
        return True
    text = manager.user_id if query.search_type == "member_Id" else manager.name
    return has_words(text, query.keyword)


_USERS: Final = Resource(User, area="store", key="user", listed="users")

OPERATIONS = [
    _USERS.listing("users", list_users, takes=UserQuery),
    _USERS.giving(UserDetails).get("users/{user_id}", retrieve, takes=UserPath),
]
