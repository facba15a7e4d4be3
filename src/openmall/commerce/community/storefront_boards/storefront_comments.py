"""The operations of shoppers on comments."""

from collections.abc import Callable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.community import passwords, permission
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.comments import rules as comment_rules
from openmall.commerce.community.comments import store as comment_store
from openmall.commerce.community.comments.shape import Comment
from openmall.commerce.community.comments.takes import CommentDraft, CommentPath
from openmall.commerce.community.storefront_boards import authorship, challenge, visibility
from openmall.commerce.community.storefront_boards.refusals import BOARD_NOT_COMMENTABLE
from openmall.commerce.community.storefront_boards.shape import Remark
from openmall.commerce.community.storefront_boards.takes import (
    RemarkChange,
    RemarkDraft,
    RemarkQuery,
)
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def listing(call: Call, query: RemarkQuery) -> Sequence[Remark]:
    """Retrieve a list of the comments of an article that may be read."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, query.board_no)
    article = await visibility.readable(call, board, query, who)
    found = await comment_store.of_article(
        call, query.article_no, comment_no=None, limit=query.limit, offset=query.offset
    )
    return [visibility.comment_for(board, article, each, who) for each in found]


async def write(call: Call, draft: RemarkDraft) -> Remark:
    """Write a comment below an article.

    Its `password` is stored as a hash.
    """
    who = await visibility.visitor(call)
    await posting_limits.count(call, "posting")
    board = await board_rules.require(call, draft.board_no)
    article = await visibility.readable(call, board, draft, who)
    if not permission.may_comment(board, who):
        raise Forbidden(BOARD_NOT_COMMENTABLE, parameter="board_no")
    if challenge.applies(board, who, scope="comment"):
        await challenge.require(call, draft.proof)
    comment = await comment_rules.create(
        call,
        CommentDraft(
            shop_no=draft.shop_no,
            board_no=draft.board_no,
            article_no=draft.article_no,
            content=draft.content,
            writer=await authorship.writer(call, draft, who, board.comment_author_display),
            password="" if who.member_id or draft.password is UNSET else draft.password,
            member_id=who.member_id,
            rating=draft.rating,
            secret=draft.secret,
            parent_comment_no=draft.parent_comment_no,
        ),
    )
    if who.member_id:
        return visibility.comment_of_author(board, comment, own=True, readable=True)
    return visibility.comment_for(board, article, comment, who)


async def prove(call: Call, params: RemarkChange) -> Callable[[], RemarkChange]:
    """Return the work that makes sure that a guest knows the password of what they change."""
    if params.password is UNSET:
        return lambda: params
    await posting_limits.count(call, "posting")
    hashed = await comment_store.password(call, params.article_no, params.comment_no)
    return await passwords.check_password(call, params, hashed, f"comment {params.comment_no}")


async def change(call: Call, params: RemarkChange) -> Remark:
    """Update a comment: a member their own, a guest with the password given to it.

    Identical content is NotModified (409).
    """
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    # who changes it reads the article it is about
    await visibility.readable(call, board, params, who)
    before = await _found(call, params)
    proved = params.password is not UNSET
    if proved:
        await passwords.forget_guesses(call, f"comment {params.comment_no}")
    authorship.require_own(before.member_id, who, proved=proved, parameter="comment_no")
    own = bool(who.member_id)
    if params.deleted is not UNSET:
        await comment_rules.delete(call, params)
        return visibility.comment_of_author(board, before, own=own, readable=True)
    after = replace(
        before,
        content=before.content if params.content is UNSET else params.content,
        secret=before.secret if params.secret is UNSET else params.secret,
    )
    if after == before:
        raise NotModified()
    await comment_store.change(call, after)
    return visibility.comment_of_author(board, after, own=own, readable=True)


async def delete(call: Call, params: CommentPath) -> CommentPath:
    """Delete a comment that a member wrote."""
    who = await visibility.visitor(call)
    await board_rules.require(call, params.board_no)
    found = await _found(call, params)
    authorship.require_own(found.member_id, who, proved=False, parameter="comment_no")
    await comment_rules.delete(call, params)
    return params


async def _found(call: Call, params: CommentPath) -> Comment:
    found = await comment_store.find(call, params.article_no, params.comment_no)
    if found is None or found[0].board_no != params.board_no:
        raise NotFound(DOES_NOT_EXIST, parameter="comment_no", resource=Phrase("comment"))
    return found[0]
