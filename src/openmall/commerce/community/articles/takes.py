"""The parameters of articles."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.manufacturers import Email
from openmall.commerce.community.articles.shape import Channel, ReplyStatus
from openmall.commerce.community.boards.shape import Link, LinkOrNone, Title
from openmall.commerce.community.boards.takes import BoardPath
from openmall.contract import patterns
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Offset8000,
    StartDate,
)
from openmall.contract.ranges import compared_by

HOUR: Final = patterns.pattern(r"^([01]?[0-9]|2[0-3])?\Z", "an hour from 0 to 23")

Writer = Annotated[str, Meta(min_length=1, max_length=100)]
MemberId = Annotated[str, Meta(max_length=20)]
Text20 = Annotated[str, Meta(max_length=20)]
Stars = Annotated[int, Meta(ge=1, le=5)]
StarsOrNone = Annotated[int, Meta(ge=0, le=5)]
"""0: none are given, as is returned."""
Password = Annotated[str, Meta(min_length=1, max_length=20)]
Hour = Annotated[str, Meta(pattern=HOUR)]
"""0 to 23; empty: at any time."""
SupplierId = Annotated[
    str, Meta(min_length=4, max_length=16, pattern=patterns.SMALL_LETTERS_AND_DIGITS)
]
MOST_FILES: Final = 5


class FileDraft(Struct, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    url: Link


Files = Annotated[list[FileDraft], Meta(max_length=MOST_FILES)]


class ArticleQuery(BoardPath, frozen=True, kw_only=True):
    board_category_no: EntityNo | UnsetType = UNSET
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    input_channel: Channel | UnsetType = UNSET
    search: Literal["subject", "content", "writer_name", "product", "member_id"] | UnsetType = UNSET
    """Field searched for `keyword`; default: subject and content."""
    keyword: str | UnsetType = UNSET
    """Case-insensitive; no character is a wildcard."""
    reply_status: ReplyStatus | UnsetType = UNSET
    comment: Flag | UnsetType = UNSET
    attached_file: Flag | UnsetType = UNSET
    article_type: list[Literal["all", "normal", "notice", "fixed"]] | UnsetType = UNSET
    product_no: EntityNo | UnsetType = UNSET
    has_product: Flag | UnsetType = UNSET
    is_notice: Flag | UnsetType = UNSET
    is_display: Flag | UnsetType = UNSET
    supplier_id: SupplierId | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10
    article_no: list[EntityNo] | UnsetType = UNSET


class ArticleDraft(BoardPath, frozen=True, kw_only=True):
    writer: Writer
    title: Title
    content: str
    client_ip: str
    reply_article_no: EntityNo | UnsetType = UNSET
    created_date: StartDate | UnsetType = UNSET
    writer_email: Email = ""
    member_id: MemberId = ""
    notice: Flag = "F"
    fixed: Flag = "F"
    deleted: Flag = "F"
    reply: Flag = "F"
    rating: Stars | UnsetType = UNSET
    sales_channel: Text20 = ""
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    password: Password | UnsetType = UNSET
    reply_mail: Literal["Y", "N"] = "N"
    board_category_no: EntityNo | UnsetType = UNSET
    nick_name: Annotated[str, Meta(max_length=50)] = ""
    input_channel: Channel = "P"
    reply_user_id: Text20 = ""
    reply_status: ReplyStatus | UnsetType = UNSET
    product_no: EntityNo | UnsetType = UNSET
    category_no: EntityNo | UnsetType = UNSET
    order_id: Annotated[str, Meta(max_length=32)] = ""
    portalpay_review_id: Text20 = ""
    attach_file_urls: Files = []


class ArticlePath(BoardPath, frozen=True, kw_only=True):
    article_no: EntityNo


class ArticleChange(ArticlePath, frozen=True, kw_only=True):
    title: Title | UnsetType = UNSET
    content: str | UnsetType = UNSET
    rating: StarsOrNone | UnsetType = UNSET
    sales_channel: Text20 | UnsetType = UNSET
    board_category_no: EntityNo | UnsetType = UNSET
    display: Flag | UnsetType = UNSET
    notice: Flag | UnsetType = UNSET
    fixed: Flag | UnsetType = UNSET
    display_time_start_hour: Annotated[
        Hour | UnsetType, compared_by("what is displayed may pass midnight")
    ] = UNSET
    display_time_end_hour: Hour | UnsetType = UNSET
    attach_file_url1: LinkOrNone | UnsetType = UNSET
    attach_file_url2: LinkOrNone | UnsetType = UNSET
    attach_file_url3: LinkOrNone | UnsetType = UNSET
    attach_file_url4: LinkOrNone | UnsetType = UNSET
    attach_file_url5: LinkOrNone | UnsetType = UNSET
    """Address of the first to fifth file; empty: that file is taken away."""
