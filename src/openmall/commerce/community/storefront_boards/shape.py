"""Articles and comments as shoppers see them: without addresses, mail and order numbers."""

from datetime import datetime

from msgspec import Struct

from openmall.commerce.community.articles.shape import Article, NumberedFile, ReplyStatus, numbered
from openmall.commerce.community.boards.shape import BoardCategory, BoardType
from openmall.commerce.community.comments.shape import Comment
from openmall.contract.params import Flag


class OpenBoard(Struct, frozen=True, kw_only=True):
    """A board that a shopper may read."""

    shop_no: int
    board_no: int
    board_type: BoardType
    board_name: str
    board_guide: str
    categories: list[BoardCategory]
    attached_file: Flag
    secret_only: Flag
    titles: list[str]
    """One of them is the title of an article; empty: any may be."""
    may_write: Flag
    may_reply: Flag
    may_comment: Flag


class Post(Struct, frozen=True, kw_only=True):
    """An article of a board; what is secret has no title, content, writer or files for others."""

    shop_no: int
    board_no: int
    article_no: int
    parent_article_no: int
    reply_depth: int
    product_no: int | None
    board_category_no: int | None
    created_date: datetime
    writer: str
    title: str
    content: str
    rating: int
    secret: Flag
    notice: Flag
    fixed: Flag
    hit: int
    reply_status: ReplyStatus | None
    comment_count: int
    attach_file_urls: list[NumberedFile]
    bought: Flag
    """T: the author bought the product it is about."""
    display: Flag
    """F: others see it once the shop has confirmed it."""
    own: Flag
    """T: the member who asks wrote it."""


class Remark(Struct, frozen=True, kw_only=True):
    """A comment; what is secret has no content and writer for others."""

    shop_no: int
    board_no: int
    article_no: int
    comment_no: int
    parent_comment_no: int | None
    created_date: datetime
    writer: str
    content: str
    rating: int
    secret: Flag
    own: Flag


def post(article: Article, *, writer: str, own: bool, readable: bool, origin: str) -> Post:
    """Return an article as a shopper sees it; `writer` may be masked.

    `origin`: that of the shop's own files.
    """
    return Post(
        shop_no=article.shop_no,
        board_no=article.board_no,
        article_no=article.article_no,
        parent_article_no=article.parent_article_no,
        reply_depth=article.reply_depth,
        product_no=article.product_no,
        board_category_no=article.board_category_no,
        created_date=article.created_date,
        writer=writer if readable else "",
        title=article.title if readable else "",
        content=article.content if readable else "",
        rating=article.rating,
        secret=article.secret,
        notice=article.notice,
        fixed=article.fixed,
        hit=article.hit,
        reply_status=article.reply_status,
        comment_count=article.comment_count,
        attach_file_urls=numbered(article.files, origin) if readable else [],
        bought="T" if article.order_id else "F",
        display=article.display,
        own="T" if own else "F",
    )


def remark(comment: Comment, *, writer: str, own: bool, readable: bool) -> Remark:
    """Return a comment as a shopper sees it."""
    return Remark(
        shop_no=comment.shop_no,
        board_no=comment.board_no,
        article_no=comment.article_no,
        comment_no=comment.comment_no,
        parent_comment_no=comment.parent_comment_no,
        created_date=comment.created_date,
        writer=writer if readable else "",
        content=comment.content if readable else "",
        rating=comment.rating,
        secret=comment.secret,
        own="T" if own else "F",
    )
