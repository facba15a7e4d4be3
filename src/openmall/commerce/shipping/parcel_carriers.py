"""The carrier of a parcel: its name, and where the parcel is tracked.

A parcel has the code of its carrier, and the number of one of the shop's where the shop has it.
One rule serves the shop's pages, the back office and messages: the carrier of the shop counts, else
the built-in one with the code, else the name that its items have kept.
"""

from collections.abc import Sequence

from msgspec import Struct

from openmall.commerce.shipping.builtin_carriers import CARRIERS, OWN
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.commerce.shipping.refusals import CARRIER_HAS_OTHER_CODE
from openmall.commerce.shipping.tracking_addresses import tracking_link
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH


class ParcelCarrier(Struct, frozen=True, kw_only=True):
    """The carrier of a parcel."""

    carrier_id: int = 0
    """Number of the shop's carrier; 0: it is none of the shop's."""
    name: str = ""
    """Empty: nothing is known of it but its code."""
    address: str | None = None
    """Its tracking address."""

    def link(self, tracking_no: str) -> str:
        """Return the address at which a parcel is tracked; empty: there is none."""
        return tracking_link(self.address, tracking_no)


def chosen(known: Sequence[Carrier], code: str) -> ParcelCarrier:
    """Return the carrier that a code names: one of the shop (`known`), else a built-in one.

    Of several of the shop it is the default, else the oldest.
    """
    own = [each for each in known if each.shipping_carrier_code == code]
    own.sort(key=lambda each: each.default_shipping_carrier != "T")
    if own:
        return _of_shop(own[0])
    builtin = CARRIERS.get(code)
    if builtin is not None:
        return ParcelCarrier(name=builtin.name, address=builtin.track)
    return ParcelCarrier()


def of_parcel(
    known: Sequence[Carrier], *, code: str, carrier_id: int = 0, name: str = ""
) -> ParcelCarrier:
    """Return the carrier of a parcel that was sent; `known`: those of the shop.

    `name`: what the carrier was called when the parcel was sent. The code of all other carriers
    names none without a number, as those of today may be others than those of that day.
    """
    for each in known:
        if each.carrier_id == carrier_id and code in (each.shipping_carrier_code, OWN):
            return _of_shop(each)
    found = ParcelCarrier() if code == OWN else chosen(known, code)
    if found.name:
        return found
    # parcels of former versions may have a name for a code
    return ParcelCarrier(name=name or ("" if code.isdecimal() else code))


def _of_shop(carrier: Carrier) -> ParcelCarrier:
    return ParcelCarrier(
        carrier_id=carrier.carrier_id,
        name=carrier.shipping_carrier,
        address=carrier.track_shipment_url,
    )


def of_shop(known: Sequence[Carrier], code: str, carrier_id: int) -> ParcelCarrier:
    """Return the carrier with a number. Raises Invalid (422) unless the shop has it with this code.

    All of them can be named by the code of other carriers.
    """
    for each in known:
        if each.carrier_id == carrier_id:
            if code not in (each.shipping_carrier_code, OWN):
                raise Invalid(
                    CARRIER_HAS_OTHER_CODE,
                    parameter="shipping_company_code",
                    carrier_id=carrier_id,
                    code=each.shipping_carrier_code,
                )
            return _of_shop(each)
    raise Invalid(NO_SUCH, parameter="carrier_id", resource=Phrase("carrier"))
