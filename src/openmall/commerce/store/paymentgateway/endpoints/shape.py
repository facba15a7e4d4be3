"""Responses about the endpoints of an app's payment gateway, and the parameters of an update."""

from typing import Annotated

from msgspec import Meta, Struct

from openmall.commerce.store.paymentgateway.takes import ClientId
from openmall.contract import patterns
from openmall.contract.params import Flag, Params

ENDPOINT = patterns.pattern(r"^https?://[^\x00-\x20#]+\Z", "an http or https address")
Url = Annotated[str, Meta(max_length=500, pattern=ENDPOINT)]


class Endpoints(Struct, frozen=True, kw_only=True):
    """Where openmall calls the app of a payment gateway."""

    client_id: str
    start_url: str
    """Called when a buyer goes to pay; returns the address of the payment page."""
    confirm_url: str
    """Called when the buyer comes back or the app calls back; may take the payment."""
    refund_url: str
    """Called to give a payment, or a part of it, back."""
    reconciliation_url: str
    """Called for the result of a payment that was not reported; never takes a payment."""
    secret: str | None = None
    """The key of the signatures; shown only when it is new."""


class EndpointsPath(Params, frozen=True, kw_only=True):
    """Selects the endpoints of a gateway."""

    client_id: ClientId


class EndpointsChange(EndpointsPath, frozen=True, kw_only=True):
    """The endpoints of a gateway; all of them."""

    start_url: Url
    confirm_url: Url
    refund_url: Url
    reconciliation_url: Url
    new_secret: Flag = "F"  # noqa: S105 # a flag
    """T: replace the key of the signatures; the earlier one signs along for a day."""
