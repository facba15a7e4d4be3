"""Cash receipts as apps read and send them.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.orders.takes import OrderId
from openmall.contract.params import EndDate, EntityNo, Offset8000, ShopParams, StartDate

Kind = Literal["personal", "business"]
Status = Literal["request", "issued", "canceled_request", "canceled_issuance", "failed_issuance"]
Shipped = Literal["unpaid", "unshipped", "shipping", "shipped", "partially_canceled", "canceled"]
CompanyNo = Annotated[str, Meta(max_length=10)]
Cellphone = Annotated[str, Meta(max_length=11)]
Text20 = Annotated[str, Meta(max_length=20)]
Limit500 = Annotated[int, Meta(ge=1, le=500)]


class Receipt(Struct, frozen=True, kw_only=True):
    """A receipt as it is stored."""

    shop_no: int
    cashreceipt_no: int
    order_id: str
    type: Kind
    company_registration_no: str | None
    cellphone: str
    approval_no: str = ""
    """Assigned by the issuer."""
    status: Status = "request"
    request_date: int
    tax_amount: int
    """The taxed amount, including the tax."""
    tax_free_amount: int
    vat: int


class ReceiptsQuery(ShopParams, frozen=True, kw_only=True):
    start_date: StartDate
    end_date: EndDate
    order_id: list[str] | UnsetType = UNSET
    approval_no: Annotated[str, Meta(max_length=9)] | UnsetType = UNSET
    name: Text20 | UnsetType = UNSET
    member_id: Text20 | UnsetType = UNSET
    status: Literal[
        "all", "request", "issued", "canceled_request", "canceled_issuance", "failed_issuance"
    ] = "all"
    limit: Limit500 = 10
    offset: Offset8000 = 0


class ReceiptDraft(ShopParams, frozen=True, kw_only=True):
    order_id: OrderId
    type: Kind
    company_registration_no: CompanyNo | UnsetType = UNSET
    cellphone: Cellphone | UnsetType = UNSET


class ReceiptPath(ShopParams, frozen=True, kw_only=True):
    cashreceipt_no: EntityNo
    order_id: OrderId


class ReceiptChange(ReceiptPath, frozen=True, kw_only=True):
    type: Kind | UnsetType = UNSET
    company_registration_no: CompanyNo | UnsetType = UNSET
    cellphone: Cellphone | UnsetType = UNSET


class ReceiptCancellation(ReceiptPath, frozen=True, kw_only=True):
    type: Literal["request", "issue"]
    """Withdrawal of a request, or of an issued receipt."""


class ListedReceipt(Struct, frozen=True, kw_only=True):
    """A receipt and the order it is for."""

    cashreceipt_no: int
    approval_no: str
    request_date: date
    order_id: str
    member_id: str
    name: str
    order_price_amount: Decimal
    vat: Decimal
    subtotal: Decimal
    order_status: Shipped
    status: Status
    pg_name: str
    """Payment gateway of the order; empty: it was paid without one."""


class ChangedReceipt(Struct, frozen=True, kw_only=True):
    """A receipt and the tax in what it is about."""

    cashreceipt_no: int
    approval_no: str
    order_id: str
    type: Kind
    company_registration_no: str | None
    cellphone: str
    tax_amount: Decimal
    tax_free_amount: Decimal
    supply_price: Decimal
    vat: Decimal


class CancelledReceipt(Struct, frozen=True, kw_only=True):
    cashreceipt_no: int
    order_id: str
    status: Status
