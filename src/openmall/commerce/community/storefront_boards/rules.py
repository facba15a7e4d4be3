"""The operations of shoppers on boards and articles.

Permissions are in `permission.py`, conditions on content in `conditions.py`. A board without read
permission looks empty; an article without read permission is listed without its content, and is
NotFound (404) by its number.
"""

from collections.abc import Callable, Sequence

from msgspec import UNSET

from openmall.commerce.community import passwords, permission
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles import search as article_search
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.articles.takes import (
    ArticleChange,
    ArticleDraft,
    ArticlePath,
    ArticleQuery,
)
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.storefront_boards import (
    authorship,
    challenge,
    conditions,
    visibility,
)
from openmall.commerce.community.storefront_boards.challenge import Challenge
from openmall.commerce.community.storefront_boards.refusals import (
    BOARD_NOT_WRITABLE,
    BOARD_POSTS_UNCHANGEABLE,
)
from openmall.commerce.community.storefront_boards.shape import OpenBoard, Post
from openmall.commerce.community.storefront_boards.takes import (
    Opening,
    OwnPosts,
    PostChange,
    PostDraft,
    PostQuery,
)
from openmall.commerce.customer.customers import credentials
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def list_boards(call: Call, params: ShopParams) -> Sequence[OpenBoard]:
    """Retrieve a list of the boards a shopper may read, and what they may do there."""
    who = await visibility.visitor(call)
    return [
        OpenBoard(
            shop_no=call.shop_no,
            board_no=board.board_no,
            board_type=board.board_type,
            board_name=board.board_name,
            board_guide=board.board_guide,
            categories=board.categories if board.use_category == "T" else [],
            attached_file=board.attached_file,
            secret_only=board.secret_only,
            titles=board.admin_title_fixed.admin_title_list
            if board.admin_title_fixed.is_use == "T"
            else [],
            may_write="T" if permission.may_write(board, who) else "F",
            may_reply="T" if permission.may_reply(board, who) else "F",
            may_comment="T" if permission.may_comment(board, who) else "F",
        )
        for board in await board_rules.every(call)
        if board.use_display == "T" and visibility.is_open(board, who)
    ]


async def ask_challenge(call: Call, params: BoardPath) -> Challenge:
    """Retrieve a challenge that proves, once answered, that no machine writes."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    return challenge.issue(call, board, who, params)


async def listing(call: Call, query: PostQuery) -> Sequence[Post]:
    """Retrieve a list of the articles of a board that are displayed."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, query.board_no)
    if not visibility.is_open(board, who):
        return []
    found = await article_search.page(
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
    shown = [each for each in found[: query.limit] if visibility.is_displayed(call, each)]
    return [await visibility.article_for(call, board, each, who) for each in shown]


async def own(call: Call, query: OwnPosts) -> Sequence[Post]:
    """Retrieve a list of what the member wrote, the newest first, also what awaits the shop."""
    member_id = await credentials.require(call)
    found = await article_search.of_member(
        call,
        member_id,
        board_no=None if query.board_no is UNSET else query.board_no,
        limit=query.limit,
        offset=query.offset,
    )
    every = {board.board_no: board for board in await board_rules.every(call)}
    return [
        visibility.article_of_author(call, every[each.board_no], each, own=True, readable=True)
        for each in found
    ]


async def retrieve(call: Call, params: ArticlePath) -> Post:
    """Retrieve an article of a board, whose readers are counted."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    article = await visibility.readable(call, board, params, who)
    article_rules.opened(call, article.article_no)
    return await visibility.article_for(call, board, article, who)


async def prove_opening(call: Call, params: Opening) -> Callable[[], Opening]:
    """Return the work that verifies the password of a thread's first article.

    Of a reply it is that of the article it replies to in the end, or its own.
    """
    await posting_limits.count(call, "posting")
    await board_rules.require(call, params.board_no)
    found = await article_store.get(call, params.board_no, params.article_no)
    number, hashed = await _password_of(call, found)
    return await passwords.check_password(call, params, hashed, f"article {number}")


async def _password_of(call: Call, article: Article) -> tuple[int, str]:
    """Return the article whose password opens an article, and the hash of the password."""
    hashed = await article_store.password(call, article.board_no, article.article_no)
    if hashed:
        return article.article_no, hashed
    thread_no = article.thread_no
    return thread_no, await article_store.password(call, article.board_no, thread_no)


async def open_secret(call: Call, params: Opening) -> Post:
    """Read a secret article with its password."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    article = await article_store.get(call, params.board_no, params.article_no)
    if not await visibility.may_read(call, board, article, who, proved=True):
        raise NotFound(DOES_NOT_EXIST, parameter="article_no", resource=Phrase("article"))
    number, _ = await _password_of(call, article)
    await passwords.forget_guesses(call, f"article {number}")
    article_rules.opened(call, article.article_no)
    article = await authorship.named_by_shop(call, article)
    return visibility.article_of_author(call, board, article, own=False, readable=True)


async def write(call: Call, draft: PostDraft) -> Post:
    """Write an article on a board, or reply to one.

    Its `password` is stored as a hash.
    """
    who = await visibility.visitor(call)
    await posting_limits.count(call, "posting")
    board = await board_rules.require(call, draft.board_no)
    if draft.reply_article_no is UNSET:
        allowed = permission.may_write(board, who)
    else:
        above = ArticlePath(
            shop_no=draft.shop_no, board_no=draft.board_no, article_no=draft.reply_article_no
        )
        await visibility.readable(call, board, above, who, parameter="reply_article_no")
        allowed = permission.may_reply(board, who)
    if not allowed:
        raise Forbidden(BOARD_NOT_WRITABLE, parameter="board_no")
    order_id = await conditions.require(call, board, draft, who)
    article = await article_rules.add(
        call,
        ArticleDraft(
            shop_no=draft.shop_no,
            board_no=draft.board_no,
            writer=await authorship.writer(call, draft, who, board.author_display),
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
            order_id=order_id,
            attach_file_urls=draft.attach_file_urls,
        ),
        display="F" if board.admin_confirm == "T" else "T",
    )
    return visibility.article_of_author(call, board, article, own=True, readable=True)


async def prove(call: Call, params: PostChange) -> Callable[[], PostChange]:
    """Return the work that makes sure that a guest knows the password of what they change."""
    if params.password is UNSET:
        return lambda: params
    await posting_limits.count(call, "posting")
    hashed = await article_store.password(call, params.board_no, params.article_no)
    return await passwords.check_password(call, params, hashed, f"article {params.article_no}")


async def change(call: Call, params: PostChange) -> Post:
    """Update what a shopper wrote: a member their own, a guest with the password given to it."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    article = await article_store.get(call, params.board_no, params.article_no)
    proved = params.password is not UNSET
    if proved:
        await passwords.forget_guesses(call, f"article {params.article_no}")
    authorship.require_own(article.member_id, who, proved=proved, parameter="article_no")
    own = bool(who.member_id)
    path = ArticlePath(
        shop_no=params.shop_no, board_no=params.board_no, article_no=params.article_no
    )
    if params.deleted is not UNSET:
        await article_rules.delete(call, path)
        return visibility.article_of_author(call, board, article, own=own, readable=True)
    if board.write_permission_extra.post_editable == "F":
        raise Invalid(BOARD_POSTS_UNCHANGEABLE, parameter="article_no")
    conditions.require_words(board, params)
    await article_rules.change(
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
    after = await article_store.get(call, params.board_no, params.article_no)
    return visibility.article_of_author(call, board, after, own=own, readable=True)


async def delete(call: Call, params: ArticlePath) -> ArticlePath:
    """Delete what a member wrote."""
    who = await visibility.visitor(call)
    await board_rules.require(call, params.board_no)
    article = await article_store.get(call, params.board_no, params.article_no)
    authorship.require_own(article.member_id, who, proved=False, parameter="article_no")
    await article_rules.delete(call, params)
    return params
