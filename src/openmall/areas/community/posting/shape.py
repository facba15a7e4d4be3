"""Articles and comments as shoppers see them: without addresses, mail and order numbers."""

from datetime import datetime

from msgspec import Struct

from openmall.areas.community.articles.shape import Article, NumberedFile, ReplyStatus, numbered
from openmall.areas.community.comments.shape import Comment
from openmall.contract.params import Flag


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
    own: Flag
    """T: the member who asks wrote it."""


class Remark(Struct, frozen=True, kw_only=True):
    """A comment; what is secret has no content for others."""

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


def post(article: Article, *, own: bool, readable: bool) -> Post:
    """Return an article as a shopper sees it."""
    return Post(
        shop_no=article.shop_no,
        board_no=article.board_no,
        article_no=article.article_no,
        parent_article_no=article.parent_article_no,
        reply_depth=article.reply_depth,
        product_no=article.product_no,
        board_category_no=article.board_category_no,
        created_date=article.created_date,
        writer=article.writer if readable else "",
        title=article.title if readable else "",
        content=article.content if readable else "",
        rating=article.rating,
        secret=article.secret,
        notice=article.notice,
        fixed=article.fixed,
        hit=article.hit,
        reply_status=article.reply_status,
        comment_count=article.comment_count,
        attach_file_urls=numbered(article.files) if readable else [],
        own="T" if own else "F",
    )


def remark(comment: Comment, *, own: bool, readable: bool) -> Remark:
    """Return a comment as a shopper sees it."""
    return Remark(
        shop_no=comment.shop_no,
        board_no=comment.board_no,
        article_no=comment.article_no,
        comment_no=comment.comment_no,
        parent_comment_no=comment.parent_comment_no,
        created_date=comment.created_date,
        writer=comment.writer,
        content=comment.content if readable else "",
        rating=comment.rating,
        secret=comment.secret,
        own="T" if own else "F",
    )
