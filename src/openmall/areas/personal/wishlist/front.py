"""The storefront's operations on a shopper's own wish list. All of them are ours."""

from openmall.areas.personal.wishlist import own
from openmall.areas.personal.wishlist.own import OwnWishPath, WishDraft
from openmall.areas.personal.wishlist.shape import Wish
from openmall.contract.operation import count, delete, listing, post
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL

OPERATIONS = [
    listing(
        "customers/me/wishlist",
        own.listing,
        takes=ShopParams,
        gives=Wish,
        key="wishlist",
        scope=READ_PERSONAL,
    ),
    count("customers/me/wishlist/count", own.count, takes=ShopParams, scope=READ_PERSONAL),
    post(
        "customers/me/wishlist",
        own.wish,
        takes=WishDraft,
        gives=Wish,
        key="wish",
        scope=WRITE_PERSONAL,
    ),
    delete(
        "customers/me/wishlist/{wishlist_no}",
        own.remove,
        takes=OwnWishPath,
        gives=OwnWishPath,
        key="wish",
        scope=WRITE_PERSONAL,
    ),
]
