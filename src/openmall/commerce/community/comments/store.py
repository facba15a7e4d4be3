"""The table of comments, and its statements."""

from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Index,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from openmall.commerce.community.articles.shape import NumberedFile
from openmall.commerce.community.articles.store import private_articles_of_customer
from openmall.commerce.community.comments.shape import Comment
from openmall.contract.call import Call
from openmall.contract.moments import moment, seconds
from openmall.database.policies import MEMBER_ID, WITH_MALL, blank, rows_of_customer
from openmall.database.schema import TRUE, flag, number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache
from openmall.database.undo_policies import REVERTED


def _by_customer() -> ColumnElement[bool]:
    return COMMENT.c.member_id == MEMBER_ID


def _by_shop_in_private() -> ColumnElement[bool]:
    below = COMMENT.c.article_no.in_(private_articles_of_customer())
    return and_(COMMENT.c.member_id == "", below)


def _private() -> ColumnElement[bool]:
    return or_(and_(_by_customer(), COMMENT.c.secret == TRUE), _by_shop_in_private())


COMMENT: Final = shop_table(
    "article_comment",
    number("comment_no"),
    number("shop_no"),
    number("board_no"),
    number("article_no"),
    number("thread_no"),
    number("parent_comment_no", null=True),
    number("created_date"),
    text("content"),
    text("writer"),
    text("member_id"),
    text("password"),
    text("client_ip"),
    number("rating"),
    flag("secret"),
    flag("input_channel"),
    text("attach_file_urls"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_customer(
        lambda: or_(_by_customer(), _by_shop_in_private()),
        blank("writer", "password", "client_ip", where=_by_customer),
        blank("content", values={"attach_file_urls": "[]"}, where=_private),
    ),
    key=("comment_no",),
    wide=True,
)
"""`thread_no`: the top-level comment of its thread; its own number if it is the top-level one.
`attach_file_urls`: JSON."""

_C: Final = COMMENT.c
Index("ix_article_comment_article", _C.mall_id, _C.article_no, _C.thread_no, _C.comment_no)
Index("ix_article_comment_board", _C.mall_id, _C.shop_no, _C.board_no, _C.comment_no)

_NAMES: Final = Comment.__struct_fields__
_COLUMNS: Final = tuple(_C[name] for name in _NAMES)
_READ_FILES: Final = msgspec.json.Decoder(list[NumberedFile])
_ARTICLE: Final = (_C.mall_id == bindparam("mall_id"), _C.article_no == bindparam("article_no"))
_ONE: Final = (*_ARTICLE, _C.comment_no == bindparam("comment_no"))
_OF_ARTICLE: Final = StatementCache(
    lambda one: (
        select(*_COLUMNS)
        .where(*(_ONE if one else _ARTICLE))
        .order_by(_C.thread_no, _C.comment_no)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )
)
_BOARD: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.shop_no == bindparam("shop_no"),
    _C.board_no == bindparam("board_no"),
)
_OF_BOARD: Final = StatementCache(
    lambda since: (
        select(*_COLUMNS)
        .where(*_BOARD, *([_C.comment_no < bindparam("since_comment_no")] if since else []))
        .order_by(_C.comment_no.desc())
        .limit(bindparam("limit"))
    )
)
_GET: Final = Statement(select(*_COLUMNS, _C.thread_no).where(*_ONE))
_ADD: Final = Statement(insert(COMMENT).values({c.name: bindparam(c.name) for c in _C}))
_PASSWORD: Final = Statement(select(_C.password).where(*_ONE))
_UPDATE: Final = Statement(
    update(COMMENT).where(*_ONE).values({n: bindparam(n) for n in ("content", "secret")})
)
_REMOVE: Final = Statement(delete(COMMENT).where(*_ONE))
_SET_PARENT: Final = Statement(
    update(COMMENT)
    .where(*_ARTICLE, _C.parent_comment_no == bindparam("comment_no"))
    .values(parent_comment_no=bindparam("instead"))
)
_COUNT: Final = Statement(select(func.count()).select_from(COMMENT).where(*_ARTICLE))
_REPLIES: Final = Statement(
    select(_C.comment_no).where(*_ARTICLE, _C.parent_comment_no == bindparam("comment_no")).limit(1)
)
_REMOVE_ALL: Final = Statement(delete(COMMENT).where(*_ARTICLE))


def _from_row(row: Row) -> Comment:
    values = dict(zip(_NAMES, row, strict=True))
    values["created_date"] = moment(values["created_date"])
    values["attach_file_urls"] = _READ_FILES.decode(values["attach_file_urls"])
    return Comment(**values)


async def of_article(
    call: Call, article_no: int, *, comment_no: int | None, limit: int, offset: int
) -> list[Comment]:
    """Return comments of an article, oldest first, each with the replies to it below."""
    one = {} if comment_no is None else {"comment_no": comment_no}
    rows = await call.db.all(
        _OF_ARTICLE.of(bool(one)), article_no=article_no, limit=limit, offset=offset, **one
    )
    return [_from_row(row) for row in rows]


async def of_board(call: Call, board_no: int, *, since: int | None, limit: int) -> list[Comment]:
    """Return comments of a board, newest first; `since`: only those written before that one."""
    after = {} if since is None else {"since_comment_no": since}
    rows = await call.db.all(
        _OF_BOARD.of(bool(after)), shop_no=call.shop_no, board_no=board_no, limit=limit, **after
    )
    return [_from_row(row) for row in rows]


async def find(call: Call, article_no: int, comment_no: int) -> tuple[Comment, int] | None:
    """Return a comment of an article and its thread; None: there is none."""
    row = await call.db.one(_GET, article_no=article_no, comment_no=comment_no)
    return None if row is None else (_from_row(row[:-1]), row[-1])


async def add(call: Call, comment: Comment, *, thread_no: int, password: str) -> None:
    """Write a new comment; `password`: its hash."""
    values = {name: getattr(comment, name) for name in _NAMES}
    values["created_date"] = seconds(comment.created_date)
    values["attach_file_urls"] = msgspec.json.encode(comment.attach_file_urls).decode()
    await call.db.run(_ADD, **values, thread_no=thread_no, password=password)


async def password(call: Call, article_no: int, comment_no: int) -> str:
    """Return the password hash of a comment; empty where there is none."""
    row = await call.db.one(_PASSWORD, article_no=article_no, comment_no=comment_no)
    return "" if row is None else row[0]


async def change(call: Call, comment: Comment) -> None:
    """Write the new text of a comment, and whether it is secret."""
    await call.db.run(
        _UPDATE,
        article_no=comment.article_no,
        comment_no=comment.comment_no,
        content=comment.content,
        secret=comment.secret,
    )


async def remove(call: Call, comment: Comment) -> None:
    """Remove a comment; replies to it become replies to what it replied to."""
    one = {"article_no": comment.article_no, "comment_no": comment.comment_no}
    await call.db.run(_REMOVE, **one)
    await call.db.run(_SET_PARENT, **one, instead=comment.parent_comment_no)


async def remove_all(call: Call, article_no: int) -> None:
    """Remove the comments of an article."""
    await call.db.run(_REMOVE_ALL, article_no=article_no)


async def count(call: Call, article_no: int) -> int:
    """Return the number of comments of an article."""
    row = await call.db.one(_COUNT, article_no=article_no)
    return int(row[0]) if row else 0


async def has_replies(call: Call, article_no: int, comment_no: int) -> bool:
    """Return whether a comment replies to another."""
    found = await call.db.one(_REPLIES, article_no=article_no, comment_no=comment_no)
    return found is not None
