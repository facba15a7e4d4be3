"""The reader of a board, and the articles and comments they see."""

from openmall.commerce.community import permission
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.articles.takes import ArticlePath
from openmall.commerce.community.boards.shape import Board
from openmall.commerce.community.comments.shape import Comment
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.storefront_boards import authorship, conditions
from openmall.commerce.community.storefront_boards.shape import Post, Remark, post, remark
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def visitor(call: Call) -> Shopper:
    """Return the reader of a board; a guest has no member id."""
    if call.shopper is None or not call.shopper.member_id:
        return Shopper()
    member_id = await credentials.require(call)
    customer = await customer_rules.find(call, member_id)
    return Shopper(
        member_id=member_id,
        group_no=customer.group_no,
        checked=customer.member_authentication == "T",
    )


def is_open(board: Board, who: Shopper) -> bool:
    """Return whether a shopper may see articles of a board at all."""
    closed = board.article_display_type == "F"
    members_only = board.article_display_type == "T" and not who.member_id
    return board.use_board == "T" and not closed and not members_only


def is_displayed(call: Call, article: Article) -> bool:
    """Return whether lists show an article now."""
    shown = article.display == "T" and article.deleted == "F"
    return shown and permission.shown_at(article, _hour(call))


async def readable(
    call: Call,
    board: Board,
    path: ArticlePath,
    who: Shopper,
    *,
    parameter: str = "article_no",
) -> Article:
    """Return an article that a shopper may read. Raises NotFound (404), also for any other."""
    article = await article_store.get(call, path.board_no, path.article_no, parameter=parameter)
    if not await may_read(call, board, article, who):
        raise NotFound(DOES_NOT_EXIST, parameter=parameter, resource=Phrase("article"))
    return article


async def may_read(
    call: Call, board: Board, article: Article, who: Shopper, *, proved: bool = False
) -> bool:
    """Return whether a shopper may read an article; `proved`: they know its password."""
    asked_by = article.member_id
    if article.secret == "T" and article.reply_depth:  # noqa: S105 - a flag, no password
        first = await article_store.find(call, article.board_no, article.thread_no)
        asked_by = "" if first is None else first.member_id
    return permission.may_read(
        board, article, who, hour=_hour(call), asked_by=asked_by, proved=proved
    )


async def article_for(call: Call, board: Board, article: Article, who: Shopper) -> Post:
    """Return an article as a shopper sees it."""
    own = bool(who.member_id) and article.member_id == who.member_id
    article = await authorship.named_by_shop(call, article)
    return article_of_author(
        call, board, article, own=own, readable=await may_read(call, board, article, who)
    )


def article_of_author(
    call: Call, board: Board, article: Article, *, own: bool, readable: bool
) -> Post:
    """Return an article as its author sees it, or as others do."""
    writer = article.writer
    if not own and article.member_id:
        writer = conditions.protected_name(writer, board.author_protection)
    return post(article, writer=writer, own=own, readable=readable, origin=call.origin)


def comment_for(board: Board, article: Article, comment: Comment, who: Shopper) -> Remark:
    """Return a comment as a shopper sees it."""
    own = bool(who.member_id) and comment.member_id == who.member_id
    asked_by_them = bool(who.member_id) and article.member_id == who.member_id
    is_open = comment.secret == "F"  # noqa: S105 - a flag, no password
    return comment_of_author(board, comment, own=own, readable=own or asked_by_them or is_open)


def comment_of_author(board: Board, comment: Comment, *, own: bool, readable: bool) -> Remark:
    """Return a comment as its author sees it, or as others do."""
    writer = comment.writer
    if not own and comment.member_id:
        writer = conditions.protected_name(writer, board.comment_author_protection)
    return remark(comment, writer=writer, own=own, readable=readable)


def _hour(call: Call) -> int:
    return moment(call.clock.now()).hour
