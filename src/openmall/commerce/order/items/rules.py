"""Adding an item to an existing order; it is to be paid, even if the order is paid."""

from decimal import Decimal

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.order import status_names
from openmall.commerce.order.amounts import Deductions, OrderAmount
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.fulfilment.open_parcels import open_parcel
from openmall.commerce.order.items.refusals import ORDER_HAS_NO_BUNDLE_ITEM, ORIGINAL_BUNDLE_MISSING
from openmall.commerce.order.items.shape import ItemDraft
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.events import ItemAdded
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.placement.placing.pricing import (
    RequestedItem,
    price,
    require_sold,
)
from openmall.commerce.order.placement.placing.rules import (
    build_line,
    calculate_bill,
    reserve_stock,
)
from openmall.commerce.order.refusals import ORDER_CANCELLED
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import MOST_MONEY, hundredths
from openmall.contract.refusals import ORDER_COSTS_TOO_MUCH


async def add(call: Call, draft: ItemDraft) -> Item:
    """Add one unit of a variant to an order.

    It costs today's price, and is sent with items that are not sent yet. Discounts, points and the
    shipping fee of the order stay as they were. Raises stock.OutOfStock (422), and Invalid (422)
    for a variant that the shop does not sell.
    """
    aggregate = await order_store.lock(call, draft.order_id)
    if aggregate.order.canceled == "T":
        raise Invalid(ORDER_CANCELLED, parameter="order_id")
    line = await add_units(
        call,
        aggregate,
        variant_code=draft.variant_code,
        quantity=1,
        bundle=_bundle(aggregate, draft),
    )
    names = await status_names.read(call, [draft.order_id])
    on_delivery = "cod" in aggregate.order.payment_method
    [item] = names.named([line.item], on_delivery=on_delivery)
    return item


async def add_units(
    call: Call,
    aggregate: OrderAggregate,
    *,
    variant_code: str,
    quantity: int,
    bundle: str | None = None,
    parameter: str = "variant_code",
) -> OrderLine:
    """Add units of a variant to a locked order as a new item, save the order, and return the item.

    `bundle`: code of the bundle's item that the product belonged to. Raises stock.OutOfStock (422),
    and Invalid (422), which names `parameter`, for what the shop does not sell.
    """
    before, now = aggregate.order, int(call.clock.now())
    [priced] = await price(call, [RequestedItem(variant_code=variant_code, quantity=quantity)])
    require_sold(call, [priced], parameter=parameter)
    if before.actual_order_amount.order_price_amount + priced.costs.price > MOST_MONEY:
        raise Invalid(
            ORDER_COSTS_TOO_MUCH,
            parameter="quantity",
            most=int(MOST_MONEY),
            currency=before.currency,
        )
    last = max(line.item.item_no for line in aggregate.lines)
    code = order_store.item_code(before.order_id, last + 1)
    parcel = await open_parcel(call, aggregate)
    line = build_line(priced, code, parcel.shipping_code, now)
    line.origin = "added"
    line.item = replace(line.item, was_product_bundle="T" if bundle else None,
                        original_bundle_item_no=bundle)  # fmt: skip
    await reserve_stock(
        call, before.order_id, [(line, priced.variant)], methods=before.payment_method
    )
    aggregate.lines.append(line)
    more = calculate_bill(call, [priced], Deductions()).amount
    aggregate.order = replace(
        transitions.with_summary(aggregate, now),
        paid="M" if before.paid == "T" else before.paid,
        actual_order_amount=_sum(before.actual_order_amount, more),
        total_supply_price=before.total_supply_price + priced.item.supply_price * quantity,
    )
    await order_store.add_lines(call, aggregate.order, [line])
    await _await(call, aggregate, more.total_amount_due)
    await save_order(call, before, aggregate, [], ItemAdded.of(aggregate, "product_added_to_order"))
    return line


def _bundle(aggregate: OrderAggregate, draft: ItemDraft) -> str | None:
    """Return the code of the bundle's item that a product belonged to; None: no bundle."""
    if draft.was_product_bundle == "F":
        return None
    if draft.original_bundle_item_no is UNSET:
        raise Invalid(ORIGINAL_BUNDLE_MISSING, parameter="original_bundle_item_no")
    code = draft.original_bundle_item_no
    if code not in {line.item.order_item_code for line in aggregate.lines}:
        raise Invalid(ORDER_HAS_NO_BUNDLE_ITEM, parameter="original_bundle_item_no", item_code=code)
    return code


def _sum(one: OrderAmount, other: OrderAmount) -> OrderAmount:
    more = asdict(other)
    return OrderAmount(**{name: value + more[name] for name, value in asdict(one).items()})


async def _await(call: Call, aggregate: OrderAggregate, due: Decimal) -> None:
    """Add to the last awaited payment of an order, which items are for, or add one."""
    order = aggregate.order
    payments = await payment_store.of_order(call, order.order_id)
    for payment in reversed(payments):
        if payment.awaited:
            more = payment.order_amount + hundredths(due)
            await payment_store.settle(call, order.order_id, replace(payment, order_amount=more))
            return
    await payment_store.add(
        call,
        order,
        Payment(
            payment_no=max((payment.payment_no for payment in payments), default=0) + 1,
            payment_settle_type="R",
            payment_methods=",".join(order.payment_method),
            order_amount=hundredths(due),
            paid_amount=0,
            payment_datetime=None,
            created_datetime=int(call.clock.now()),
        ),
    )
