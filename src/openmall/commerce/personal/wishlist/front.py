"""The storefront's operations on a shopper's own wish list. All of them are ours."""

from typing import Final

from openmall.commerce.personal.wishlist import own_wishlist
from openmall.commerce.personal.wishlist.own_wishlist import OwnWishPath, WishDraft
from openmall.commerce.personal.wishlist.shape import Wish
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_WISHLIST: Final = Resource(Wish, area="personal", key="wishlist")
_WISH: Final = Resource(Wish, area="personal", key="wish")

OPERATIONS = [
    _WISHLIST.listing("customers/me/wishlist", own_wishlist.listing, takes=ShopParams),
    _WISHLIST.count("customers/me/wishlist/count", own_wishlist.count, takes=ShopParams),
    _WISH.post("customers/me/wishlist", own_wishlist.wish, takes=WishDraft),
    _WISH.giving(OwnWishPath).delete(
        "customers/me/wishlist/{wishlist_no}", own_wishlist.remove, takes=OwnWishPath
    ),
]
