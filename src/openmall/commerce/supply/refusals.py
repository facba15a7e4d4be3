"""The refusals of shipping settings of suppliers."""

from typing import Final

from openmall.contract.refusal import Refusal

SUPPLIER_DELIVERY_DAYS_CONTRADICT: Final = Refusal(
    "supplier_delivery_days_contradict",
    "The earliest day is not after the latest.",
    remedy="Send a start day that is not after the end day.",
)
TOO_MANY_SURCHARGES: Final = Refusal(
    "too_many_surcharges",
    "A supplier has at most {most} surcharges.",
    remedy="Delete a regional surcharge of the supplier before another one is created.",
)
