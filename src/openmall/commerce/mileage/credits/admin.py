"""The admin API's operations on credits."""

from openmall.commerce.mileage.credits import rules as credit_rules
from openmall.commerce.mileage.credits.shape import (
    Credits,
    CreditsQuery,
    CreditsReport,
    ReportQuery,
)
from openmall.contract.operation import get, listing
from openmall.contract.scopes import READ_MILEAGE

OPERATIONS = [
    listing(
        "credits",
        credit_rules.listing,
        takes=CreditsQuery,
        gives=Credits,
        key="credits",
        scope=READ_MILEAGE,
    ),
    get(
        "credits/report",
        credit_rules.report,
        takes=ReportQuery,
        gives=CreditsReport,
        key="report",
        scope=READ_MILEAGE,
    ),
]
