"""What a board asks of an article or a comment before it is written, beside who may write.

Specification: "Boards", as catalogued: `write_permission_extra`, `spam_auto_prevention`,
`attached_file`, `admin_title_fixed`, `author_display`, `author_protection`.
"""

from typing import Final

from msgspec import UNSET, UnsetType

from openmall.areas.community.boards.builtin import REVIEWS
from openmall.areas.community.boards.shape import Board, Protection, Shows
from openmall.areas.community.permission import Shopper
from openmall.areas.community.posting import challenge, store
from openmall.areas.community.posting.store import Bought
from openmall.areas.community.posting.takes import PostChange, PostDraft
from openmall.areas.customer.customers.shape import Person
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid

_A_DAY: Final = 86_400


async def require(call: Call, board: Board, draft: PostDraft, who: Shopper) -> str:
    """Raise unless an article is as its board wants it; return the order it is tied to.

    Raises Invalid (422) for what it says, Forbidden (403) for who has not bought what it is about.
    """
    require_words(board, draft)
    if draft.attach_file_urls and board.attached_file == "F":
        raise Invalid("This board takes no files.", parameter="attach_file_urls")
    if challenge.applies(board, who, scope="post_actions"):
        await challenge.require(call, draft.proof)
    return await _purchase(call, board, draft, who)


def require_words(board: Board, said: PostDraft | PostChange) -> None:
    """Raise Invalid (422) for a title or a text that a board does not take."""
    titles = board.admin_title_fixed
    is_reply = isinstance(said, PostDraft) and said.reply_article_no is not UNSET
    chosen = titles.is_use == "T" and not is_reply
    if chosen and said.title is not UNSET and said.title not in titles.admin_title_list:
        raise Invalid("Titles of this board are chosen from its list.", parameter="title")
    extra = board.write_permission_extra
    least = extra.post_min_length if extra.post_length_limit == "T" else 0
    if said.content is not UNSET and len(said.content) < least:
        raise Invalid(f"At least {least} characters are written here.", parameter="content")


async def _purchase(call: Call, board: Board, draft: PostDraft, who: Shopper) -> str:
    """Return with which order the product of an article was bought; empty: with none.

    A review is tied to an order wherever there is one, and an article to that which it names.
    """
    named: str | UnsetType = draft.order_id
    if draft.product_no is UNSET or draft.reply_article_no is not UNSET:
        if named is not UNSET:
            raise Invalid("An order is named with its product.", parameter="product_no")
        return ""
    extra = board.write_permission_extra
    if who.member_id:
        needed, since = extra.is_member_buy == "T", extra.member_write_after
        limited, days = extra.use_member_write_period == "T", extra.member_write_period
        wanted = Bought(since=since)
    else:
        needed = extra.is_guest_buy == "T"
        limited, days = extra.use_guest_write_period == "T", extra.guest_write_period
        wanted = Bought(since=extra.guest_write_after)
    not_before = int(call.clock.now()) - days * _A_DAY if limited else 0
    if not needed:
        wanted, not_before = Bought(since="order_date"), 0
    found = ""
    if needed or named is not UNSET or board.board_no == REVIEWS:
        order_id = "" if named is UNSET else named
        found = await store.order_with(
            call,
            draft.product_no,
            Bought(since=wanted.since, not_before=not_before, order_id=order_id),
        )
    if not found and named is not UNSET:
        raise Invalid("The product was not bought with this order.", parameter="order_id")
    if not found and needed:
        raise Forbidden("Only who has bought it writes about it here.", parameter="product_no")
    return found


def called(person: Person, member_id: str, shows: Shows) -> str:
    """Return how a board calls a member."""
    if shows == "I":
        return member_id
    if shows == "U" and person.nick_name:
        return person.nick_name
    return person.name or person.nick_name or member_id


def protected(writer: str, protection: Protection) -> str:
    """Return how others see who wrote something."""
    if protection.is_use == "F" or not writer:
        return writer
    if protection.author_name_type == "content":
        return protection.alternative_text_display
    shown = protection.partial_character_display
    return writer[:shown] + "*" * max(len(writer) - shown, 1)
