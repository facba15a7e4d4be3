"""Articles with pictures, as members write them on pages of the shop. No API has these operations.

Pictures are decoded and encoded again (`media/workshop.py`), and stored as paths of the shop's own
files. Guests attach none: a stored picture has a member who answers for it.
"""

import posixpath
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.limits import leaky_bucket
from openmall.commerce.community import permission
from openmall.commerce.community.article_service import attached_files
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.takes import MOST_FILES, ArticlePath, FileDraft
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.shape import Link
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.storefront_boards import (
    authorship,
    conditions,
    rules,
    visibility,
)
from openmall.commerce.community.storefront_boards.refusals import (
    ATTACHED_PICTURE_TOO_LARGE,
    BOARD_NOT_WRITABLE,
    BOARD_WITHOUT_FILES,
    TOO_MANY_ATTACHED,
    TOO_MANY_PICTURES,
)
from openmall.commerce.community.storefront_boards.shape import Post
from openmall.commerce.community.storefront_boards.takes import PostDraft
from openmall.commerce.customer.customers import credentials
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, TooManyCalls
from openmall.contract.pictures import Picture, Size
from openmall.contract.resource import Resource

FRAME: Final = Size(2_000, 2_000)
"""Pixels that a picture is stored in at most: those of originals, so that it is stored once."""
A_MEMBER: Final = leaky_bucket.Policy(capacity=50, drain=50 / 86_400)
"""Pictures that one member attaches in a mall: fifty, and then fifty a day."""
MEGABYTE: Final = 1024 * 1024


class PicturedDraft(PostDraft, frozen=True, kw_only=True):
    """A new article and the pictures that are attached to it."""

    pictures: list[Picture]


class AttachedPicture(ArticlePath, frozen=True, kw_only=True):
    """A picture of an article, by its address."""

    url: Link


class PictureLimit(Struct, frozen=True, kw_only=True):
    """What a shopper may attach to an article of a board."""

    pictures: int
    """0: none."""
    bytes_each: int


async def limit(call: Call, params: BoardPath) -> PictureLimit:
    """Retrieve how many pictures the shopper may attach to an article of a board."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    takes_any = bool(who.member_id) and board.attached_file == "T"
    return PictureLimit(
        pictures=MOST_FILES if takes_any else 0, bytes_each=board.attached_file_size_limit
    )


async def make_pictures(call: Call, draft: PicturedDraft) -> Callable[[], PicturedDraft]:
    """Return the work that stores the pictures of an article.

    Whether the article is taken is checked first, so that pictures are stored of those alone who
    may write it. Raises Unauthorized (401) for a guest, Forbidden (403), Invalid (422), and
    TooManyCalls (429) for a member who attaches too many.
    """
    await credentials.require(call)
    who = await visibility.visitor(call)
    board = await board_rules.require(call, draft.board_no)
    if not permission.may_write(board, who):
        raise Forbidden(BOARD_NOT_WRITABLE, parameter="board_no")
    if board.attached_file == "F":
        raise Invalid(BOARD_WITHOUT_FILES, parameter="pictures")
    if len(draft.pictures) > MOST_FILES:
        raise Invalid(TOO_MANY_ATTACHED, parameter="pictures", most=MOST_FILES)
    conditions.require_words(board, draft)
    await conditions.purchase(call, board, draft, who)
    most = board.attached_file_size_limit
    if any(_bytes(each) > most for each in draft.pictures):
        raise Invalid(
            ATTACHED_PICTURE_TOO_LARGE, parameter="pictures", megabytes=f"{most / MEGABYTE:.3g}"
        )
    await _count(call, who.member_id, len(draft.pictures))
    mall_id = call.mall.mall_id

    def work() -> PicturedDraft:
        paths = [
            call.pictures.make(mall_id, sent, [FRAME], parameter="pictures")[0]
            for sent in draft.pictures
        ]
        files = [
            FileDraft(name=f"{number}{posixpath.splitext(path)[1]}", url=path)
            for number, path in enumerate(paths, 1)
        ]
        return replace(draft, pictures=paths, attach_file_urls=files)

    return work


def _bytes(sent: str) -> int:
    """Return the size of a picture in base64, at most two bytes too high."""
    return len(sent.rpartition(",")[2]) * 3 // 4


async def _count(call: Call, member_id: str, number: int) -> None:
    """Count the pictures that a member attaches. Raises TooManyCalls (429)."""
    key = f"attached pictures {call.mall.mall_id} {member_id}"
    for _ in range(number):
        decision = await call.counters.decide(
            key, leaky_bucket.admit, call.machine_clock.now(), A_MEMBER
        )
        if not decision.admitted:
            raise TooManyCalls(TOO_MANY_PICTURES, retry_after=decision.remain)


async def write(call: Call, draft: PicturedDraft) -> Post:
    """Write an article with pictures."""
    return await rules.write(call, draft)


async def remove(call: Call, params: AttachedPicture) -> Post:
    """Take a picture off an article that the member wrote. Raises NotFound (404)."""
    who = await visibility.visitor(call)
    board = await board_rules.require(call, params.board_no)
    article = await article_store.get(call, params.board_no, params.article_no)
    authorship.require_own(article.member_id, who, proved=False, parameter="article_no")
    await attached_files.remove(call, params, params.url)
    after = await article_store.get(call, params.board_no, params.article_no)
    return visibility.article_of_author(call, board, after, own=True, readable=True)


_ARTICLES: Final = Resource(Post, area="community", key="article")

OPERATIONS = [
    _ARTICLES.giving(PictureLimit).get("boards/{board_no}/pictures", limit, takes=BoardPath),
    _ARTICLES.post(
        "boards/{board_no}/articles/pictured", write, takes=PicturedDraft, prepare=make_pictures
    ),
    _ARTICLES.delete(
        "boards/{board_no}/articles/{article_no}/pictures", remove, takes=AttachedPicture
    ),
]
