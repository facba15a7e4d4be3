"""Migrated orders as apps read and send them."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.money import ZERO
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    LongText,
    Number,
    Offset8000,
    Order,
    ShopParams,
    ShortText,
    StartDate,
    UncheckedAmount,
)

MigratedId = Annotated[str, Meta(min_length=1, max_length=32)]
"""Number of the order in the other store."""
MemberId = Annotated[str, Meta(max_length=32)]
_LARGEST = 99_999_999_999_999
Spent = Annotated[int, Meta(ge=0, le=_LARGEST)]
Amount = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(_LARGEST)})]
OrderState = Annotated[str, Meta(max_length=20)]
"""State as the other store calls it."""
BankName = Annotated[str, Meta(max_length=64)]
OwnerName = Annotated[str, Meta(max_length=32)]
MethodName = Annotated[str, Meta(max_length=10)]
"""Payment method as the other store calls it."""


class MigratedBuyer(Struct, frozen=True, kw_only=True):
    """Who placed a migrated order."""

    name: str = ""
    zipcode: str = ""
    address: str = ""
    email: str = ""
    phone: str = ""
    cellphone: str = ""
    message: str = ""


class MigratedReceiver(Struct, frozen=True, kw_only=True):
    """Who got a migrated order."""

    name: str = ""
    zipcode: str = ""
    address: str = ""
    phone: str = ""
    cellphone: str = ""


class MigratedItem(Struct, frozen=True, kw_only=True):
    """An item of a migrated order, in words: it is not an item of this shop's stock."""

    order_item_code: str = ""
    product_no: int | None = None
    product_name: str = ""
    option: str = ""
    quantity: int = 1
    product_price: Decimal = ZERO
    payment_status: Flag = "F"
    order_status: str = ""
    payed_amount: Decimal = ZERO
    total_payed_amount: Decimal = ZERO


class MigratedOrder(Struct, frozen=True, kw_only=True):
    """An order of another store."""

    shop_no: int
    order_id: str
    order_date: datetime | None = None
    member_id: str = ""
    payment_status: Flag = "F"
    order_status: str = ""
    payed_amount: Decimal = ZERO
    bank_code_name: str = ""
    bank_account_owner_name: str = ""
    payment_method: str = ""
    mileage_used: Decimal = ZERO
    deposit_used: Decimal = ZERO
    buyer: MigratedBuyer = MigratedBuyer()
    receivers: list[MigratedReceiver] = []
    items: list[MigratedItem] = []


class BuyerChange(Struct, frozen=True, kw_only=True):
    """Fields of a buyer that are sent."""

    name: ShortText | UnsetType = UNSET
    zipcode: ShortText | UnsetType = UNSET
    address: ShortText | UnsetType = UNSET
    email: ShortText | UnsetType = UNSET
    phone: ShortText | UnsetType = UNSET
    cellphone: ShortText | UnsetType = UNSET
    message: LongText | UnsetType = UNSET


class ReceiverDraft(Struct, frozen=True, kw_only=True):
    """A receiver as it is sent."""

    name: ShortText | UnsetType = UNSET
    zipcode: ShortText | UnsetType = UNSET
    address: ShortText | UnsetType = UNSET
    phone: ShortText | UnsetType = UNSET
    cellphone: ShortText | UnsetType = UNSET


class ItemDraft(Struct, frozen=True, kw_only=True):
    """An item as it is sent."""

    product_no: EntityNo | UnsetType = UNSET
    product_name: ShortText | UnsetType = UNSET
    option: ShortText | UnsetType = UNSET
    quantity: Number | UnsetType = UNSET
    product_price: UncheckedAmount | UnsetType = UNSET
    payment_status: Flag | UnsetType = UNSET
    order_status: str | UnsetType = UNSET
    payed_amount: UncheckedAmount | UnsetType = UNSET
    total_payed_amount: UncheckedAmount | UnsetType = UNSET


class ItemChange(ItemDraft, frozen=True, kw_only=True):
    """An item that is changed, or, without its code, added."""

    order_item_code: str | UnsetType = UNSET


class MigratedPath(ShopParams, frozen=True, kw_only=True):
    """One migrated order."""

    order_id: MigratedId


class _Written(MigratedPath, frozen=True, kw_only=True):
    """What creating and updating have in common."""

    order_date: StartDate | UnsetType = UNSET
    member_id: MemberId | UnsetType = UNSET
    mileage_used: Spent | UnsetType = UNSET
    deposit_used: Spent | UnsetType = UNSET
    order_status: OrderState | UnsetType = UNSET
    payed_amount: Amount | UnsetType = UNSET
    bank_code_name: BankName | UnsetType = UNSET
    bank_account_owner_name: OwnerName | UnsetType = UNSET
    payment_method: MethodName | UnsetType = UNSET
    buyer: BuyerChange | UnsetType = UNSET
    receivers: list[ReceiverDraft] | UnsetType = UNSET


class MigratedDraft(_Written, frozen=True, kw_only=True):
    """An order of another store that is brought here."""

    payment_status: Flag = "F"
    items: list[ItemDraft] | UnsetType = UNSET


class MigratedChange(_Written, frozen=True, kw_only=True):
    """A change of a migrated order."""

    payment_status: Flag | UnsetType = UNSET
    items: list[ItemChange] | UnsetType = UNSET


class MigratedQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and page of migrated orders."""

    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    order_id: str | UnsetType = UNSET
    order_status: str | UnsetType = UNSET
    payment_status: str | UnsetType = UNSET
    buyer_name: str | UnsetType = UNSET
    member_id: str | UnsetType = UNSET
    receiver_name: str | UnsetType = UNSET
    """Name of the first receiver."""
    buyer_cellphone: str | UnsetType = UNSET
    buyer_phone: str | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10
    order: Order = "desc"
    sort: Literal["order_date", "paid_amount"] = "order_date"
