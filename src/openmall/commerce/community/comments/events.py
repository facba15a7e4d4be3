"""Webhook events of comments. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar

from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.comments.shape import Comment
from openmall.contract.events import Event


class CommentAdded(Event, frozen=True, kw_only=True):
    """Event 90034: a comment was written."""

    event_no: ClassVar[int] = 90034

    board_no: int
    member_id: str
    writer: str
    comment_member_id: str
    comment_writer: str

    @classmethod
    def of(cls, article: Article, comment: Comment) -> "CommentAdded":
        """Return the event for a `comment` of an `article`."""
        return cls(
            event_shop_no=str(article.shop_no),
            board_no=article.board_no,
            member_id=article.member_id,
            writer=article.writer,
            comment_member_id=comment.member_id,
            comment_writer=comment.writer,
        )


class CommentDeleted(CommentAdded, frozen=True, kw_only=True):
    """Event 90037: a comment was deleted."""

    event_no: ClassVar[int] = 90037
