"""The operations on comments."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import asdict

from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.shape import File, numbered
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.comments import store as comment_store
from openmall.commerce.community.comments.events import CommentAdded, CommentDeleted
from openmall.commerce.community.comments.shape import Comment, Link, LinkedComment
from openmall.commerce.community.comments.takes import (
    BoardCommentQuery,
    CommentDraft,
    CommentPath,
    CommentQuery,
)
from openmall.commerce.customer.redaction import redacted
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences_from_nothing
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences

_PLAIN: Final = frozenset(
    (
        "shop_no", "board_no", "article_no", "comment_no", "member_id", "created_date", "rating",
        "secret", "parent_comment_no", "input_channel",
    )
)  # fmt: skip
"""Fields of a comment in the activity log; `member_id` finds the entries of a data subject."""


async def list_of_article(call: Call, query: CommentQuery) -> Sequence[Comment]:
    """Retrieve a list of comments of an article, oldest first, replies below each."""
    await board_rules.require(call, query.board_no)
    await article_store.get(call, query.board_no, query.article_no)
    return await comment_store.of_article(
        call,
        query.article_no,
        comment_no=None if query.comment_no is UNSET else query.comment_no,
        limit=query.limit,
        offset=query.offset,
    )


async def list_of_board(call: Call, query: BoardCommentQuery) -> Sequence[LinkedComment]:
    """Retrieve a list of comments of a board, newest first.

    Each tells where the list goes on after it.
    """
    await board_rules.require(call, query.board_no)
    since = None if query.since_comment_no is UNSET else query.since_comment_no
    found = await comment_store.of_board(call, query.board_no, since=since, limit=query.limit + 1)
    last = found[-1].comment_no if found else 0
    address = f"{call.origin}{call.path}"
    return [
        LinkedComment(
            **{name: getattr(each, name) for name in Comment.__struct_fields__},
            links=[
                Link(
                    rel="next",
                    href=f"{address}?since_comment_no={each.comment_no}&limit={query.limit}",
                )
            ]
            if each.comment_no != last
            else [],
        )
        for each in found[: query.limit]
    ]


async def create(call: Call, draft: CommentDraft) -> Comment:
    """Create a comment of an article.

    Its `password` is stored as a hash.
    """
    await board_rules.require(call, draft.board_no)
    article = await article_store.get(call, draft.board_no, draft.article_no, to_change=True)
    number = await sequences.allocate(call.db, "article_comment")
    thread_no, parent_no = number, None
    if draft.parent_comment_no is not UNSET:
        parent_no = draft.parent_comment_no
        found = await comment_store.find(call, article.article_no, parent_no)
        if found is None:
            raise NotFound(
                DOES_NOT_EXIST, parameter="parent_comment_no", resource=Phrase("comment")
            )
        thread_no = found[1]
    now = call.clock.now() if draft.created_date is UNSET else draft.created_date
    comment = Comment(
        shop_no=call.shop_no,
        board_no=article.board_no,
        article_no=article.article_no,
        comment_no=number,
        content=draft.content,
        writer=draft.writer,
        member_id=draft.member_id,
        created_date=moment(now),
        rating=0 if draft.rating is UNSET else draft.rating,
        secret=draft.secret,
        parent_comment_no=parent_no,
        input_channel=draft.input_channel,
        attach_file_urls=numbered([File(**asdict(each)) for each in draft.attach_file_urls], ""),
    )
    await comment_store.add(call, comment, thread_no=thread_no, password=draft.password)
    await article_store.commented(call, article.article_no, 1)
    call.publish(CommentAdded.of(article, comment))
    _log(call, comment, differences_from_nothing(comment))
    return comment


def _log(call: Call, comment: Comment, changes: Changes) -> None:
    """Log a change of a comment without its text, which the log entry outlives."""
    subject = f"comment {comment.comment_no} of article {comment.article_no}"
    call.journal(subject, redacted(changes, plain=_PLAIN))


async def delete(call: Call, params: CommentPath) -> Comment:
    """Delete a comment of an article; what replies to it stays."""
    await board_rules.require(call, params.board_no)
    article = await article_store.get(call, params.board_no, params.article_no, to_change=True)
    found = await comment_store.find(call, article.article_no, params.comment_no)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="comment_no", resource=Phrase("comment"))
    comment, _ = found
    await comment_store.remove(call, comment)
    await article_store.commented(call, article.article_no, -1)
    call.publish(CommentDeleted.of(article, comment))
    gone: Changes = {name: (getattr(comment, name), None) for name in ("member_id", "content")}
    _log(call, comment, gone)
    return comment
