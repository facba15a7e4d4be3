"""Answers about articles: each operation shows the files in its own way.

`content` is answered as it was sent. It may be HTML of anybody: a page that shows it must clean it
first. Specification: "Boards articles"; its fields are those of `spec/parameters.tsv`.
"""

import mimetypes
import posixpath
from datetime import datetime
from typing import Any, Final, Literal

from msgspec import Struct

from openmall.contract.params import Flag
from openmall.contract.pictures import MADE

ReplyStatus = Literal["N", "P", "C"]
"""N not answered, P being worked on, C answered."""
Channel = Literal["P", "M"]
"""Written at a P computer, M mobile phone."""

DELETED: Final[dict[str, Any]] = {
    "deleted": "T",
    "display": "F",
    "notice": "F",
    "fixed": "F",
    "rating": 0,
    "files": [],
    **dict.fromkeys(
        ("title", "content", "writer", "writer_email", "member_id", "nick_name", "client_ip",
         "order_id", "portalpay_review_id"),
        "",
    ),
}  # fmt: skip
"""A deleted article with replies: only its place in the thread remains."""


class File(Struct, frozen=True, kw_only=True):
    """A file attached to an article or a comment, by its address; that of a picture of the shop's
    own files is stored as a path."""

    name: str
    url: str


class NumberedFile(Struct, frozen=True, kw_only=True):
    no: int
    name: str
    url: str


class FileDetail(Struct, frozen=True, kw_only=True):
    """A file as given when it is attached; null: known only after opening the file."""

    no: int
    path: str
    name: str
    size: int | None = None
    source: str
    type: str
    ext: str
    width: int | None = None
    height: int | None = None
    thumb: str | None = None


class ArticleFields(Struct, frozen=True, kw_only=True):
    """Fields of an article in every response."""

    shop_no: int
    article_no: int
    parent_article_no: int
    """The article it replies to; its own number if it replies to none."""
    board_no: int
    product_no: int | None = None
    category_no: int | None = None
    board_category_no: int | None = None
    reply_sequence: int = 1
    """Position in the thread from the top; the first article has 1."""
    reply_depth: int = 0
    """Depth below the first article of the thread."""
    created_date: datetime
    writer: str
    writer_email: str = ""
    member_id: str = ""
    title: str
    content: str
    client_ip: str
    nick_name: str = ""
    rating: int = 0
    """1 to 5; 0: not rated."""
    reply_mail: Literal["Y", "N"] = "N"
    """Y: its author wants mail when it is answered."""
    display: Flag = "T"
    secret: Flag = "F"  # noqa: S105 - a flag, no password
    notice: Flag = "F"
    fixed: Flag = "F"
    deleted: Flag = "F"
    input_channel: Channel = "P"
    order_id: str = ""
    hit: int = 0
    """Number of views in the storefront."""
    reply: Flag = "F"
    """T: it replies to another article."""
    reply_user_id: str = ""
    reply_status: ReplyStatus | None = None
    portalpay_review_id: str = ""


class Article(ArticleFields, frozen=True, kw_only=True):
    """An article as stored."""

    thread_no: int
    """The first article of its thread."""
    thread_date: int
    standing: int
    """Rank of its thread: 2 notice, 1 fixed, 0 any other; higher ranks are listed first."""
    supplier_id: str = ""
    sales_channel: str = ""
    files: list[File] = []
    comment_count: int = 0
    start_hour: int | None = None
    end_hour: int | None = None


class ListedArticle(ArticleFields, frozen=True, kw_only=True):
    supplier_id: str
    """The supplier whose users wrote it; empty for other authors."""
    attach_file_urls: list[NumberedFile]
    display_time: Flag
    """T: shown only from one hour to another, every day."""
    display_time_start_hour: int | None
    display_time_end_hour: int | None


class CreatedArticle(ArticleFields, frozen=True, kw_only=True):
    attached_file_detail: list[FileDetail]


class ChangedArticle(ArticleFields, frozen=True, kw_only=True):
    attached_file_urls: list[NumberedFile]
    display_time: Flag
    display_time_start_hour: str | None
    display_time_end_hour: str | None


class ArticleKey(Struct, frozen=True, kw_only=True):
    """Identifies a deleted article."""

    shop_no: int
    board_no: int
    article_no: int


def _written(article: Article) -> dict[str, Any]:
    return {name: getattr(article, name) for name in ArticleFields.__struct_fields__}


def numbered(files: list[File], origin: str) -> list[NumberedFile]:
    """Return files with their numbers, from 1; `origin`: that of the shop's own files."""
    return [
        NumberedFile(no=no, name=each.name, url=_address(each, origin))
        for no, each in enumerate(files, 1)
    ]


def _address(file: File, origin: str) -> str:
    return origin + file.url if file.url.startswith(MADE) else file.url


def stored_address(sent: str, origin: str) -> str:
    """Return the address of a file as stored: of a picture that the shop made, its path."""
    own = sent.removeprefix(origin)
    return own if own.startswith(MADE) else sent


def _timed(article: Article) -> Flag:
    return "F" if article.start_hour is None else "T"


def listed(article: Article, origin: str) -> ListedArticle:
    """Return an article as lists show it."""
    return ListedArticle(
        **_written(article),
        supplier_id=article.supplier_id,
        attach_file_urls=numbered(article.files, origin),
        display_time=_timed(article),
        display_time_start_hour=article.start_hour,
        display_time_end_hour=article.end_hour,
    )


def created(article: Article, origin: str) -> CreatedArticle:
    """Return an article as it is answered to who created it."""
    details = [_detail(no, each, origin) for no, each in enumerate(article.files, 1)]
    return CreatedArticle(**_written(article), attached_file_detail=details)


def changed(article: Article, origin: str) -> ChangedArticle:
    """Return an article as it is answered to who changed it."""
    hours = [None if hour is None else str(hour) for hour in (article.start_hour, article.end_hour)]
    return ChangedArticle(
        **_written(article),
        attached_file_urls=numbered(article.files, origin),
        display_time=_timed(article),
        display_time_start_hour=hours[0],
        display_time_end_hour=hours[1],
    )


def _detail(no: int, file: File, origin: str) -> FileDetail:
    address = _address(file, origin)
    return FileDetail(
        no=no,
        path=address,
        name=address,
        source=file.name,
        type=mimetypes.guess_type(file.name)[0] or "application/octet-stream",
        ext=posixpath.splitext(file.name)[1].removeprefix(".").lower(),
    )
