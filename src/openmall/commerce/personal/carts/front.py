"""The storefront's operations on carts."""

from typing import Final

from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.carts.takes import (
    CartAnswer,
    CartChange,
    CartDraft,
    CartFilters,
    CartItem,
    CartItemKey,
    CartPath,
    Emptied,
)
from openmall.commerce.product.front import shown
from openmall.contract.operation import NoEffect, count
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_PERSONAL

_CARTS: Final = Resource(CartItem, area="personal", key="carts")

OPERATIONS = [
    _CARTS.giving(CartAnswer).post(
        "carts",
        cart_rules.create,
        takes=CartDraft,
        refuses={
            "addtional_products": NoEffect("Products that are sold with others are added by calls"),
        },
    ),
    count(
        "products/{product_no}/carts/count",
        shown(cart_rules.count),
        takes=CartFilters,
        scope=READ_PERSONAL,
    ),
    _CARTS.listing("carts", cart_rules.listing, takes=ShopParams),
    _CARTS.count("carts/count", cart_rules.number, takes=ShopParams),
    _CARTS.put("carts/{basket_product_no}", cart_rules.change, takes=CartChange, key="cart"),
    _CARTS.giving(CartItemKey).delete(
        "carts/{basket_product_no}", cart_rules.remove, takes=CartPath, key="cart"
    ),
    _CARTS.giving(Emptied).delete("carts", cart_rules.empty, takes=ShopParams),
]
