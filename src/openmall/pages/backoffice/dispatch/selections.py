"""The orders that the packing page is limited to, and why some of them cannot be shipped."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.contract.embedded import embedded
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.dispatch.waiting_orders import SENDABLE
from openmall.pages.backoffice.list_queries import ROWS, ListQuery
from openmall.pages.backoffice.order_labels import NUMBER
from openmall.pages.backoffice.page_context import PageContext

_UNKNOWN: Final = marked("No such order")
_FILTERED: Final = marked("In another state than the one that is listed")
_REASONS: Final = (
    ({"N00", "N01"}, marked("Not paid")),
    ({"N22"}, marked("On hold")),
    ({"N30", "N40", "N50"}, marked("Already shipped")),
)
"""States of the items of an order, and why it cannot be shipped; the first one it has counts."""
_CLAIMED: Final = marked("Cancelled, returned or exchanged")


class Selection(Struct, frozen=True):
    """The selected orders."""

    count: int
    reasons: Sequence[tuple[str, Sequence[str]]]
    """Why some cannot be shipped -> their numbers."""
    is_unknown: bool
    """Whether none of them exists."""

    @property
    def unsent(self) -> int:
        """How many of them cannot be shipped."""
        return sum(len(numbers) for _, numbers in self.reasons)


NONE: Final = Selection(0, (), False)


def numbers_of(query: ListQuery) -> list[str]:
    """Return what the address names as orders, also what is no number; empty: all are listed."""
    typed = query.fields["orders"].split(",", ROWS)[:ROWS]
    return list(dict.fromkeys(each.strip() for each in typed if each.strip()))


async def read(context: PageContext, query: ListQuery, listed: Sequence[Order]) -> Selection:
    """Return the selection of an address; `listed`: those of it that the page lists."""
    numbers = numbers_of(query)
    if not numbers:
        return NONE
    known = {each.order_id: each for each in listed}
    others = [each for each in numbers if each not in known and NUMBER.fullmatch(each)]
    if others:
        asked: dict[str, Encodable] = {**query.parameters(("shop_no",)), "order_id": [*others]}
        asked["limit"] = len(others)
        found = (await context.call(order_view.listing, asked, embed=("items",))).content
        known |= {each.order_id: each for each in found}
    shown = {each.order_id for each in listed}
    reasons: dict[str, list[str]] = {}
    for number in numbers:
        if reason := _reason(known.get(number), is_listed=number in shown):
            reasons.setdefault(context.translate(reason), []).append(number)
    return Selection(len(numbers), list(reasons.items()), not known)


def _reason(order: Order | None, *, is_listed: bool) -> str:
    """Return why an order cannot be shipped; empty where it can."""
    if order is None:
        return _UNKNOWN
    states = {each.order_status for each in embedded(order.items)}
    if states & SENDABLE:
        return "" if is_listed else _FILTERED
    return next((text for some, text in _REASONS if states & some), _CLAIMED)
