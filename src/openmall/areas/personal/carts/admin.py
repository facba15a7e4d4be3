"""The admin API's operations on carts."""

from openmall.areas.personal.carts import looking
from openmall.areas.personal.carts.shape import CartLine, CartsOfPage, Holding, MembersCarts
from openmall.areas.personal.carts.takes import CartsOf
from openmall.contract.operation import count, listing
from openmall.contract.scopes import READ_PERSONAL

OPERATIONS = [
    listing(
        "carts",
        looking.of_members,
        takes=MembersCarts,
        gives=CartLine,
        key="carts",
        scope=READ_PERSONAL,
    ),
    listing(
        "products/{product_no}/carts",
        looking.holding,
        takes=CartsOfPage,
        gives=Holding,
        key="carts",
        scope=READ_PERSONAL,
        links=True,
    ),
    count(
        "products/{product_no}/carts/count",
        looking.count,
        takes=CartsOf,
        scope=READ_PERSONAL,
    ),
]
