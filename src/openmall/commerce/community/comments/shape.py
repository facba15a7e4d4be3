"""Answers about comments.

`content` is answered as it was sent; a page that shows it must clean it first. Specification:
"Boards articles comments"; "Boards comments".
"""

from datetime import datetime

from msgspec import Struct

from openmall.commerce.community.articles.shape import Channel, NumberedFile
from openmall.contract.params import Flag


class Link(Struct, frozen=True, kw_only=True):
    """Link to the next page of a list."""

    rel: str
    href: str


class Comment(Struct, frozen=True, kw_only=True):
    """A comment on an article."""

    shop_no: int
    board_no: int
    article_no: int
    comment_no: int
    content: str
    writer: str
    member_id: str = ""
    created_date: datetime
    client_ip: str = ""
    """Empty where an app wrote it."""
    rating: int = 0
    """1 to 5; 0: not rated."""
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    parent_comment_no: int | None = None
    input_channel: Channel = "P"
    attach_file_urls: list[NumberedFile]


class LinkedComment(Comment, frozen=True, kw_only=True):
    """A comment in a list of a whole board."""

    links: list[Link]
    """To the comments that come after it; empty after the last."""
