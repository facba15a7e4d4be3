"""State of the sessioniser, and facts that no engine has confirmed yet."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_order, with_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import FIGURES_CHANGED, ORDERS_CHANGED, WORK_CONTINUES

CURSOR: Final = shop_table(
    "sessionised",
    number("sequence"),
    number("event_sequence"),
    number("until"),
    number("batch_no"),
    number("event_floor", later=True),
    backup=with_mall(watched=True),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=(),
)
"""How far a mall's events are sessionised, a row a mall.

All batches up to `sequence` and all announced events up to `event_sequence` were read, and those
that happened up to `until` (UTC milliseconds) are processed. Later ones that were read are
processed once `until` has passed them; one that arrives later but happened before `until` is late.
`batch_no`: of the last batch of facts. `event_floor`: all announced events up to it are processed,
so that they are not read again.
"""

BROWSER: Final = shop_table(
    "browser",
    number("shop_no"),
    number("browser"),
    number("visits"),
    number("visit"),
    number("began_at"),
    number("active_at"),
    text("source"),
    backup=WITH_MALL,
    undo=FIGURES_CHANGED,
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=("shop_no", "browser"),
    wide=True,
)
"""The last visit of each browser in a shop: number of visits, its number, its beginning, its last
activity, and its source and device (JSON)."""

ORDER_VISIT: Final = shop_table(
    "order_visit",
    text("order_id"),
    number("visit"),
    text("content"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""The visit in which an order was placed, with its source at that time, and whether it counts as
sold already, by which payments (JSON of `fact_builder.Placed`). `visit`: 0 when none is known."""

FACT_BATCH: Final = shop_table(
    "fact_batch",
    number("batch_no"),
    text("content"),
    backup=with_mall(watched=True),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("what browsers did, by numbers that identify no person"),
    key=("batch_no",),
    wide=True,
)
"""Facts that the engine has not confirmed."""
