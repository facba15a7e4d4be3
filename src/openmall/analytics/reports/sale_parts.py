"""What reports of sales take from the facts: paid orders, and further payments of them.

A further payment, for items that were added to a paid order, is money of its own day; its order
counts on the day of the first payment alone.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, Table

from openmall.analytics.facts.tables import FURTHER_PAYMENT, SALE
from openmall.analytics.reports.report import Columns, Part, total

Amounts = Mapping[str, Callable[[Table], ColumnElement[int]]]
"""Count of a report -> its amount of a table."""


def total_amount(table: Table) -> ColumnElement[int]:
    """Return the sum of what was paid."""
    return total(table.c.amount)


def sale_parts(by: Mapping[str, str], *, counts: Columns, amounts: Amounts) -> tuple[Part, Part]:
    """Return the parts of a report of sales.

    `by`: dimension -> column. `counts`: of orders and buyers, which further payments do not add to.
    """
    return (
        Part(
            table=SALE,
            by={name: SALE.c[column] for name, column in by.items()},
            counts={**counts, **{name: of(SALE) for name, of in amounts.items()}},
        ),
        Part(
            table=FURTHER_PAYMENT,
            by={name: FURTHER_PAYMENT.c[column] for name, column in by.items()},
            counts={name: of(FURTHER_PAYMENT) for name, of in amounts.items()},
        ),
    )
