"""What the reports of sales have to tell, for the sweeps."""

from collections.abc import Callable

from tests.every_operation.prerequisites.order import paid_order
from tests.world import World

EXISTING_FIRST: dict[str, Callable[[World], None]] = dict.fromkeys(
    (
        "GET financials/dailysales",
        "GET financials/monthlysales",
        "GET reports/hourlysales",
        "GET reports/productsales",
        "GET reports/salesvolume",
    ),
    paid_order,
)
