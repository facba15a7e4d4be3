"""The refusals of receivers and parcels."""

from typing import Final

from openmall.contract.refusal import Refusal

UNKNOWN_COUNTRY: Final = Refusal(
    "unknown_country",
    "There is no country {country}.",
    remedy="Send a country code of ISO 3166-1, such as KR.",
)
PARCEL_SENT: Final = Refusal(
    "parcel_sent",
    "The parcel has been sent.",
    remedy="Change receivers only of parcels that are not sent.",
)
SEVERAL_PARCELS: Final = Refusal(
    "several_parcels",
    "The order has several parcels.",
    remedy="Send `shipping_code` of the parcel that is meant.",
)
