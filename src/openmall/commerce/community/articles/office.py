"""The posts of a board that customers wait for an answer to, for the back office. No API has it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, bindparam, exists, func, select

from openmall.commerce.community.articles import shape
from openmall.commerce.community.articles.shape import ListedArticle
from openmall.commerce.community.articles.store import ARTICLE, COLUMNS, from_row
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.contract.call import Call
from openmall.contract.params import EntityNo, Limit100, Offset8000, ShopParams
from openmall.contract.resource import Resource
from openmall.database.schema import FALSE, TRUE, fixed, fixed_code
from openmall.database.statements import Statement

SECONDS: Final = 366 * 86_400
"""How long a post is waited for an answer: older ones are on the board's own page only."""
MOST_COUNTED: Final = 1_000

_A: Final = ARTICLE.c
_R: Final = ARTICLE.alias("answer").c
_OPEN: Final = (
    _A.mall_id == bindparam("mall_id"),
    _A.shop_no == bindparam("shop_no"),
    _A.board_no == bindparam("board_no"),
    _A.created_date >= bindparam("since"),
    _A.deleted == FALSE,
)
_UNANSWERED_REVIEW: Final = (
    _A.reply_depth == fixed(0),
    _A.display == TRUE,
    _A.notice == FALSE,
    ~exists().where(
        _R.mall_id == _A.mall_id,
        _R.thread_no == _A.thread_no,
        _R.parent_article_no == _A.article_no,
        _R.reply_depth > fixed(0),
        _R.deleted == FALSE,
    ),
)
_UNANSWERED_QUESTION: Final = (_A.reply_status == fixed_code("N"),)
"""Reviews have no status: one that has a reply is answered."""


def _listed(*conditions: ColumnElement[bool]) -> Statement:
    found: Select[tuple[object, ...]] = select(*COLUMNS).where(*_OPEN, *conditions)
    found = found.order_by(_A.created_date, _A.article_no)
    return Statement(found.limit(bindparam("limit")).offset(bindparam("offset")))


def _counted(*conditions: ColumnElement[bool]) -> Statement:
    found = select(_A.article_no).where(*_OPEN, *conditions).limit(MOST_COUNTED)
    return Statement(select(func.count()).select_from(found.subquery()))


_LISTED: Final = {True: _listed(*_UNANSWERED_REVIEW), False: _listed(*_UNANSWERED_QUESTION)}
_COUNTED: Final = {True: _counted(*_UNANSWERED_REVIEW), False: _counted(*_UNANSWERED_QUESTION)}


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
    rows = await call.db.all(
        _LISTED[query.board_no == REVIEWS],
        shop_no=call.shop_no,
        board_no=query.board_no,
        since=_since(call),
        limit=query.limit,
        offset=query.offset,
    )
    return [shape.listed(from_row(row)) for row in rows]


async def count_waiting(call: Call, path: WaitingPath) -> WaitingCount:
    """Count the posts of a board that wait for an answer."""
    row = await call.db.one(
        _COUNTED[path.board_no == REVIEWS],
        shop_no=call.shop_no,
        board_no=path.board_no,
        since=_since(call),
    )
    return WaitingCount(count=0 if row is None else row[0])


def _since(call: Call) -> int:
    return int(call.clock.now()) - SECONDS


_WAITING: Final = Resource(ListedArticle, area="community", key="article", listed="articles")

OPERATIONS = [
    _WAITING.listing("boards/{board_no}/waiting", list_waiting, takes=WaitingQuery),
    _WAITING.giving(WaitingCount).get(
        "boards/{board_no}/waiting/count", count_waiting, takes=WaitingPath
    ),
]
