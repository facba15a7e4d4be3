"""The storefront's operations on carts."""

from openmall.areas.personal.carts import rules
from openmall.areas.personal.carts.takes import CartAnswer, CartDraft, CartsOf
from openmall.areas.product.front import shown
from openmall.contract.operation import count, post
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
]
