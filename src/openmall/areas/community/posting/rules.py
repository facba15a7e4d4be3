"""What happens when a shopper reads a board, or writes on it.

Who may is said by `permission.py`. A board that one may not read looks empty; an article that one
may not read is listed without what it says, and is not there when it is asked for by its number.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import UNSET

from openmall.areas.community import passwords, permission
from openmall.areas.community.articles import rules as articles
from openmall.areas.community.articles import search, store
from openmall.areas.community.articles.shape import Article
from openmall.areas.community.articles.takes import (
    ArticleChange,
    ArticleDraft,
    ArticlePath,
    ArticleQuery,
)
from openmall.areas.community.boards import rules as boards
from openmall.areas.community.boards.shape import Board
from openmall.areas.community.comments import rules as comments
from openmall.areas.community.comments import store as comment_store
from openmall.areas.community.comments.shape import Comment
from openmall.areas.community.comments.takes import CommentDraft, CommentPath
from openmall.areas.community.permission import Shopper
from openmall.areas.community.posting.shape import Post, Remark, post, remark
from openmall.areas.community.posting.takes import (
    PostChange,
    PostDraft,
    PostQuery,
    RemarkDraft,
    RemarksOf,
)
from openmall.areas.customer.customers import rules as customers
from openmall.areas.customer.customers import signing_in
from openmall.areas.customer.customers import store as customer_store
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound, TooManyCalls
from openmall.contract.moments import moment

_A_MINUTE: Final = 60


async def listing(call: Call, query: PostQuery) -> Sequence[Post]:
    """Retrieve a list of the articles of a board that are displayed."""
    who = await _who(call)
    board = await boards.require(call, query.board_no)
    if not _open(board, who):
        return []
    found = await search.page(
        call,
        ArticleQuery(
            shop_no=query.shop_no,
            board_no=query.board_no,
            product_no=query.product_no,
            is_display="T",
            offset=query.offset,
            limit=query.limit,
        ),
    )
    shown = [each for each in found[: query.limit] if _displayed(call, each)]
    return [await _seen(call, board, each, who) for each in shown]


async def retrieve(call: Call, params: ArticlePath) -> Post:
    """Retrieve an article of a board, whose readers are counted."""
    who = await _who(call)
    board = await boards.require(call, params.board_no)
    article = await _readable(call, board, params, who)
    articles.opened(call, article.article_no)
    return await _seen(call, board, article, who)


async def write(call: Call, draft: PostDraft) -> Post:
    """Write an article on a board, or reply to one. `draft.password` is as it is kept."""
    who = await _who(call)
    _require_patience(call)
    board = await boards.require(call, draft.board_no)
    if draft.reply_article_no is UNSET:
        allowed = permission.may_write(board, who)
    else:
        above = ArticlePath(
            shop_no=draft.shop_no, board_no=draft.board_no, article_no=draft.reply_article_no
        )
        await _readable(call, board, above, who, parameter="reply_article_no")
        allowed = permission.may_reply(board, who)
    if not allowed:
        raise Forbidden("You may not write on this board.", parameter="board_no")
    writer = await _writer(call, draft, who)
    made = await articles.create(
        call,
        ArticleDraft(
            shop_no=draft.shop_no,
            board_no=draft.board_no,
            writer=writer,
            member_id=who.member_id,
            title=draft.title,
            content=draft.content,
            client_ip=call.ip,
            password=UNSET if who.member_id else draft.password,
            secret=draft.secret,
            rating=draft.rating,
            product_no=draft.product_no,
            board_category_no=draft.board_category_no,
            reply_article_no=draft.reply_article_no,
            attach_file_urls=draft.attach_file_urls,
        ),
    )
    return post(await store.get(call, made.board_no, made.article_no), own=True, readable=True)


async def prove(call: Call, params: PostChange) -> Callable[[], PostChange]:
    """Return the work that makes sure that a guest knows the password of what they change."""
    if params.password is UNSET:
        return lambda: params
    _require_patience(call)
    hashed = await store.password(call, params.board_no, params.article_no)
    return passwords.proved(params, hashed)


async def change(call: Call, params: PostChange) -> Post:
    """Update what a shopper wrote: a member their own, a guest with the password given to it."""
    who = await _who(call)
    await boards.require(call, params.board_no)
    article = await store.get(call, params.board_no, params.article_no)
    _require_own(article, who, proved=params.password is not UNSET)
    await articles.change(
        call,
        ArticleChange(
            shop_no=params.shop_no,
            board_no=params.board_no,
            article_no=params.article_no,
            title=params.title,
            content=params.content,
            rating=params.rating,
        ),
    )
    after = await store.get(call, params.board_no, params.article_no)
    return post(after, own=bool(who.member_id), readable=True)


async def delete(call: Call, params: ArticlePath) -> ArticlePath:
    """Delete what a member wrote."""
    who = await _who(call)
    await boards.require(call, params.board_no)
    article = await store.get(call, params.board_no, params.article_no)
    _require_own(article, who, proved=False)
    await articles.delete(call, params)
    return params


async def remarks(call: Call, query: RemarksOf) -> Sequence[Remark]:
    """Retrieve a list of the comments of an article that may be read."""
    who = await _who(call)
    board = await boards.require(call, query.board_no)
    article = await _readable(call, board, query, who)
    found = await comment_store.of_article(
        call, query.article_no, comment_no=None, limit=query.limit, offset=query.offset
    )
    return [_remark(article, each, who) for each in found]


async def comment(call: Call, draft: RemarkDraft) -> Remark:
    """Write a comment below an article. `draft.password` is as it is kept."""
    who = await _who(call)
    _require_patience(call)
    board = await boards.require(call, draft.board_no)
    article = await _readable(call, board, draft, who)
    if not permission.may_comment(board, who):
        raise Forbidden("You may not comment on this board.", parameter="board_no")
    writer = await _writer(call, draft, who)
    made = await comments.create(
        call,
        CommentDraft(
            shop_no=draft.shop_no,
            board_no=draft.board_no,
            article_no=draft.article_no,
            content=draft.content,
            writer=writer,
            password="" if who.member_id or draft.password is UNSET else draft.password,
            member_id=who.member_id,
            rating=draft.rating,
            secret=draft.secret,
            parent_comment_no=draft.parent_comment_no,
        ),
    )
    return remark(made, own=True, readable=True) if who.member_id else _remark(article, made, who)


async def delete_comment(call: Call, params: CommentPath) -> CommentPath:
    """Delete a comment that a member wrote."""
    who = await _who(call)
    await boards.require(call, params.board_no)
    found = await comment_store.find(call, params.article_no, params.comment_no)
    if found is None:
        raise NotFound("The comment does not exist.", parameter="comment_no")
    if not who.member_id or found[0].member_id != who.member_id:
        raise Forbidden("Somebody else wrote it.", parameter="comment_no")
    await comments.delete(call, params)
    return params


async def _who(call: Call) -> Shopper:
    """Return who looks at a board."""
    if call.shopper is None or not call.shopper.member_id:
        return Shopper()
    member_id = await signing_in.require(call)
    customer = await customers.find(call, member_id)
    return Shopper(
        member_id=member_id,
        group_no=customer.group_no,
        checked=customer.member_authentication == "T",
    )


async def _writer(call: Call, draft: PostDraft | RemarkDraft, who: Shopper) -> str:
    """Return how the author is called.

    Raises Invalid (422) for a guest without name or password.
    """
    if who.member_id:
        person = await customer_store.person(call, who.member_id)
        return person.nick_name or person.name or who.member_id
    if draft.writer is UNSET:
        raise Invalid("A guest says who writes.", parameter="writer")
    if draft.password is UNSET:
        raise Invalid("A guest gives a password.", parameter="password")
    return draft.writer


def _require_patience(call: Call) -> None:
    key = f"posting {call.mall.mall_id} {call.ip}"
    if not call.counters.update(key, permission.may_write_now, call.clock.now()):
        raise TooManyCalls("Too much is written from here.", retry_after=_A_MINUTE)


def _require_own(article: Article, who: Shopper, *, proved: bool) -> None:
    if who.member_id and article.member_id == who.member_id:
        return
    if proved and not article.member_id:
        return
    raise Forbidden("Somebody else wrote it.", parameter="article_no")


def _open(board: Board, who: Shopper) -> bool:
    closed = board.article_display_type == "F"
    members_only = board.article_display_type == "T" and not who.member_id
    return board.use_board == "T" and not closed and not members_only


def _hour(call: Call) -> int:
    return moment(call.clock.now()).hour


def _displayed(call: Call, article: Article) -> bool:
    shown = article.display == "T" and article.deleted == "F"
    return shown and permission.shown_at(article, _hour(call))


async def _may_read(call: Call, board: Board, article: Article, who: Shopper) -> bool:
    asked_by = article.member_id
    if article.secret == "T" and article.reply_depth:  # noqa: S105 - a flag, no password
        first = await store.find(call, article.board_no, article.thread_no)
        asked_by = "" if first is None else first.member_id
    return permission.may_read(board, article, who, hour=_hour(call), asked_by=asked_by)


async def _readable(
    call: Call,
    board: Board,
    path: ArticlePath,
    who: Shopper,
    *,
    parameter: str = "article_no",
) -> Article:
    """Return an article that a shopper may read. Raises NotFound (404), also for any other."""
    article = await store.get(call, path.board_no, path.article_no, parameter=parameter)
    if not await _may_read(call, board, article, who):
        raise NotFound("The article does not exist.", parameter=parameter)
    return article


async def _seen(call: Call, board: Board, article: Article, who: Shopper) -> Post:
    own = bool(who.member_id) and article.member_id == who.member_id
    return post(article, own=own, readable=await _may_read(call, board, article, who))


def _remark(article: Article, comment: Comment, who: Shopper) -> Remark:
    own = bool(who.member_id) and comment.member_id == who.member_id
    asked = bool(who.member_id) and article.member_id == who.member_id
    is_open = comment.secret == "F"  # noqa: S105 - a flag, no password
    return remark(comment, own=own, readable=own or asked or is_open)
