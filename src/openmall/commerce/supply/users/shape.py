"""Users of suppliers as apps see them, and the parameters of their operations."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.manufacturers import EMAIL
from openmall.contract import patterns
from openmall.contract.codes import Code
from openmall.contract.params import (
    Flag,
    Limit100,
    Offset8000,
    Params,
    ShopNo,
    ShopParams,
    ShortText,
)

UserId = Annotated[
    str, Meta(min_length=4, max_length=16, pattern=patterns.SMALL_LETTERS_AND_DIGITS)
]
AnyCase = Annotated[str, Meta(min_length=4, max_length=16, pattern=patterns.LETTERS_AND_DIGITS)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
Email = Annotated[str, Meta(max_length=255, pattern=EMAIL)]


class UserName(Struct, frozen=True, kw_only=True):
    """Name of a user in one shop."""

    shop_no: ShopNo
    user_name: str


class NickName(Struct, frozen=True, kw_only=True):
    """Nickname of a user in one shop, for messages to customers."""

    shop_no: ShopNo
    nick_name: str


class _Permissions(Struct, frozen=True, kw_only=True):
    permission_shop_no: list[int] = []
    permission_category_select: Flag = "T"
    permitted_category_list: list[int] = []
    """Categories the user may file goods into; empty: all."""
    permission_product_modify: Flag = "T"
    permission_product_display: Flag = "T"
    permission_product_selling: Flag = "T"
    permission_product_delete: Flag = "T"
    permission_board_manage: Flag = "F"
    permission_amount_inquiry: Flag = "F"
    permission_order_menu: Flag = "T"
    permission_order_cs: Flag = "F"
    permission_order_refund: Flag = "F"
    permission_delivery_fee_inquiry: Flag = "F"


class SupplierUser(_Permissions, frozen=True, kw_only=True):
    """A user of a supplier; the defaults are what a new one has."""

    user_id: str
    supplier_code: str
    user_name: list[UserName] = []
    nick_name: list[NickName] = []
    use_nick_name_icon: Flag = "F"
    use_writer_name_icon: Flag = "F"
    email: str = ""
    phone: str = ""


class UserInShop(_Permissions, frozen=True, kw_only=True):
    """A user of a supplier in one language."""

    user_id: str
    supplier_code: str
    supplier_name: str
    user_name: str
    nick_name: str
    nick_name_icon_type: Literal["D", "S"] = "D"
    """D as openmall draws it, S a picture of one's own."""
    nick_name_icon_url: str = ""
    use_nick_name_icon: Flag
    use_writer_name_icon: Flag
    email: str
    phone: str


class UserFilters(ShopParams, frozen=True, kw_only=True):
    user_id: AnyCase | UnsetType = UNSET
    supplier_code: Annotated[str, Meta(max_length=8)] | UnsetType = UNSET
    supplier_name: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""


class UserQuery(UserFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class UserInShopPath(ShopParams, frozen=True, kw_only=True):
    user_id: AnyCase


class UserPath(Params, frozen=True, kw_only=True):
    user_id: UserId


class _Sent(Params, frozen=True, kw_only=True):
    user_name: list[UserName] | UnsetType = UNSET
    nick_name: list[NickName] | UnsetType = UNSET
    password: Password | UnsetType = UNSET
    use_nick_name_icon: Flag | UnsetType = UNSET
    use_writer_name_icon: Flag | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    phone: ShortText | UnsetType = UNSET
    permission_shop_no: list[int] | UnsetType = UNSET
    permission_category_select: Flag | UnsetType = UNSET
    permitted_category_list: list[int] | UnsetType = UNSET
    permission_product_modify: Flag | UnsetType = UNSET
    permission_product_display: Flag | UnsetType = UNSET
    permission_product_selling: Flag | UnsetType = UNSET
    permission_product_delete: Flag | UnsetType = UNSET
    permission_board_manage: Flag | UnsetType = UNSET
    permission_order_menu: Flag | UnsetType = UNSET
    permission_amount_inquiry: Flag | UnsetType = UNSET
    permission_order_cs: Flag | UnsetType = UNSET
    permission_order_refund: Flag | UnsetType = UNSET
    permission_delivery_fee_inquiry: Flag | UnsetType = UNSET


class UserDraft(_Sent, frozen=True, kw_only=True):
    user_id: UserId
    supplier_code: Code
    password: Password
    permission_shop_no: list[int]


class UserChange(_Sent, frozen=True, kw_only=True):
    user_id: UserId
