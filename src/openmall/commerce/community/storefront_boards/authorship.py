"""Authors on a board: their name, and ownership of their posts."""

from msgspec import UNSET

from openmall.commerce.community.boards.shape import Shows
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.storefront_boards import conditions
from openmall.commerce.community.storefront_boards.takes import PostDraft, RemarkDraft
from openmall.commerce.customer.customers import store as customer_store
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid


async def writer(call: Call, draft: PostDraft | RemarkDraft, who: Shopper, shows: Shows) -> str:
    """Return the author's name; `shows`: the name the board shows for members.

    Raises Invalid (422) for a guest without name or password.
    """
    if who.member_id:
        return conditions.display_name(
            await customer_store.person(call, who.member_id), who.member_id, shows
        )
    if draft.writer is UNSET:
        raise Invalid("A guest says who writes.", parameter="writer")
    if draft.password is UNSET:
        raise Invalid("A guest gives a password.", parameter="password")
    return draft.writer


def require_own(written_by: str, who: Shopper, *, proved: bool, parameter: str) -> None:
    """Raise Forbidden (403) for an article or comment of another author.

    `written_by`: a member; empty: a guest, who is `proved` by the password.
    """
    if who.member_id and written_by == who.member_id:
        return
    if proved and not written_by:
        return
    raise Forbidden("Somebody else wrote it.", parameter=parameter)
