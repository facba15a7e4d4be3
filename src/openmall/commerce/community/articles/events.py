"""Webhook events of articles. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar

from openmall.commerce.community.articles.shape import Article
from openmall.contract.events import Event
from openmall.contract.params import Flag


class PostDeleted(Event, frozen=True, kw_only=True):
    """Event 90036: an article was deleted."""

    event_no: ClassVar[int] = 90036

    board_no: int
    no: int
    member_id: str
    writer: str

    @classmethod
    def of(cls, article: Article) -> "PostDeleted":
        """Return the event for `article`."""
        return cls(
            event_shop_no=str(article.shop_no),
            board_no=article.board_no,
            no=article.article_no,
            member_id=article.member_id,
            writer=article.writer,
        )


class PostCreated(Event, frozen=True, kw_only=True):
    """Event 90033: an article was written."""

    event_no: ClassVar[int] = 90033

    board_no: int
    no: int
    has_parent: Flag
    member_id: str
    writer: str

    @classmethod
    def of(cls, article: Article) -> "PostCreated":
        """Return the event for `article`."""
        return cls(
            event_shop_no=str(article.shop_no),
            board_no=article.board_no,
            no=article.article_no,
            has_parent="T" if article.reply_depth else "F",
            member_id=article.member_id,
            writer=article.writer,
        )


class PostUpdated(PostCreated, frozen=True, kw_only=True):
    """Event 90039: an article was changed."""

    event_no: ClassVar[int] = 90039
