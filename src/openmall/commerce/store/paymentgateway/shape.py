"""What is answered of payment gateways and of the payment methods they offer."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

FeeType = Literal["PRE", "PAD", "FREE"]
"""PRE paid in advance, PAD paid later, FREE nothing to pay."""
LimitType = Literal["A", "M"]
"""Whom the gateway serves: A everybody, M account holders only."""
ReviewStatus = Literal["AWAITING_PAYMENT", "PENDING_REVIEW", "APPROVED"]
"""How far the gateway's own review of the shop has come."""
PaymentMethod = Literal["card", "tcash", "icash", "cell", "cvs", "deferpay", "etc"]
"""card, tcash bank transfer, icash virtual account, cell mobile phone, cvs convenience store,
deferpay pay later, etc anything else."""


class Information(Struct, frozen=True, kw_only=True):
    """Something more a gateway wants to keep with a shop, by a name of its own."""

    key: str
    value: str


AdditionalInformation = Annotated[list[Information], Meta(max_length=5)]


class Gateway(Struct, frozen=True, kw_only=True):
    """An app that takes payments for one shop of the mall."""

    shop_no: int
    partner_id: str
    """What the gateway calls the shop."""
    client_id: str
    """The app that registered it."""
    additional_information: list[Information] = []
    membership_fee_type: FeeType | None = None
    """None as long as nobody said it."""
    service_limit_type: LimitType = "A"
    review_status: ReviewStatus = "AWAITING_PAYMENT"


class GatewayMethod(Struct, frozen=True, kw_only=True):
    """A way to pay that a gateway offers at checkout."""

    client_id: str
    payment_method_code: str
    """What the gateway calls it; no two of a gateway share one."""
    payment_method: PaymentMethod
    payment_method_name: str
    payment_method_url: str
    """Picture shown beside the name."""
    available_shop_no: str
    """Shops that offer it: their numbers in ascending order, parted by commas."""
