"""Shapes of the carriers of a shop, and of what calls send about them."""

from decimal import Decimal
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.manufacturers import EMAIL
from openmall.commerce.shipping.carrier_fees import FeesDraft, OwnFees
from openmall.commerce.shipping.carrier_terms import CarrierFees, ExpressSender
from openmall.contract import patterns
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.portable_patterns import SPACES
from openmall.contract.shipping import Fee, Scope

URL: Final = patterns.pattern(
    rf"^(https?://[^{SPACES}<>\"']+)?\Z", "a URL that begins with http:// or https://"
)
"""An address a browser may be sent to; empty is none."""
TrackUrl = Annotated[str, Meta(max_length=255, pattern=URL)]
Phone = Annotated[str, Meta(max_length=16)]
Email = Annotated[str, Meta(max_length=255, pattern=EMAIL)]
Text80 = Annotated[str, Meta(max_length=80)]
Text255 = Annotated[str, Meta(max_length=255)]


class Link(Struct, frozen=True, kw_only=True):
    rel: str
    href: str


class Carrier(Struct, frozen=True, kw_only=True):
    """A carrier of one shop."""

    shop_no: int
    carrier_id: int
    shipping_carrier_code: str
    shipping_carrier: str = ""
    track_shipment_url: str | None = None
    """Tracking address: `{number}` is replaced with the tracking number; without it the number is
    appended.
    """
    shipping_type: Scope = "B"
    contact: str = ""
    secondary_contact: str = ""
    email: str = ""
    default_shipping_fee: Decimal | None = None
    homepage_url: str = ""
    default_shipping_carrier: Flag = "F"
    shipping_fee_setting: Flag | UnsetType = UNSET
    """T: it has fees of its own, which are charged while it is the default carrier."""
    shipping_fee_setting_detail: CarrierFees | UnsetType = UNSET
    """The fees of its own, else those of the shop."""
    express_exception_setting: ExpressSender | UnsetType = UNSET
    """The sender of parcels, from the profile of the shop."""
    links: list[Link] = []
    own_fees: OwnFees | UnsetType = UNSET
    """As they are stored; `shipping_fee_setting_detail` answers them."""


class CarrierPath(ShopParams, frozen=True, kw_only=True):
    carrier_id: EntityNo


class CarrierDraft(ShopParams, frozen=True, kw_only=True):
    shipping_carrier_code: str
    contact: Phone
    email: Email
    shipping_carrier: Text80 | UnsetType = UNSET
    """Name of the carrier; default: the name of a built-in carrier."""
    track_shipment_url: TrackUrl | UnsetType = UNSET
    secondary_contact: Phone | UnsetType = UNSET
    default_shipping_fee: Fee | UnsetType = UNSET
    homepage_url: Text255 | UnsetType = UNSET
    shipping_fee_setting: Flag = "F"
    """T: the fees of `shipping_fee_setting_detail` are charged while it is the default carrier."""
    shipping_fee_setting_detail: FeesDraft | UnsetType = UNSET


class CarrierChange(CarrierPath, frozen=True, kw_only=True):
    default_shipping_carrier: Flag | UnsetType = UNSET


class CarrierDetails(CarrierPath, frozen=True, kw_only=True):
    """What the back office changes of a carrier besides."""

    shipping_carrier: Text80 | UnsetType = UNSET
    track_shipment_url: TrackUrl | UnsetType = UNSET
    contact: Phone | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    shipping_fee_setting: Flag | UnsetType = UNSET
    shipping_fee_setting_detail: FeesDraft | UnsetType = UNSET
    """Goes with `shipping_fee_setting` T. Fees abroad that it leaves out stay as they are."""


class CarrierRemoval(CarrierPath, frozen=True, kw_only=True):
    delete_default_carrier: Flag = "F"
    """Delete it even if it is the default; the oldest other carrier becomes that."""
