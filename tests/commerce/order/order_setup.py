"""Placing orders in tests, as the checkout does."""

from decimal import Decimal
from typing import Any

from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.placing.pricing import RequestedItem, price
from openmall.commerce.product.stock.events import StockStatusChanged
from openmall.contract.call import Call
from openmall.contract.journal import record
from tests.commerce.product.stock_setup import as_call
from tests.world import World

BUYER = Buyer(
    member_id="hana",
    member_group_no=1,
    name="Hana Kim",
    email="hana@example.com",
    phone="02-0000-0000",
    cellphone="010-0000-0000",
)
RECEIVER = Receiver(
    name="Min Kim",
    cellphone="010-1111-1111",
    zipcode="04524",
    address1="1 Sejong-daero",
    address2="Room 3",
    country_code="KR",
    shipping_message="Leave it at the door",
)


def wanted(code: str, quantity: int = 1, **more: Any) -> RequestedItem:
    return RequestedItem(variant_code=code, quantity=quantity, **more)


def order(
    world: World,
    *wants: RequestedItem,
    wishes: dict[str, str] | None = None,
    buyer: Buyer = BUYER,
    receiver: Receiver = RECEIVER,
    **more: Any,
) -> str:
    """Place an order and return its number."""
    taken = Deductions(**{name: Decimal(value) for name, value in (wishes or {}).items()})

    async def place(call: Call) -> OrderAggregate:
        items = await price(call, wants)
        placement = placing_rules.Placement(
            items=items,
            wishes=taken,
            buyer=buyer,
            receiver=receiver,
            group_no=buyer.member_group_no,
            methods=more.pop("methods", ["cash"]),
            **more,
        )
        placed = await placing_rules.place(call, placement)
        # the order itself is not announced
        events = call.effects.events
        events[:] = [each for each in events if isinstance(each, StockStatusChanged)]
        await record.write_events(call)
        return placed

    return as_call(world, place).order.order_id


def paid(world: World, *wants: RequestedItem, **more: Any) -> str:
    """Place an order, let it be paid, and return its number."""
    number = order(world, *wants, **more)
    pay(world, number)
    return number


def pay(world: World, number: str, status: str = "paid", **more: Any) -> Any:
    return world.call(
        "PUT", "payments", json={"requests": [{"order_id": number, "status": status, **more}]}
    )


def states(world: World, number: str) -> list[str]:
    """Return the states of an order's items."""
    return [item["order_status"] for item in world.get(f"orders/{number}/items")["items"]]
