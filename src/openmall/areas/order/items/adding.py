"""An item is added to an order that is there already: it is to be paid, whatever else was."""

from decimal import Decimal

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.areas.order.amounts import OrderAmount, Wishes
from openmall.areas.order.items.shape import ItemDraft
from openmall.areas.order.orders import store
from openmall.areas.order.orders.events import ItemAdded
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.store import Parcel, Whole
from openmall.areas.order.payments import store as ledger
from openmall.areas.order.payments.store import Payment
from openmall.areas.order.placing.pricing import Wanted, price
from openmall.areas.order.placing.rules import billed, ordered, put_by
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import hundredths


async def add(call: Call, draft: ItemDraft) -> Item:
    """Add one unit of a variant to an order.

    It costs what it costs today and is sent with what is not sent yet; what the order was placed
    with (discounts, points, the shipping fee) stays as it was. Raises stock.OutOfStock (422).
    """
    whole = await store.whole(call, draft.order_id)
    before, now = whole.order, int(call.clock.now())
    if before.canceled == "T":
        raise Invalid("The order is cancelled.", parameter="order_id")
    bundle = _bundle(whole, draft)
    [priced] = await price(call, [Wanted(variant_code=draft.variant_code, quantity=1)])
    last = max(line.item.item_no for line in whole.lines)
    code = store.item_code(before.order_id, last + 1)
    parcel = await _open_parcel(call, whole)
    line = ordered(priced, code, parcel.shipping_code, now)
    line.came = "added"
    line.item = replace(line.item, was_product_bundle="T" if bundle else None,
                        original_bundle_item_no=bundle)  # fmt: skip
    await put_by(call, before.order_id, [(line, priced.variant)], methods=before.payment_method)
    whole.lines.append(line)
    more = billed(call, [priced], Wishes()).amount
    whole.order = replace(
        before,
        paid="M" if before.paid == "T" else before.paid,
        actual_order_amount=_sum(before.actual_order_amount, more),
        total_supply_price=before.total_supply_price + priced.item.supply_price,
    )
    await store.add_lines(call, whole.order, [line])
    await _await(call, whole, more.total_amount_due)
    await keep(call, before, whole, [], ItemAdded.of(whole, "product_added_to_order"))
    return line.item


def _bundle(whole: Whole, draft: ItemDraft) -> str | None:
    """Return the bundle's item that a product came from; None: it did not come from one."""
    if draft.was_product_bundle == "F":
        return None
    if draft.original_bundle_item_no is UNSET:
        raise Invalid("Which bundle was it in?", parameter="original_bundle_item_no")
    code = draft.original_bundle_item_no
    if code not in {line.item.order_item_code for line in whole.lines}:
        raise Invalid(f"The order has no item {code}.", parameter="original_bundle_item_no")
    return code


async def _open_parcel(call: Call, whole: Whole) -> Parcel:
    """Return a parcel of which nothing was sent, a new one to the same receiver if need be."""
    sent = {line.item.shipping_code for line in whole.lines if line.item.shipped_date}
    for parcel in whole.parcels:
        if parcel.shipping_code not in sent and not parcel.tracking_no:
            return parcel
    order_id = whole.order.order_id
    code = store.shipping_code(order_id, len(whole.parcels))
    receiver = replace(whole.parcels[0].receiver, shipping_code=code)
    made = Parcel(shipping_code=code, receiver=receiver)
    await store.add_parcel(call, order_id, made)
    whole.parcels.append(made)
    return made


def _sum(one: OrderAmount, other: OrderAmount) -> OrderAmount:
    more = asdict(other)
    return OrderAmount(**{name: value + more[name] for name, value in asdict(one).items()})


async def _await(call: Call, whole: Whole, due: Decimal) -> None:
    """Await more for an order: with the payment that is awaited, or as one beside the others."""
    order = whole.order
    payments = await ledger.of_order(call, order.order_id)
    for payment in payments:
        if payment.awaited:
            more = payment.order_amount + hundredths(due)
            await ledger.settle(call, order.order_id, replace(payment, order_amount=more))
            return
    await ledger.add(
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
