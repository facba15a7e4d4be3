"""Parameters and answers of a shopper's own urgent inquiries. All of it is ours."""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.manufacturers import Email
from openmall.commerce.community.articles.takes import Files, Writer
from openmall.commerce.community.boards.shape import Title
from openmall.commerce.community.storefront_boards.takes import Content
from openmall.commerce.community.urgentinquiry import About, AttachedFile, Status
from openmall.commerce.customer.customers.takes import Phone
from openmall.contract.params import Limit100, Offset8000, ShopParams

Text100 = Annotated[str, Meta(max_length=100)]


class InquiryDraft(ShopParams, frozen=True, kw_only=True):
    """A shopper's inquiry, and the contact data of a guest."""

    title: Title
    content: Content
    article_type: Text100 = ""
    writer: Writer | UnsetType = UNSET
    """A guest's name; a member is called as the shop knows them."""
    writer_email: Email = ""
    phone: Phone = ""
    search_type: About = "P"
    keyword: Text100 = ""
    """The product or the order it is about."""
    attach_file_urls: Files = []


class OwnInquiries(ShopParams, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class OwnReply(Struct, frozen=True, kw_only=True):
    """The shop's answer."""

    created_date: datetime
    content: str
    attached_file_detail: list[AttachedFile]


class OwnInquiry(Struct, frozen=True, kw_only=True):
    """An inquiry of a shopper."""

    shop_no: int
    article_no: int
    article_type: str
    title: str
    content: str
    start_date: datetime
    reply_status: Status
    search_type: About
    keyword: str
    attached_file_detail: list[AttachedFile]
    reply: OwnReply | None
    """None: not answered yet."""
