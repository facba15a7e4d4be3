"""What reverted rows of orders and boards bring with them, apart from the rows themselves.

Before a row is written, what it became is checked and kept; in the end, what follows is recorded
and published.
"""

from collections.abc import Sequence
from typing import Any, Final

from openmall.commerce.promotion.serialcoupons.store import CODE
from openmall.commerce.undo import board_rows, order_rows
from openmall.commerce.undo.board_rows import RevertedPosts
from openmall.commerce.undo.order_rows import RevertedOrders
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.contract.call import Call
from openmall.contract.errors import NotModified

ANSWERED: Final = order_rows.EVENTS | board_rows.EVENTS
"""Events that an undo answers by what it reverted, not by the number in them."""


class Consequences:
    """Collects reverted rows, and ends with what follows from them."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._orders = RevertedOrders(call)
        self._posts = RevertedPosts(call)

    async def lock(self, rows: Sequence[RevertedRow]) -> None:
        """Lock what is locked before customers and rows."""
        await order_rows.lock(self._call, rows)
        await board_rows.lock(self._call, rows)

    async def prepare(self, row: RevertedRow, current: dict[str, Any] | None) -> None:
        """Check that a row may become what it was. Raises NotModified (409)."""
        if row.table == CODE.name and current is not None and current["issue_no"] is not None:
            code = row.key["serial_code"]
            raise NotModified(
                f"{row.table} {code} cannot become what it was: the code was used. Keep it.",
                parameter="decisions",
            )
        await self._orders.prepare(row, current)
        await self._posts.prepare(row, current)

    async def settle(self) -> None:
        """Record and publish what follows from the reverted rows."""
        await self._orders.settle()
        await self._posts.settle()
