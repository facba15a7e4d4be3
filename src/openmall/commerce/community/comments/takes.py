"""The parameters of comments."""

from msgspec import UNSET, UnsetType

from openmall.commerce.community.articles.shape import Channel
from openmall.commerce.community.articles.takes import (
    ArticlePath,
    Files,
    MemberId,
    Password,
    Stars,
    Writer,
)
from openmall.commerce.community.boards.takes import BoardPath
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, StartDate


class CommentQuery(ArticlePath, frozen=True, kw_only=True):
    comment_no: EntityNo | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class BoardCommentQuery(BoardPath, frozen=True, kw_only=True):
    since_comment_no: EntityNo | UnsetType = UNSET
    """The last comment one has seen: those before it follow."""
    limit: Limit100 = 10


class CommentDraft(ArticlePath, frozen=True, kw_only=True):
    content: str
    writer: Writer
    password: Password
    member_id: MemberId = ""
    rating: Stars | UnsetType = UNSET
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    parent_comment_no: EntityNo | UnsetType = UNSET
    input_channel: Channel = "P"
    created_date: StartDate | UnsetType = UNSET
    attach_file_urls: Files = []


class CommentPath(ArticlePath, frozen=True, kw_only=True):
    comment_no: EntityNo
