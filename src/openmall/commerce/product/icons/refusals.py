"""The refusals of the period in which a product's icons are shown."""

from typing import Final

from openmall.contract.refusal import Refusal

ICONS_END_BEFORE_START: Final = Refusal(
    "icons_end_before_start",
    "The icons' last day lies before their first.",
    remedy="Send a last day that is not before the first.",
)
ICON_DATES_MISSING: Final = Refusal(
    "icon_dates_missing",
    "Icons with `use_show_date` T need both dates.",
    remedy="Send both dates, or `use_show_date` F.",
)
ICON_DATES_WITHOUT_PERIOD: Final = Refusal(
    "icon_dates_without_period",
    "A date is for icons with `use_show_date` T.",
    remedy="Send `use_show_date` T with the dates.",
)
