"""The posts of a board that customers wait for an answer to, for the back office. No API has it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.community.articles import shape, waiting_store
from openmall.commerce.community.articles.shape import ListedArticle
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.contract.call import Call
from openmall.contract.params import EntityNo, Limit100, Offset8000, ShopParams
from openmall.contract.resource import Resource

SECONDS: Final = 366 * 86_400
"""How long a post is waited for an answer: older ones are on the board's own page only."""
MOST_COUNTED: Final = 1_000


class WaitingPath(ShopParams, frozen=True, kw_only=True):
    board_no: EntityNo


class WaitingQuery(WaitingPath, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 20


class WaitingCount(Struct, frozen=True, kw_only=True):
    """How many posts of a board wait for an answer."""

    count: int
    """At most `MOST_COUNTED`."""


async def list_waiting(call: Call, query: WaitingQuery) -> Sequence[ListedArticle]:
    """Retrieve the posts of a board that wait for an answer, the oldest first."""
    found = await waiting_store.page(
        call,
        query.board_no,
        is_reviewed=query.board_no == REVIEWS,
        since=_since(call),
        limit=query.limit,
        offset=query.offset,
    )
    return [shape.listed(each, call.origin) for each in found]


async def count_waiting(call: Call, path: WaitingPath) -> WaitingCount:
    """Count the posts of a board that wait for an answer."""
    is_reviewed = path.board_no == REVIEWS
    number = await waiting_store.number(
        call, path.board_no, is_reviewed=is_reviewed, since=_since(call), most=MOST_COUNTED
    )
    return WaitingCount(count=number)


def _since(call: Call) -> int:
    return int(call.clock.now()) - SECONDS


_WAITING: Final = Resource(ListedArticle, area="community", key="article", listed="articles")

OPERATIONS = [
    _WAITING.listing("boards/{board_no}/waiting", list_waiting, takes=WaitingQuery),
    _WAITING.giving(WaitingCount).get(
        "boards/{board_no}/waiting/count", count_waiting, takes=WaitingPath
    ),
]
