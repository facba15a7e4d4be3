"""Parameters of charges."""

from decimal import Decimal
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.application.appstore.shape import Currency
from openmall.contract import patterns
from openmall.contract.params import LARGEST_INTEGER, EndDate, Flag, Params, StartDate

RETURN_URL: Final = patterns.pattern(
    r"^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?\Z",
    "an https:// address, percent-encoded",
)
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Amount = Annotated[Decimal, Meta(extra={"ge": Decimal(1), "le": Decimal(LARGEST_INTEGER)})]
ReturnUrl = Annotated[str, Meta(max_length=250, pattern=RETURN_URL)]
Limit50 = Annotated[int, Meta(ge=1, le=50)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]


class OrderDraft(Params, frozen=True, kw_only=True):
    order_name: Name
    order_amount: Amount
    return_url: ReturnUrl
    automatic_payment: Flag = "F"


class OrderPath(Params, frozen=True, kw_only=True):
    order_id: str


class PaymentFilters(Params, frozen=True, kw_only=True):
    order_id: list[str] | UnsetType = UNSET
    start_date: StartDate
    end_date: EndDate
    currency: Currency | UnsetType = UNSET


class PaymentQuery(PaymentFilters, frozen=True, kw_only=True):
    limit: Limit50 = 20
    offset: Offset10000 = 0
