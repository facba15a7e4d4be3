"""The orders to ship: their number in the menu, and the address that ships some of them."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from openmall.access.oauth.sessions import SignedIn
from openmall.commerce.order.order_view import item_states_store
from openmall.commerce.order.states import Status
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.database.session import Database
from openmall.pages.backoffice.list_queries import ROWS

TO_SHIP: Final[tuple[Status, ...]] = ("N10", "N20", "N21", "N22")
"""States of items that are paid and not shipped."""
SENDABLE: Final = frozenset(TO_SHIP) - {"N22"}
"""States of items that can be shipped: what is on hold is released first."""
_MOST_ITEMS: Final = 200
"""Items that are read: the menu is on every page, so that its number costs the same in any shop."""


async def count(database: Database, mall_id: str, shop_no: int, user: SignedIn) -> str:
    """Return the number of orders to ship as it is shown: `7`, `120+`.

    Empty: there is none, or the manager does not see orders.
    """
    if user.manager_type == "S" or not user.rights.may("orders", "view"):
        return ""
    async with database.reading(mall_id) as db:
        orders, is_all = await item_states_store.number_of_orders(
            db, shop_no, TO_SHIP, most=_MOST_ITEMS
        )
    return f"{orders}{'' if is_all else '+'}" if orders else ""


def dispatch_address(order_ids: Sequence[str], shop_no: str) -> str:
    """Return the address of the page that ships these orders, the first ones that fit a page."""
    query = {"orders": ",".join(order_ids[:ROWS]), "shop_no": shop_no}
    if len(order_ids) > ROWS:
        query["done"] = "first"
    chosen = {name: value for name, value in query.items() if value}
    return f"{menu_pages.DISPATCH.path}?{urlencode(chosen)}"
