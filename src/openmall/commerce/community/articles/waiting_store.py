"""SQL of the posts of a board that wait for an answer."""

from typing import Final

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, select

from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.articles.store import ARTICLE, COLUMNS, from_row
from openmall.contract.call import Call
from openmall.database.schema import FALSE, TRUE, fixed, fixed_code
from openmall.database.statements import Statement

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
    found = select(_A.article_no).where(*_OPEN, *conditions).limit(bindparam("most"))
    return Statement(select(func.count()).select_from(found.subquery("waiting")))


_LISTED: Final = {True: _listed(*_UNANSWERED_REVIEW), False: _listed(*_UNANSWERED_QUESTION)}
_COUNTED: Final = {True: _counted(*_UNANSWERED_REVIEW), False: _counted(*_UNANSWERED_QUESTION)}
"""Whether the board has reviews -> the statement."""


async def page(
    call: Call, board_no: int, *, is_reviewed: bool, since: int, limit: int, offset: int
) -> list[Article]:
    """Return posts since `since` (UTC seconds) that wait for an answer, the oldest first.

    `is_reviewed`: the board has reviews, which have no status of an answer.
    """
    rows = await call.db.all(
        _LISTED[is_reviewed],
        shop_no=call.shop_no,
        board_no=board_no,
        since=since,
        limit=limit,
        offset=offset,
    )
    return [from_row(row) for row in rows]


async def number(call: Call, board_no: int, *, is_reviewed: bool, since: int, most: int) -> int:
    """Return how many posts wait for an answer, at most `most`."""
    row = await call.db.one(
        _COUNTED[is_reviewed], shop_no=call.shop_no, board_no=board_no, since=since, most=most
    )
    return 0 if row is None else int(row[0])
