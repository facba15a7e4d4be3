"""The parameters of boards in the storefront. The operations are ours, after those of the admin
API.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.community.articles.takes import (
    ArticlePath,
    Files,
    Password,
    Stars,
    StarsOrNone,
    Writer,
)
from openmall.commerce.community.boards.shape import Title
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.comments.takes import CommentPath
from openmall.commerce.community.storefront_boards.challenge import Proof
from openmall.contract import patterns
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, ShopParams

Content = Annotated[str, Meta(min_length=1, max_length=65_535)]
ORDER_NO: Final = patterns.pattern(
    r"^[0-9]{8}-[0-9]{7,}\Z", "an order number, as in 20261121-0000001"
)
OrderNo = Annotated[str, Meta(pattern=ORDER_NO)]


class OwnPosts(ShopParams, frozen=True, kw_only=True):
    """Pages a member's own articles, on all boards or on one."""

    board_no: EntityNo | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class Opening(ArticlePath, frozen=True, kw_only=True):
    """The password of a secret article, or of the first of its thread."""

    password: Password


class PostQuery(BoardPath, frozen=True, kw_only=True):
    """Filters and pages the articles of a board, or of a product."""

    product_no: EntityNo | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class PostDraft(BoardPath, frozen=True, kw_only=True):
    """The fields of a new article."""

    title: Title
    content: Content
    writer: Writer | UnsetType = UNSET
    """A guest's name; a member is called as the shop knows them."""
    password: Password | UnsetType = UNSET
    """A guest's, with which they change it later."""
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    rating: Stars | UnsetType = UNSET
    product_no: EntityNo | UnsetType = UNSET
    board_category_no: EntityNo | UnsetType = UNSET
    reply_article_no: EntityNo | UnsetType = UNSET
    order_id: OrderNo | UnsetType = UNSET
    """With which the product was bought; a review finds it by itself."""
    attach_file_urls: Files = []
    proof: Proof | UnsetType = UNSET
    """Proof of work against spam, where the board requires it."""


class PostChange(ArticlePath, frozen=True, kw_only=True):
    """The changes to a shopper's own article; UNSET: left alone."""

    title: Title | UnsetType = UNSET
    content: Content | UnsetType = UNSET
    rating: StarsOrNone | UnsetType = UNSET
    deleted: Literal["T"] | UnsetType = UNSET
    """T: delete it; other fields are ignored."""
    password: Password | UnsetType = UNSET
    """A guest's, who proves with it to be the author."""


class RemarkQuery(ArticlePath, frozen=True, kw_only=True):
    """Pages the comments of an article."""

    offset: Offset8000 = 0
    limit: Limit100 = 10


class RemarkDraft(ArticlePath, frozen=True, kw_only=True):
    """The fields of a new comment."""

    content: Content
    writer: Writer | UnsetType = UNSET
    password: Password | UnsetType = UNSET
    rating: Stars | UnsetType = UNSET
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    parent_comment_no: EntityNo | UnsetType = UNSET
    proof: Proof | UnsetType = UNSET
    """Proof of work against spam, where the board requires it."""


class RemarkChange(CommentPath, frozen=True, kw_only=True):
    """The changes to a shopper's own comment; UNSET: left alone."""

    content: Content | UnsetType = UNSET
    secret: Flag | UnsetType = UNSET
    deleted: Literal["T"] | UnsetType = UNSET
    """T: delete it; other fields are ignored."""
    password: Password | UnsetType = UNSET
    """A guest's, who proves with it to be the author."""
