"""The table of articles, and its statements."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Index,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from openmall.commerce.community.articles.shape import Article, File, ReplyStatus
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.tally import Key
from openmall.database.policies import MALL_ID, MEMBER_ID, WITH_MALL, blank, rows_of_customer
from openmall.database.schema import TRUE, flag, number, shop_table, text
from openmall.database.session import Row, Session
from openmall.database.statements import Statement, StatementCache
from openmall.database.undo_policies import Reverted
from openmall.database.values import BoundValue


def private_articles_of_customer() -> Select[tuple[int]]:
    """Return the statement for the numbers of a customer's articles that only the shop reads."""
    mine = (ARTICLE.c.mall_id == MALL_ID, _by_customer(), _private())
    return select(ARTICLE.c.article_no).where(*mine)


def _private() -> ColumnElement[bool]:
    return ARTICLE.c.secret == TRUE


def _by_customer() -> ColumnElement[bool]:
    return ARTICLE.c.member_id == MEMBER_ID


def _by_shop_in_private() -> ColumnElement[bool]:
    # a private thread is read by its author and the shop alone: other authors are the shop
    return and_(
        _private(),
        ARTICLE.c.member_id == "",
        ARTICLE.c.thread_no.in_(private_articles_of_customer()),
    )


def _private_or_deleted() -> ColumnElement[bool]:
    hidden = or_(_private(), ARTICLE.c.deleted == TRUE)
    return or_(and_(_by_customer(), hidden), _by_shop_in_private())


ARTICLE: Final = shop_table(
    "article",
    number("article_no"),
    number("shop_no"),
    number("board_no"),
    number("thread_no"),
    number("thread_date"),
    number("standing"),
    number("turn"),
    number("parent_article_no"),
    number("reply_depth"),
    number("product_no", null=True),
    number("category_no", null=True),
    number("board_category_no", null=True),
    number("created_date"),
    text("writer"),
    text("writer_email"),
    text("member_id"),
    text("nick_name"),
    text("password"),
    text("client_ip"),
    text("title"),
    text("content"),
    number("rating"),
    flag("reply_mail"),
    flag("display"),
    flag("secret"),
    flag("notice"),
    flag("fixed"),
    flag("deleted"),
    flag("input_channel"),
    text("order_id"),
    number("hit"),
    flag("reply"),
    text("reply_user_id"),
    text("reply_status", null=True),
    text("portalpay_review_id"),
    text("supplier_id"),
    text("sales_channel"),
    text("files"),
    number("comment_count"),
    number("start_hour", null=True),
    number("end_hour", null=True),
    backup=WITH_MALL,
    undo=Reverted(counted=("comment_count", "hit", "turn")),
    personal_data=rows_of_customer(
        lambda: or_(_by_customer(), _by_shop_in_private()),
        blank("writer", "writer_email", "nick_name", "password", "client_ip", where=_by_customer),
        # pictures show persons and their homes: those of public articles go as well
        blank(values={"files": "[]"}, where=_by_customer),
        blank("title", "content", values={"files": "[]"}, where=_private_or_deleted),
    ),
    key=("article_no",),
    wide=True,
)
"""`turn`: its place in the thread as a negative number, so that one index, read backwards, has a
board's threads newest first and each from its top. `files`: JSON."""

_A: Final = ARTICLE.c
ORDER: Final = (_A.standing, _A.thread_date, _A.thread_no, _A.turn)
"""The sort columns of a board's list, descending."""
Index("ix_article_listed", _A.mall_id, _A.shop_no, _A.board_no, *ORDER)
Index("ix_article_created", _A.mall_id, _A.shop_no, _A.board_no, _A.created_date)
Index("ix_article_product", _A.mall_id, _A.product_no, _A.shop_no, _A.board_no)
Index("ix_article_member", _A.mall_id, _A.member_id, _A.shop_no, _A.article_no)
Index("ix_article_thread", _A.mall_id, _A.thread_no, _A.turn)

_STRUCT: Final = tuple(Article.__struct_fields__)
COLUMNS: Final = tuple(_A["turn" if name == "reply_sequence" else name] for name in _STRUCT)
"""The columns a statement selects for `from_row` to read."""
_READ_FILES: Final = msgspec.json.Decoder(list[File])
_OF_MALL: Final = _A.mall_id == bindparam("mall_id")
_ONE: Final = (_OF_MALL, _A.article_no == bindparam("article_no"))
_HERE: Final = (
    *_ONE,
    _A.shop_no == bindparam("shop_no"),
    _A.board_no == bindparam("board_no"),
)
_THREAD: Final = (_OF_MALL, _A.thread_no == bindparam("thread_no"))
_GET: Final = Statement(select(*COLUMNS).where(*_HERE))
_GET_TO_CHANGE: Final = Statement(select(*COLUMNS).where(*_HERE).with_for_update())
_LOCK: Final = Statement(select(_A.article_no).where(*_ONE).with_for_update())
_PASSWORD: Final = Statement(select(_A.password).where(*_HERE))
_ADD: Final = Statement(insert(ARTICLE).values({c.name: bindparam(c.name) for c in _A}))
_CHANGES: Final = StatementCache(
    lambda *names: update(ARTICLE).where(*_ONE).values({name: bindparam(name) for name in names})
)
_REMOVE: Final = Statement(delete(ARTICLE).where(*_ONE))
_REPLIES: Final = Statement(
    select(func.count()).where(
        *_THREAD, _A.parent_article_no == bindparam("article_no"), _A.reply_depth > 0
    )
)
_NEXT_TURN: Final = Statement(
    select(func.max(_A.turn)).where(
        *_THREAD, _A.turn < bindparam("after"), _A.reply_depth <= bindparam("depth")
    )
)
_LAST: Final = Statement(select(func.min(_A.turn)).where(*_THREAD))
_SHIFT_TURNS: Final = Statement(
    update(ARTICLE).where(*_THREAD, _A.turn <= bindparam("from_turn")).values(turn=_A.turn - 1)
)
_AT_TURN: Final = Statement(
    select(_A.article_no).where(*_THREAD, _A.turn == bindparam("turn")).limit(1)
)
_SET_STANDING: Final = Statement(
    update(ARTICLE).where(*_THREAD).values(standing=bindparam("standing"))
)
_COUNT_COMMENT: Final = Statement(
    update(ARTICLE).where(*_ONE).values(comment_count=_A.comment_count + bindparam("step"))
)
_OPENED: Final = Statement(update(ARTICLE).where(*_ONE).values(hit=_A.hit + bindparam("times")))


def from_row(row: Row) -> Article:
    """Return the article of a row of COLUMNS."""
    values = dict(zip(_STRUCT, row, strict=True))
    values["reply_sequence"] = -values["reply_sequence"]
    values["created_date"] = moment(values["created_date"])
    values["files"] = _READ_FILES.decode(values["files"])
    return Article(**values)


def _row(article: Article, names: Sequence[str]) -> dict[str, BoundValue]:
    values = {name: getattr(article, name) for name in names}
    if "reply_sequence" in values:
        values["turn"] = -values.pop("reply_sequence")
    if "created_date" in values:
        values["created_date"] = seconds(article.created_date)
    if "files" in values:
        values["files"] = msgspec.json.encode(article.files).decode()
    return values


async def find(
    call: Call, board_no: int, article_no: int, *, to_change: bool = False
) -> Article | None:
    """Return an article of a board; None: there is none. `to_change` locks it."""
    row = await call.db.one(
        _GET_TO_CHANGE if to_change else _GET,
        shop_no=call.shop_no,
        board_no=board_no,
        article_no=article_no,
    )
    return None if row is None else from_row(row)


async def get(
    call: Call,
    board_no: int,
    article_no: int,
    *,
    to_change: bool = False,
    parameter: str = "article_no",
) -> Article:
    """Return an article of a board that is not deleted. Raises NotFound (404)."""
    article = await find(call, board_no, article_no, to_change=to_change)
    if article is None or article.deleted == "T":
        raise NotFound(DOES_NOT_EXIST, parameter=parameter, resource=Phrase("article"))
    return article


async def password(call: Call, board_no: int, article_no: int) -> str:
    """Return the password hash of an article; empty where there is none."""
    row = await call.db.one(
        _PASSWORD, shop_no=call.shop_no, board_no=board_no, article_no=article_no
    )
    return "" if row is None else row[0]


async def lock(call: Call, article_no: int) -> None:
    """Lock a thread, or an article, until this transaction ends."""
    await call.db.one(_LOCK, article_no=article_no)


async def add(call: Call, article: Article, *, password: str) -> None:
    """Write a new article; `password`: its hash, empty for none."""
    await call.db.run(_ADD, **_row(article, _STRUCT), password=password)


async def change(call: Call, article: Article, names: Sequence[str]) -> None:
    """Write the fields `names` of an article."""
    values = _row(article, names)
    await call.db.run(_CHANGES.of(*values), **values, article_no=article.article_no)


async def set_status(call: Call, article_no: int, status: ReplyStatus) -> None:
    """Write the reply status of an article."""
    statement = _CHANGES.of("reply_status")
    await call.db.run(statement, reply_status=status, article_no=article_no)


async def forget_author(call: Call, article_no: int) -> None:
    """Remove the password of a deleted article that keeps its place in the thread."""
    await call.db.run(
        _CHANGES.of("password", "comment_count"),
        password="",
        comment_count=0,
        article_no=article_no,
    )


async def remove(call: Call, article_no: int) -> None:
    """Remove an article for good."""
    await call.db.run(_REMOVE, article_no=article_no)


async def has_replies(call: Call, article: Article) -> bool:
    """Return whether anything replies to an article."""
    row = await call.db.one(_REPLIES, thread_no=article.thread_no, article_no=article.article_no)
    return bool(row and row[0])


async def make_room_below(call: Call, parent: Article) -> int:
    """Return the place in the thread for the next reply to `parent`, below its other replies.

    The thread must be locked.
    """
    thread_no = parent.thread_no
    after = -parent.reply_sequence
    row = await call.db.one(_NEXT_TURN, thread_no=thread_no, after=after, depth=parent.reply_depth)
    if row is None or row[0] is None:
        last = await call.db.one(_LAST, thread_no=thread_no)
        assert last is not None
        return 1 - int(last[0])
    await call.db.run(_SHIFT_TURNS, thread_no=thread_no, from_turn=row[0])
    return -int(row[0])


async def free_turn(call: Call, thread_no: int, turn: int) -> None:
    """Make room at a place in a thread, where another article may be by now.

    The thread must be locked.
    """
    if await call.db.one(_AT_TURN, thread_no=thread_no, turn=turn) is not None:
        await call.db.run(_SHIFT_TURNS, thread_no=thread_no, from_turn=turn)


async def stand(call: Call, thread_no: int, standing: int) -> None:
    """Write the standing of a thread: notice, fixed, or neither."""
    await call.db.run(_SET_STANDING, thread_no=thread_no, standing=standing)


async def commented(call: Call, article_no: int, step: int) -> None:
    """Add `step` to the number of comments of an article."""
    await call.db.run(_COUNT_COMMENT, article_no=article_no, step=step)


async def add_hits(db: Session, counted: dict[Key, int]) -> None:
    """Add to the views of articles: (article_no,) -> views."""
    # in order, so that two workers never wait for each other
    for (article_no,), times in sorted(counted.items()):
        await db.run(_OPENED, article_no=article_no, times=times)
