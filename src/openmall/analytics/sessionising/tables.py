"""What the sessioniser remembers, and the facts it has made that no engine has confirmed yet."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_order, with_mall
from openmall.database.schema import number, shop_table, text

CURSOR: Final = shop_table(
    "sessionised",
    number("sequence"),
    number("event_sequence"),
    number("until"),
    number("batch_no"),
    number("event_floor", later=True),
    backup=with_mall(watched=True),
    personal_data=no_personal_data("what browsers did, by numbers that lead to nobody"),
    key=(),
)
"""How far a mall's events are sessionised, a row a mall.

All batches up to `sequence`, and all announced events up to `event_sequence`, were looked at, and
of them everything that happened up to `until` (UTC milliseconds) is done. What happened later and
was told already is done once `until` has passed it; what is told later and happened before is
late. `batch_no`: of the last batch of facts. `event_floor`: all announced events up to it are
done, so that nobody looks for what is not.
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
    personal_data=no_personal_data("what browsers did, by numbers that lead to nobody"),
    key=("shop_no", "browser"),
    wide=True,
)
"""The last visit of each browser in a shop: how many there were, its number, when it began, when
something was last done in it, and where it came from and on what device (JSON)."""

ORDER_VISIT: Final = shop_table(
    "order_visit",
    text("order_id"),
    number("visit"),
    text("content"),
    backup=WITH_MALL,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""In which visit an order was placed, with its source as it was then, and whether it counts as
sold already (JSON of `fact_builder.Placed`). `visit`: 0 when none is known."""

FACT_BATCH: Final = shop_table(
    "fact_batch",
    number("batch_no"),
    text("content"),
    backup=with_mall(watched=True),
    personal_data=no_personal_data("what browsers did, by numbers that lead to nobody"),
    key=("batch_no",),
    wide=True,
)
"""Facts that are made and not known to be kept by the engine."""
