"""Authors on a board: their name, their password, and ownership of their posts."""

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.commerce.community import passwords
from openmall.commerce.community.articles.shape import Article
from openmall.commerce.community.boards.shape import Shows
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.refusals import GUEST_WITHOUT_NAME
from openmall.commerce.community.storefront_boards import conditions
from openmall.commerce.community.storefront_boards.refusals import (
    GUEST_WITHOUT_PASSWORD,
    NOT_THE_AUTHOR,
    POST_PASSWORD_TOO_SHORT,
    POST_PASSWORD_TOO_WEAK,
)
from openmall.commerce.community.storefront_boards.takes import PostDraft, RemarkDraft
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.store.boards_setting import BoardsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, preload
from openmall.contract.errors import Forbidden, Invalid

D = TypeVar("D", bound=Struct)
_SHORTEST: Final = 8


async def hash_password(call: Call, draft: D) -> Callable[[], D]:
    """Return the work that replaces a guest's password by its hash.

    Raises Invalid (422) for one that the shop's rules for passwords of guests refuse.
    """
    password = getattr(draft, "password", UNSET)
    if isinstance(password, str) and await _has_rules(call):
        letters = any(each.isalpha() for each in password)
        digits = any(each.isdecimal() for each in password)
        if len(password) < _SHORTEST:
            raise Invalid(POST_PASSWORD_TOO_SHORT, parameter="password", least=_SHORTEST)
        if not letters or not digits:
            raise Invalid(POST_PASSWORD_TOO_WEAK, parameter="password")
    return await passwords.hash_password(call, draft)


async def _has_rules(call: Call) -> bool:
    setting = await current(call, BoardsSetting)
    return setting.password_rules == "T"  # noqa: S105 - a flag, no password


async def named_by_shop(call: Call, article: Article) -> Article:
    """Return an article under the name that the shop gives the author of its own replies."""
    if not article.reply_user_id:
        return article
    names = {
        "name": article.writer,
        "nickname": article.nick_name,
        "shopname": call.mall.name,
        "storename": call.mall.shops[call.shop_no].name,
    }
    # a page of a board has several replies
    await preload(call, BoardsSetting)
    chosen = names[(await current(call, BoardsSetting)).admin_name]
    return replace(article, writer=chosen or article.writer)


async def writer(call: Call, draft: PostDraft | RemarkDraft, who: Shopper, shows: Shows) -> str:
    """Return the author's name; `shows`: the name the board shows for members.

    Raises Invalid (422) for a guest without name or password.
    """
    if who.member_id:
        return conditions.display_name(
            await customer_store.person(call, who.member_id), who.member_id, shows
        )
    if draft.writer is UNSET:
        raise Invalid(GUEST_WITHOUT_NAME, parameter="writer")
    if draft.password is UNSET:
        raise Invalid(GUEST_WITHOUT_PASSWORD, parameter="password")
    return draft.writer


def require_own(written_by: str, who: Shopper, *, proved: bool, parameter: str) -> None:
    """Raise Forbidden (403) for an article or comment of another author.

    `written_by`: a member; empty: a guest, who is `proved` by the password.
    """
    if who.member_id and written_by == who.member_id:
        return
    if proved and not written_by:
        return
    raise Forbidden(NOT_THE_AUTHOR, parameter=parameter)
