"""The storefront's operations on carts."""

from openmall.areas.personal.carts import rules
from openmall.areas.personal.carts.takes import (
    CartAnswer,
    CartChange,
    CartDraft,
    CartItem,
    CartItemKey,
    CartPath,
    CartsOf,
    Emptied,
)
from openmall.areas.product.front import shown
from openmall.contract.operation import count, delete, listing, post, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL

OPERATIONS = [
    post(
        "carts",
        rules.create,
        takes=CartDraft,
        gives=CartAnswer,
        key="carts",
        scope=WRITE_PERSONAL,
    ),
    count(
        "products/{product_no}/carts/count",
        shown(rules.count),
        takes=CartsOf,
        scope=READ_PERSONAL,
    ),
    listing(
        "carts",
        rules.listing,
        takes=ShopParams,
        gives=CartItem,
        key="carts",
        scope=READ_PERSONAL,
    ),
    count("carts/count", rules.number, takes=ShopParams, scope=READ_PERSONAL),
    put(
        "carts/{basket_product_no}",
        rules.change,
        takes=CartChange,
        gives=CartItem,
        key="cart",
        scope=WRITE_PERSONAL,
    ),
    delete(
        "carts/{basket_product_no}",
        rules.take_out,
        takes=CartPath,
        gives=CartItemKey,
        key="cart",
        scope=WRITE_PERSONAL,
    ),
    delete(
        "carts", rules.empty, takes=ShopParams, gives=Emptied, key="carts", scope=WRITE_PERSONAL
    ),
]
