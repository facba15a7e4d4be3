"""The operations on a shopper's own wish list; a guest has none (401)."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.shape import Wish
from openmall.contract.call import Call
from openmall.contract.params import EntityNo, ShopParams

VariantCode = Annotated[str, Meta(min_length=12, max_length=12)]


class WishDraft(ShopParams, frozen=True, kw_only=True):
    """The item to put on the wish list."""

    variant_code: VariantCode


class OwnWishPath(ShopParams, frozen=True, kw_only=True):
    wishlist_no: EntityNo


async def listing(call: Call, params: ShopParams) -> Sequence[Wish]:
    """Retrieve a list of what the shopper wishes for, the newest first."""
    return await wishlist_rules.listing(call, await _mine(call))


async def count(call: Call, params: ShopParams) -> int:
    """Retrieve a count of what the shopper wishes for."""
    return await wishlist_rules.count(call, await _mine(call))


async def wish(call: Call, draft: WishDraft) -> Wish:
    """Put something on the shopper's wish list. Raises Invalid (422) for what is on it already."""
    mine = await _mine(call)
    number = await wishlist_rules.add(call, mine.member_id, draft.variant_code)
    found = {each.wishlist_no: each for each in await wishlist_rules.listing(call, mine)}
    return found[number]


async def remove(call: Call, params: OwnWishPath) -> OwnWishPath:
    """Take something off the shopper's wish list. Raises NotFound (404)."""
    await wishlist_rules.remove(call, (await _mine(call)).member_id, params.wishlist_no)
    return params


async def _mine(call: Call) -> CustomerPath:
    return CustomerPath(shop_no=call.shop_no, member_id=await credentials.require(call))
