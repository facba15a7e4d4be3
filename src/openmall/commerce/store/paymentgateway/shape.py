"""Responses about payment gateways and their payment methods."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

FeeType = Literal["PRE", "PAD", "FREE"]
"""PRE paid in advance, PAD paid later, FREE nothing to pay."""
LimitType = Literal["A", "M"]
"""Customers of the gateway: A everybody, M account holders only."""
ReviewStatus = Literal["AWAITING_PAYMENT", "PENDING_REVIEW", "APPROVED"]
"""Progress of the gateway's own review of the shop."""
PaymentMethod = Literal["card", "tcash", "icash", "cell", "cvs", "deferpay", "etc"]
"""card, tcash bank transfer, icash virtual account, cell mobile phone, cvs convenience store,
deferpay pay later, etc anything else."""


class Information(Struct, frozen=True, kw_only=True):
    """Additional data that a gateway stores with a shop, by a name of its own."""

    key: str
    value: str


AdditionalInformation = Annotated[list[Information], Meta(max_length=5)]


class Gateway(Struct, frozen=True, kw_only=True):
    """An app that takes payments for one shop of the mall."""

    shop_no: int
    partner_id: str
    """Identifier of the shop at the gateway."""
    client_id: str
    """The app that registered it."""
    additional_information: list[Information] = []
    membership_fee_type: FeeType | None = None
    """None: not set."""
    service_limit_type: LimitType = "A"
    review_status: ReviewStatus = "AWAITING_PAYMENT"


class GatewayMethod(Struct, frozen=True, kw_only=True):
    """A way to pay that a gateway offers at checkout."""

    client_id: str
    payment_method_code: str
    """Code of the method at the gateway; unique within the gateway."""
    payment_method: PaymentMethod
    payment_method_name: str
    payment_method_url: str
    """Picture shown beside the name."""
    available_shop_no: str
    """Shops that offer it: their numbers in ascending order, parted by commas."""
