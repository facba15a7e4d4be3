"""Names of the delivery cycles of subscriptions, for the shop and the back office."""

from typing import Final

from openmall.http.web.languages import marked

CYCLES: Final = {
    "1W": marked("every week"),
    "2W": marked("every 2 weeks"),
    "3W": marked("every 3 weeks"),
    "4W": marked("every 4 weeks"),
    "1M": marked("every month"),
    "2M": marked("every 2 months"),
    "3M": marked("every 3 months"),
    "4M": marked("every 4 months"),
    "5M": marked("every 5 months"),
    "6M": marked("every 6 months"),
    "1Y": marked("every year"),
}
"""Code of a cycle (`subscription_shipments_cycle`) -> its name."""
