"""Conditions of a board on an article or a comment, beside permissions.

Specification: "Boards", as catalogued: `write_permission_extra`, `spam_auto_prevention`,
`attached_file`, `admin_title_fixed`, `author_display`, `author_protection`.
"""

from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.community.boards.shape import Board, Protection, Shows
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.storefront_boards import challenge, store
from openmall.commerce.community.storefront_boards.refusals import (
    BOARD_WITHOUT_FILES,
    ONLY_BUYERS_WRITE,
    ORDER_WITHOUT_PRODUCT,
    POST_TOO_SHORT,
    PRODUCT_NOT_IN_ORDER,
    TITLE_NOT_FROM_LIST,
)
from openmall.commerce.community.storefront_boards.store import Bought, Since
from openmall.commerce.community.storefront_boards.takes import PostChange, PostDraft
from openmall.commerce.customer.customers.shape import Person
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid

_A_DAY: Final = 86_400


async def require(call: Call, board: Board, draft: PostDraft, who: Shopper) -> str:
    """Check an article against its board's conditions; return the order it is tied to.

    Raises Invalid (422) for its content, Forbidden (403) for a required purchase that is missing.
    """
    require_words(board, draft)
    if draft.attach_file_urls and board.attached_file == "F":
        raise Invalid(BOARD_WITHOUT_FILES, parameter="attach_file_urls")
    if challenge.applies(board, who, scope="post_actions"):
        await challenge.require(call, draft.proof)
    return await purchase(call, board, draft, who)


def require_words(board: Board, draft: PostDraft | PostChange) -> None:
    """Raise Invalid (422) for a title or a text that a board does not take."""
    titles = board.admin_title_fixed
    is_reply = isinstance(draft, PostDraft) and draft.reply_article_no is not UNSET
    chosen = titles.is_use == "T" and not is_reply
    if chosen and draft.title is not UNSET and draft.title not in titles.admin_title_list:
        raise Invalid(TITLE_NOT_FROM_LIST, parameter="title")
    extra = board.write_permission_extra
    least = extra.post_min_length if extra.post_length_limit == "T" else 0
    if draft.content is not UNSET and len(draft.content) < least:
        raise Invalid(POST_TOO_SHORT, parameter="content", least=least)


async def purchase(call: Call, board: Board, draft: PostDraft, who: Shopper) -> str:
    """Return the order in which the product of an article was bought; empty: none.

    A review is tied to an order if there is one, another article to the order it names. Raises
    Invalid (422) for an order without the product, Forbidden (403) where a purchase is required.
    """
    named: str | UnsetType = draft.order_id
    if draft.product_no is UNSET or draft.reply_article_no is not UNSET:
        if named is not UNSET:
            raise Invalid(ORDER_WITHOUT_PRODUCT, parameter="product_no")
        return ""
    required = required_purchase(call, board, who)
    purchases = Bought(since="order_date") if required is None else required
    needed = required is not None
    found = ""
    if needed or named is not UNSET or board.board_no == REVIEWS:
        order_id = "" if named is UNSET else named
        found = await store.order_with(
            call,
            draft.product_no,
            replace(purchases, order_id=order_id),
        )
    if not found and named is not UNSET:
        raise Invalid(PRODUCT_NOT_IN_ORDER, parameter="order_id")
    if not found and needed:
        raise Forbidden(ONLY_BUYERS_WRITE, parameter="product_no")
    return found


def required_purchase(
    call: Call, board: Board, who: Shopper, *, order_id: str = ""
) -> Bought | None:
    """Return the purchase that a board requires of a shopper who writes; None: it requires none.

    `order_id`: the only order that counts; empty: any.
    """
    since: Since
    extra = board.write_permission_extra
    if who.member_id:
        needed, since = extra.is_member_buy == "T", extra.member_write_after
        limited, days = extra.use_member_write_period == "T", extra.member_write_period
    else:
        needed, since = extra.is_guest_buy == "T", extra.guest_write_after
        limited, days = extra.use_guest_write_period == "T", extra.guest_write_period
    if not needed:
        return None
    not_before = int(call.clock.now()) - days * _A_DAY if limited else 0
    return Bought(since=since, not_before=not_before, order_id=order_id)


def display_name(person: Person, member_id: str, shows: Shows) -> str:
    """Return the name a board shows for a member."""
    if shows == "I":
        return member_id
    if shows == "U" and person.nick_name:
        return person.nick_name
    return person.name or person.nick_name or member_id


def protected_name(writer: str, protection: Protection) -> str:
    """Return an author's name as protected from other readers."""
    if protection.is_use == "F" or not writer:
        return writer
    if protection.author_name_type == "content":
        return protection.alternative_text_display
    shown = protection.partial_character_display
    return writer[:shown] + "*" * max(len(writer) - shown, 1)
