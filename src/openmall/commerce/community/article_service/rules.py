"""The operations on articles."""

import ipaddress
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from openmall.commerce.category.categories import tree
from openmall.commerce.community import reviews
from openmall.commerce.community.article_service.refusals import (
    DISPLAY_HOURS_TOGETHER,
    NO_IP_ADDRESS,
    NOT_A_BOARD_CATEGORY,
    PERIOD_OVER_A_YEAR,
)
from openmall.commerce.community.articles import search as article_search
from openmall.commerce.community.articles import store as article_store
from openmall.commerce.community.articles.events import PostCreated, PostDeleted, PostUpdated
from openmall.commerce.community.articles.shape import (
    DELETED,
    Article,
    ArticleKey,
    ChangedArticle,
    CreatedArticle,
    File,
    ListedArticle,
    changed,
    created,
    listed,
    stored_address,
)
from openmall.commerce.community.articles.takes import (
    MOST_FILES,
    ArticleChange,
    ArticleDraft,
    ArticlePath,
    ArticleQuery,
)
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.builtin import ASKED_ON, REVIEWS
from openmall.commerce.community.boards.shape import Board
from openmall.commerce.community.comments import store as comment_store
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.redaction import redacted
from openmall.commerce.product.products import store as product_store
from openmall.commerce.promotion.issues import automatic
from openmall.contract.call import Call
from openmall.contract.change import (
    Changes,
    differences,
    differences_from_nothing,
    merged,
    sent_fields,
)
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import Flag
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.database import sequences

LONGEST_PERIOD: Final = 366 * 86_400
"""Seconds between `start_date` and `end_date`."""
_SUPPLIER: Final = "S"
_PLAIN: Final = frozenset(
    (
        "shop_no", "article_no", "parent_article_no", "board_no", "product_no", "category_no",
        "board_category_no", "reply_sequence", "reply_depth", "created_date", "member_id",
        "rating", "reply_mail", "display", "secret", "notice", "fixed", "deleted",
        "input_channel", "reply", "reply_status", "thread_no", "thread_date", "standing",
        "supplier_id", "sales_channel", "comment_count", "start_hour", "end_hour",
    )
)  # fmt: skip
"""Fields of an article in the activity log; `member_id` finds the entries of a data subject."""
_AS_SENT: Final = (
    "writer", "writer_email", "member_id", "nick_name", "title", "content", "reply_mail",
    "secret", "notice", "fixed", "deleted", "reply", "input_channel", "order_id", "reply_user_id",
    "portalpay_review_id", "sales_channel", "rating", "reply_status", "product_no", "category_no",
    "board_category_no",
)  # fmt: skip


async def list_articles(call: Call, query: ArticleQuery) -> Sequence[ListedArticle]:
    """Retrieve a list of articles of a board.

    Notices first, then fixed articles, then all others by thread, the newest first. Deleted ones
    that have replies keep their place. A period of more than a year is Invalid (422).
    """
    await board_rules.require(call, query.board_no)
    start, end = query.start_date, query.end_date
    if start is not UNSET and end is not UNSET and end - start > LONGEST_PERIOD:
        raise Invalid(PERIOD_OVER_A_YEAR, parameter="end_date")
    found = await article_search.page(call, query)
    call.effects.more = len(found) > query.limit
    return [listed(each, call.origin) for each in found[: query.limit]]


async def create(call: Call, draft: ArticleDraft) -> CreatedArticle:
    """Create an article of a board, or a reply to one.

    Its `password` is stored as a hash.
    """
    return created(await add(call, draft), call.origin)


async def add(call: Call, draft: ArticleDraft, *, display: Flag = "T") -> Article:
    """Write an article; `display` F: the shop has to approve it first."""
    board = await board_rules.require(call, draft.board_no)
    # first of all: two calls with several objects each take turns here, before they lock products
    number = await sequences.allocate(call.db, "article")
    await _check(call, board, draft)
    article = msgspec.structs.replace(_new_article(call, draft, board, number), display=display)
    if draft.reply_article_no is not UNSET:
        article = await _below(call, article, draft.reply_article_no)
    password = "" if draft.password is UNSET else draft.password
    await article_store.add(call, article, password=password)
    if (product_no := _reviewed(article)) is not None:
        await reviews.update_partners(call, product_no)
        await _reward_review(call, article)
    call.publish(PostCreated.of(article))
    _log(call, article, differences_from_nothing(article))
    return article


async def _reward_review(call: Call, article: Article) -> None:
    """Issue the coupons that the shop gives a member for a review."""
    member_id = article.member_id
    if not member_id or not await customer_store.is_there(call, member_id):
        return

    async def written() -> int:
        return await reviews.number_of_member(call, member_id)

    await automatic.issued_on_review(call, member_id, written, has_image=bool(article.files))


def _log(call: Call, article: Article, changes: Changes) -> None:
    """Log a change of an article without its text, which the log entry outlives."""
    subject = f"article {article.article_no} of board {article.board_no}"
    call.journal(subject, redacted(changes, plain=_PLAIN))


async def _check(call: Call, board: Board, draft: ArticleDraft) -> None:
    try:
        ipaddress.ip_address(draft.client_ip)
    except ValueError:
        raise Invalid(NO_IP_ADDRESS, parameter="client_ip") from None
    _check_category(board, draft.board_category_no)
    if draft.product_no is not UNSET:
        await product_store.require(call, draft.product_no, to_change=board.board_no == REVIEWS)
    if draft.category_no is not UNSET and not await tree.existing(call, [draft.category_no]):
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))


def _check_category(board: Board, board_category_no: int | UnsetType) -> None:
    known = {each.board_category_no for each in board.categories}
    if board_category_no is not UNSET and board_category_no not in known:
        raise NotFound(NOT_A_BOARD_CATEGORY, parameter="board_category_no")


def _new_article(call: Call, draft: ArticleDraft, board: Board, number: int) -> Article:
    now = int(call.clock.now())
    written = now if draft.created_date is UNSET else int(draft.created_date)
    values = {name: value for name, value in sent_fields(draft).items() if name in _AS_SENT}
    if board.secret_only == "T":  # noqa: S105 - a flag, no password
        values["secret"] = "T"  # noqa: S105 - a flag, no password
    if board.board_no in ASKED_ON and draft.reply_article_no is UNSET:
        values.setdefault("reply_status", "N")
    by_supplier = call.identity.user_type == _SUPPLIER
    return Article(
        shop_no=call.shop_no,
        article_no=number,
        parent_article_no=number,
        board_no=board.board_no,
        created_date=moment(written),
        client_ip=str(ipaddress.ip_address(draft.client_ip)),
        thread_no=number,
        thread_date=written,
        standing=_standing(draft.notice, draft.fixed),
        supplier_id=call.identity.user_id if by_supplier else "",
        files=[
            File(name=each.name, url=stored_address(each.url, call.origin))
            for each in draft.attach_file_urls
        ],
        **values,
    )


def _standing(notice: str, fixed: str) -> int:
    return 2 if notice == "T" else 1 if fixed == "T" else 0


async def _below(call: Call, article: Article, parent_no: int) -> Article:
    """Return an article as the newest reply to another, and mark that as answered."""
    name = "reply_article_no"
    thread_no = (
        await article_store.get(call, article.board_no, parent_no, parameter=name)
    ).thread_no
    await article_store.lock(call, thread_no)
    # again: its place and standing may have changed until the thread was locked
    parent = await article_store.get(call, article.board_no, parent_no, parameter=name)
    place = await article_store.make_room_below(call, parent)
    by_another = not article.member_id or article.member_id != parent.member_id
    if parent.reply_status in ("N", "P") and by_another:
        await article_store.set_status(call, parent.article_no, "C")
    return msgspec.structs.replace(
        article,
        parent_article_no=parent.article_no,
        thread_no=thread_no,
        thread_date=parent.thread_date,
        standing=parent.standing,
        reply_sequence=place,
        reply_depth=parent.reply_depth + 1,
        reply="T",
    )


def _reviewed(article: Article) -> int | None:
    """Return the product an article is a review of; None: it is no review."""
    is_review = article.board_no == REVIEWS and not article.reply_depth
    return article.product_no if is_review else None


async def change(call: Call, params: ArticleChange) -> ChangedArticle:
    """Update an article of a board. Identical content is NotModified (409)."""
    board = await board_rules.require(call, params.board_no)
    before = await to_change(call, params)
    _check_category(board, params.board_category_no)
    after = merged(
        before, {**sent_fields(params), **_hours(params), "files": _files(call, before, params)}
    )
    if (after.start_hour is None) != (after.end_hour is None):
        missing = "start" if after.start_hour is None else "end"
        raise Invalid(DISPLAY_HOURS_TOGETHER, parameter=f"display_time_{missing}_hour")
    if not after.reply_depth:
        standing = _standing(after.notice, after.fixed)
        after = msgspec.structs.replace(after, standing=standing)
    changes = differences(before, after)
    if not changes:
        raise NotModified(IDENTICAL)
    await article_store.change(call, after, tuple(changes))
    if "standing" in changes:
        await article_store.stand(call, after.thread_no, after.standing)
    if (product_no := _reviewed(after)) is not None:
        await reviews.update_partners(call, product_no)
    call.publish(PostUpdated.of(after))
    _log(call, after, changes)
    return changed(after, call.origin)


async def to_change(call: Call, path: ArticlePath) -> Article:
    """Lock an article after its product and its thread, the order in which replies lock."""
    seen = await article_store.get(call, path.board_no, path.article_no)
    if (product_no := _reviewed(seen)) is not None:
        await product_store.lock(call, product_no)
    await article_store.lock(call, seen.thread_no)
    return await article_store.get(call, path.board_no, path.article_no, to_change=True)


def _hours(params: ArticleChange) -> dict[str, int | None]:
    named = {
        "start_hour": params.display_time_start_hour,
        "end_hour": params.display_time_end_hour,
    }
    return {name: int(hour) if hour else None for name, hour in named.items() if hour is not UNSET}


def _files(call: Call, before: Article, params: ArticleChange) -> list[File]:
    """Return the files of an article; a file sent by address is named by its last part."""
    files: list[File | None] = [*before.files, *[None] * (MOST_FILES - len(before.files))]
    for at in range(MOST_FILES):
        sent = getattr(params, f"attach_file_url{at + 1}")
        url = sent if sent is UNSET else stored_address(sent, call.origin)
        stored = files[at]
        if url is not UNSET and (stored is None or stored.url != url):
            name = url.split("?")[0].rstrip("/").rpartition("/")[2]
            files[at] = File(name=name or url, url=url) if url else None
    return [each for each in files if each is not None]


async def delete(call: Call, params: ArticlePath) -> ArticleKey:
    """Delete an article of a board.

    Its comments are deleted with it; replies stay, and so does its place in the thread, without
    content and author. Raises NotFound (404), also for an article that was deleted before.
    """
    await board_rules.require(call, params.board_no)
    article = await article_store.find(call, params.board_no, params.article_no)
    if article is None:
        raise NotFound(DOES_NOT_EXIST, parameter="article_no", resource=Phrase("article"))
    if (product_no := _reviewed(article)) is not None:
        await product_store.lock(call, product_no)
    await article_store.lock(call, article.thread_no)
    article = await article_store.find(call, params.board_no, params.article_no, to_change=True)
    if article is None or (
        article.deleted == "T" and await article_store.has_replies(call, article)
    ):
        raise NotFound(DOES_NOT_EXIST, parameter="article_no", resource=Phrase("article"))
    await comment_store.remove_all(call, article.article_no)
    if await article_store.has_replies(call, article):
        await _empty(call, article)
    else:
        await _remove(call, article)
    if (product_no := _reviewed(article)) is not None:
        await reviews.update_partners(call, product_no)
    call.publish(PostDeleted.of(article))
    gone: Changes = {
        name: (getattr(article, name), None) for name in ("member_id", "title", "content")
    }
    _log(call, article, gone)
    return ArticleKey(
        shop_no=article.shop_no, board_no=article.board_no, article_no=article.article_no
    )


async def _empty(call: Call, article: Article) -> None:
    await article_store.change(call, msgspec.structs.replace(article, **DELETED), tuple(DELETED))
    await article_store.forget_author(call, article.article_no)
    if not article.reply_depth:
        await article_store.stand(call, article.thread_no, 0)


async def _remove(call: Call, article: Article) -> None:
    """Remove an article, and deleted parents that remained only for it."""
    await article_store.remove(call, article.article_no)
    if not article.reply_depth:
        return
    above = await article_store.find(
        call, article.board_no, article.parent_article_no, to_change=True
    )
    if above and above.deleted == "T" and not await article_store.has_replies(call, above):
        await _remove(call, above)


def opened(call: Call, article_no: int) -> None:
    """Count a view of an article in the storefront, in memory only."""
    call.tally.add(call.mall.mall_id, article_store.add_hits, {(article_no,): 1})
