"""Lists of articles: one SQL statement for each combination of filters.

Specification: "Shared query conventions".
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Column, ColumnElement, Select, and_, bindparam, func, or_, select

from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.articles.store import ARTICLE, COLUMNS, ORDER, from_row
from openmall.commerce.community.articles.takes import ArticleQuery
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.database.statements import InList, Statement, StatementCache, by_index
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import StoredRow

Condition = ColumnElement[bool]

_A: Final = ARTICLE.c
_EQUALS: Final[dict[str, Column[str] | Column[int]]] = {
    "board_category_no": _A.board_category_no,
    "input_channel": _A.input_channel,
    "reply_status": _A.reply_status,
    "product_no": _A.product_no,
    "is_notice": _A.notice,
    "is_display": _A.display,
    "supplier_id": _A.supplier_id,
}
_HAS: Final[dict[str, Condition]] = {
    "comment": _A.comment_count > 0,
    "attached_file": _A.files != "[]",
    "has_product": _A.product_no.is_not(None),
}
"""Parameter -> the condition on an article when it is T."""
_KINDS: Final[dict[str, Condition]] = {
    "normal": and_(_A.notice == "F", _A.fixed == "F"),
    "notice": _A.notice == "T",
    "fixed": _A.fixed == "T",
}


def _holds(column: ColumnElement[str]) -> Condition:
    return HasWords(column, "keyword")


def _product() -> Condition:
    return _A.product_no.in_(
        select(PRODUCT.c.product_no).where(
            PRODUCT.c.mall_id == bindparam("mall_id"),
            PRODUCT.c.shop_no == bindparam("shop_no"),
            _holds(PRODUCT.c.product_name),
        )
    )


_SEARCHES: Final[dict[str, Callable[[], Condition]]] = {
    "": lambda: or_(_holds(_A.title), _holds(_A.content)),
    "subject": lambda: _holds(_A.title),
    "content": lambda: _holds(_A.content),
    "writer_name": lambda: _holds(_A.writer),
    "member_id": lambda: _holds(_A.member_id),
    "product": _product,
}


def _list(
    equal: tuple[str, ...],
    has: tuple[tuple[str, bool], ...],
    dates: tuple[str, ...],
    kinds: tuple[str, ...],
    search: str | None,
    by_number: bool,
) -> Select[*StoredRow]:
    conditions: list[Condition] = [_EQUALS[name] == bindparam(name) for name in equal]
    conditions += [_HAS[name] if present else ~_HAS[name] for name, present in has]
    if "start_date" in dates:
        conditions.append(_A.created_date >= bindparam("start_date"))
    if "end_date" in dates:
        conditions.append(_A.created_date <= bindparam("end_date"))
    if kinds:
        conditions.append(or_(*(_KINDS[kind] for kind in kinds)))
    if search is not None:
        conditions.append(_SEARCHES[search]())
    if by_number:
        conditions.append(InList(_A.article_no, "article_no"))
    listed = select(*COLUMNS)
    if by_number:
        listed = listed.with_hint(ARTICLE, *by_index("sqlite_autoindex_article_1"))
    elif "product_no" in equal:
        listed = listed.with_hint(ARTICLE, *by_index("ix_article_product"))
    elif dates == ("end_date",):
        # most articles are older than a moment: a walk in the order of the list finds a page
        listed = listed.with_hint(ARTICLE, *by_index("ix_article_listed"))
    return (
        listed.where(
            _A.mall_id == bindparam("mall_id"),
            _A.shop_no == bindparam("shop_no"),
            _A.board_no == bindparam("board_no"),
            *conditions,
        )
        .order_by(*(column.desc() for column in ORDER))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


def _of_member(of_board: bool) -> Select[*StoredRow]:
    board = [_A.board_no == bindparam("board_no")] if of_board else []
    return (
        select(*COLUMNS)
        .where(
            _A.mall_id == bindparam("mall_id"),
            _A.member_id == bindparam("member_id"),
            _A.shop_no == bindparam("shop_no"),
            _A.deleted == "F",
            *board,
        )
        .order_by(_A.article_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_OF_MEMBER: Final = StatementCache(_of_member)
_NEW: Final = Statement(
    select(_A.board_no, func.count())
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.shop_no == bindparam("shop_no"),
        InList(_A.board_no, "board_nos"),
        _A.created_date >= bindparam("since"),
        _A.deleted == "F",
    )
    .group_by(_A.board_no)
)


async def new_since(call: Call, board_nos: list[int], since: int) -> dict[int, int]:
    """Return board -> new articles since a moment; boards without any are left out."""
    rows = await call.db.all(_NEW, shop_no=call.shop_no, board_nos=board_nos, since=since)
    return {row[0]: row[1] for row in rows}


async def page(call: Call, query: ArticleQuery) -> list[Article]:
    """Return the articles a query asks for, one more than its limit where there are more.

    Notices stand first, then fixed articles, then all others; the newest thread above the older,
    and every reply below what it replies to.
    """
    given = sent_fields(query)
    kinds = set(given.get("article_type", ()))
    keyword = given.get("keyword")
    statement = _LISTS.of(
        tuple(name for name in _EQUALS if name in given),
        tuple((name, given[name] == "T") for name in _HAS if name in given),
        tuple(name for name in ("start_date", "end_date") if name in given),
        () if "all" in kinds else tuple(sorted(kinds)),
        None if not keyword else given.get("search", ""),
        "article_no" in given,
    )
    values = {**given, "limit": query.limit + 1, "shop_no": call.shop_no}
    if keyword:
        values["keyword"] = keyword
    return [from_row(row) for row in await call.db.all(statement, **values)]


async def of_member(
    call: Call, member_id: str, *, board_no: int | None, limit: int, offset: int
) -> list[Article]:
    """Return a member's articles in the call's shop, on all boards or on one, the newest first."""
    board = {} if board_no is None else {"board_no": board_no}
    rows = await call.db.all(
        _OF_MEMBER.of(bool(board)),
        member_id=member_id,
        shop_no=call.shop_no,
        limit=limit,
        offset=offset,
        **board,
    )
    return [from_row(row) for row in rows]
