"""An order as apps read it, with the sub-resources that they can embed."""

from typing import Final, Self

from msgspec import UNSET, UnsetType, field
from msgspec.structs import asdict

from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.claims.shape import Cancellation, Exchange, Return
from openmall.commerce.order.orders import shape as order_shape
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer, Receiver


class Order(order_shape.Order, frozen=True, kw_only=True):
    """An order. The defaults are those of a new one."""

    items: list[Item] | UnsetType = UNSET
    receivers: list[Receiver] | UnsetType = UNSET
    buyer: Buyer | UnsetType = UNSET
    cancellation: list[Cancellation] | UnsetType = UNSET
    return_: list[Return] | UnsetType = field(default=UNSET, name="return")
    exchange: list[Exchange] | UnsetType = UNSET
    refunds: list[Refund] | UnsetType = UNSET
    customer_group_no_when_ordering: int | UnsetType = UNSET
    """Number of the buyer's customer group when the order was placed; 0 of a guest. Only an order
    that is retrieved by its number has it.
    """

    @classmethod
    def of(cls, stored: order_shape.Order) -> Self:
        """Return a stored order as apps read it, with nothing embedded."""
        return cls(**asdict(stored))


EMBEDDED: Final = frozenset(Order.__struct_fields__) - frozenset(
    order_shape.Order.__struct_fields__
)
"""Fields that an order has for its readers only."""
