"""The refusals of receivers and parcels."""

from typing import Final

from openmall.contract.refusal import Refusal

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
ORDER_OF_A_GUEST: Final = Refusal(
    "order_of_a_guest",
    "The order is of a guest, who has no address book.",
    remedy="Leave out `change_default_shipping_address`.",
)
ADDRESS_NOT_FOR_BOOK: Final = Refusal(
    "address_not_for_book",
    "The address book takes addresses in the country of the mall, with a name and a first line.",
    remedy="Leave out `change_default_shipping_address`, or send name and address.",
)
