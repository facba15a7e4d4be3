"""The refusals of carriers, shipping origins and fees."""

from typing import Final

from openmall.contract.refusal import Refusal

DEFAULT_CARRIER_NEEDED: Final = Refusal(
    "default_carrier_needed",
    "A shop with carriers has a default.",
    remedy="Make another carrier the default instead.",
)
CARRIER_WITHOUT_NAME: Final = Refusal(
    "carrier_without_name",
    "The carrier has no name.",
    remedy="Send `shipping_carrier` with the name of the carrier.",
)
CARRIER_IS_DEFAULT: Final = Refusal(
    "carrier_is_default",
    "The default carrier is deleted with delete_default_carrier T only.",
    remedy="Send `delete_default_carrier` T, or make another carrier the default first.",
)
CARRIER_HAS_OTHER_CODE: Final = Refusal(
    "carrier_has_other_code",
    "Carrier {carrier_id} of the shop has the code {code}.",
    remedy="Send the code of the carrier, 0001, or leave `carrier_id` out.",
)
TRACKING_ADDRESS_UNUSABLE: Final = Refusal(
    "tracking_address_unusable",
    "A tracking address begins with http:// or https:// and the name of a host; {number} after"
    " the host stands for the tracking number.",
    remedy="Send the address of the carrier's tracking page, without user name, other braces,"
    " quotes, blanks and backslashes.",
)
ORIGIN_IS_DEFAULT: Final = Refusal(
    "origin_is_default",
    "The default shipping origin cannot be deleted while there are others.",
    remedy="Make another shipping origin the default first.",
)
DEFAULT_ORIGIN_NEEDED: Final = Refusal(
    "default_origin_needed",
    "A mall has a default shipping origin.",
    remedy="Make another shipping origin the default instead.",
)
DELIVERY_DAYS_CONTRADICT: Final = Refusal(
    "delivery_days_contradict",
    "Parcels take 0 to 365 days, and the earliest is not after the latest.",
    remedy="Send 0 to 365 days, the minimum at most the maximum.",
)
NOT_DELIVERED_ABROAD: Final = Refusal(
    "not_delivered_abroad",
    "The shop does not deliver abroad.",
    remedy="Send an address in the country of the shop.",
)
DELIVERED_ABROAD_ONLY: Final = Refusal(
    "delivered_abroad_only",
    "The shop delivers abroad only.",
    remedy="Send an address outside the country of the shop.",
)
NOT_DELIVERED_TO_COUNTRY: Final = Refusal(
    "not_delivered_to_country",
    "The shop does not deliver to {country}.",
    remedy="Send an address in a country that the shop's shipping settings list.",
)
NO_FEE_FOR_COUNTRY: Final = Refusal(
    "no_fee_for_country",
    "The shop has no fee for {country}.",
    remedy="Let the shop set a shipping fee for the country.",
)
CARRIER_FEES_UNUSED: Final = Refusal(
    "carrier_fees_unused",
    "The carrier has fees, and is not to charge them.",
    remedy="Send `shipping_fee_setting` T, or leave `shipping_fee_setting_detail` out.",
)
CARRIER_FEE_MISSING: Final = Refusal(
    "carrier_fee_missing",
    "A carrier with fees of its own needs them: a type, and the fee or the tiers of that type.",
    remedy="Send the type of the fee; R, M and N with `shipping_fee`, D, W and C with tiers.",
)
TOO_MANY_UNITS_ABROAD: Final = Refusal(
    "too_many_units_abroad",
    "The carrier takes at most {most} units abroad.",
    remedy="Order fewer units at once.",
)
