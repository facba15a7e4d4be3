"""The requests to the endpoints of an app's payment gateway, and the answers that are understood.

`docs/payment-gateways.md` documents them for developers. An answer with other fields than these is
understood; one whose fields have other types or lengths is not.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

MAX_ANSWER: Final = 16 * 1024
"""Bytes of an answer."""
AGE: Final = 300
"""Seconds before and after signing during which a callback is valid."""

Text = Annotated[str, Meta(max_length=200)]
Number = Annotated[str, Meta(max_length=100)]
Amount = Annotated[str, Meta(pattern=r"^[0-9]{1,13}(\.[0-9]{1,2})?\Z")]


class Payment(Struct, frozen=True, kw_only=True):
    """The body of a request about a payment."""

    type: Literal["payment.start", "payment.confirm", "payment.reconcile"]
    mall_id: str
    shop_no: int
    payment_id: str
    order_id: str
    amount: str
    """In units of the currency, with two decimals."""
    currency: str
    payment_method: str
    return_url: str = ""
    """Where the app takes the buyer afterwards; of a start only."""
    callback_url: str = ""
    """Where the app may say that there is a result; of a start only."""
    test: bool = False
    """A test from the console: no order belongs to it."""


class Refund(Struct, frozen=True, kw_only=True):
    """The body of a request to give a payment, or a part of it, back."""

    type: Literal["payment.refund"] = "payment.refund"
    mall_id: str
    shop_no: int
    refund_id: str
    payment_id: str
    transaction_id: str
    amount: str
    currency: str
    reason: str
    test: bool = False


class Started(Struct, frozen=True, kw_only=True):
    """The answer to `payment.start`."""

    state: Literal["created", "refused"]
    redirect_url: Annotated[str, Meta(max_length=2000)] = ""
    """Where the buyer pays; required for a created payment."""
    reason: Text = ""


class Reported(Struct, frozen=True, kw_only=True):
    """The answer to `payment.confirm` and `payment.reconcile`."""

    state: Literal["open", "approved", "declined"]
    amount: Amount = ""
    """What was taken; required for an approved payment."""
    currency: Annotated[str, Meta(max_length=3)] = ""
    transaction_id: Number = ""
    reason: Text = ""
    """Why it was declined, in words for the buyer."""


class Refunded(Struct, frozen=True, kw_only=True):
    """The answer to `payment.refund`."""

    state: Literal["succeeded", "pending", "refused"]
    transaction_id: Number = ""
    """The app's number of the refund."""
    reason: Text = ""


class AppCallback(Struct, frozen=True, kw_only=True):
    """The body of an app's callback."""

    payment_id: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


STARTED: Final = msgspec.json.Decoder(Started)
REPORTED: Final = msgspec.json.Decoder(Reported)
REFUNDED: Final = msgspec.json.Decoder(Refunded)
CALLBACK: Final = msgspec.json.Decoder(AppCallback)
ENCODER: Final = msgspec.json.Encoder()
