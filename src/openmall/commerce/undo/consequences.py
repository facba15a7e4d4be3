"""What reverted rows of orders and boards bring with them, apart from the rows themselves.

Before a row is written, what it became is checked and kept; in the end, what follows is recorded
and published.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from openmall.commerce.promotion.serialcoupons.store import CODE
from openmall.commerce.store.paymentgateway import rules as paymentgateway_rules
from openmall.commerce.store.paymentgateway import store as paymentgateway_store
from openmall.commerce.store.paymentgateway.store import GATEWAY
from openmall.commerce.undo import board_rows, order_rows, theme_rows
from openmall.commerce.undo.board_rows import RevertedPosts
from openmall.commerce.undo.order_rows import RevertedOrders
from openmall.commerce.undo.refusals import ROW_IS_IN_USE
from openmall.commerce.undo.row_store import Values
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.commerce.undo.theme_rows import THEME_TABLES
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.refusal import Phrase

ANSWERED: Final = order_rows.EVENTS | board_rows.EVENTS
"""Events that an undo answers by what it reverted, not by the number in them."""

_GATEWAYS: Final = frozenset(
    {"payment_gateway", "payment_gateway_method", "payment_gateway_endpoints"}
)


class Consequences:
    """Collects reverted rows, and ends with what follows from them."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._orders = RevertedOrders(call)
        self._posts = RevertedPosts(call)
        self._pages: list[RevertedRow] = []
        """Pages of themes that come back."""

    async def lock(self, rows: Sequence[RevertedRow]) -> None:
        """Lock what is locked before customers and rows."""
        await order_rows.lock(self._call, rows)
        await board_rows.lock(self._call, rows)

    async def prepare(self, rows: Iterable[tuple[RevertedRow, Values | None]]) -> None:
        """Check that rows may become what they were; with each, what it is now.

        Raises NotModified (409), and Forbidden (403) for the payment gateway of another app.
        """
        for row, current in rows:
            await self._prepare(row, current)
        await self._posts.make_room()

    async def _prepare(self, row: RevertedRow, current: Values | None) -> None:
        # managers in the back office undo what any app did
        if row.table in _GATEWAYS and self._call.identity.app.client_id:
            paymentgateway_rules.require_own(self._call, row.key["client_id"])
        if current is not None and row.before is None:
            await self._require_unused(row, current)
        if row.table in THEME_TABLES:
            await theme_rows.prepare(self._call, row, current)
            if row.table == theme_rows.PAGES and current is None:
                self._pages.append(row)
        await self._orders.prepare(row, current)
        self._posts.prepare(row, current)

    async def settle(self) -> None:
        """Record and publish what follows from the reverted rows."""
        await self._orders.settle()
        await self._posts.settle()
        for each in self._pages:
            await theme_rows.renumber(self._call, each)

    async def _require_unused(self, row: RevertedRow, current: dict[str, Any]) -> None:
        """Raise NotModified (409) for a new row that is in use by now, and would be deleted."""
        why: Phrase | None = None
        if row.table == CODE.name and current["issue_no"] is not None:
            why = Phrase("the code was used")
        elif row.table == GATEWAY.name and await paymentgateway_store.methods(
            self._call, row.key["client_id"]
        ):
            why = Phrase("payment methods were added to it")
        if why:
            named = ",".join(map(str, row.key.values()))
            raise NotModified(
                ROW_IS_IN_USE, parameter="decisions", table=row.table, named=named, why=why
            )
