"""Imported past orders: the same rows as orders that were placed, paid and delivered.

Their stock is not counted and no event is announced, as they happened long ago.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order.amounts import OrderAmount, included_taxes
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payments.rules import as_paid
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.figures.store import Sums
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.placement.placing import bulk_store
from openmall.commerce.order.placement.placing.rules import Placement, build_order
from openmall.commerce.order.states import CLAIMED
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, smallest_unit
from openmall.database import sequences


class PastOrder(Struct, frozen=True, kw_only=True):
    """An order that was paid and delivered, with its number at its source."""

    source_no: str
    placement: Placement
    placed_at: int
    paid_at: int
    delivered_at: int | None = None
    """None: not known, when it was paid."""
    confirmed_at: int | None = None
    """When the buyer confirmed the purchase; None: that is not known."""


class PastClaim(Struct, frozen=True, kw_only=True):
    """Units that a customer returned, or never received, and that were refunded."""

    source_no: str
    line: int
    """Line in the imported file, for the report of unmatched claims."""
    member_id: str
    product_no: int
    price: Decimal
    """Per unit, as sold."""
    quantity: int
    at: int


async def place_all(call: Call, source: str, orders: Sequence[PastOrder]) -> None:
    """Add past orders of the call's shop, paid and delivered at their time."""
    if not orders:
        return
    days = Counter(moment(each.placed_at).strftime("%Y%m%d") for each in orders)
    free = {}
    for day in sorted(days):
        free[day] = await sequences.allocate(call.db, f"order {day}", count=days[day])
    sums = Sums()
    wholes, payments, names = [], [], []
    for past in orders:
        day = moment(past.placed_at).strftime("%Y%m%d")
        order_id = f"{day}-{free[day]:07d}"
        free[day] += 1
        aggregate, awaited = build_order(call, past.placement, order_id, past.placed_at)
        sums.add_sales(
            *figure_rules.of_placed(aggregate.order, awaited.payment_methods, awaited.gateway)
        )
        for line in aggregate.lines:
            transitions.enter_state(line, "N40", past.delivered_at or past.paid_at)
            if past.confirmed_at is not None:
                transitions.enter_state(line, "N50", past.confirmed_at)
            line.placed_at = past.paid_at
        aggregate.order = as_paid(aggregate, past.paid_at)
        paid = replace(awaited, payment_datetime=past.paid_at, paid_amount=awaited.order_amount)
        sums.add_sales(
            *figure_rules.of_payment(aggregate.order, paid, past.paid_at, len(aggregate.lines), 0)
        )
        for line in aggregate.lines:
            sums.add_goods(
                figure_rules.of_line(aggregate.order, aggregate.group_no, line, past.paid_at),
                figure_rules.of_settled(line),
            )
        wholes.append(aggregate)
        payments.append((aggregate.order, paid))
        names.append((past.source_no, order_id))
    await order_store.add(call, *wholes)
    await payment_store.add_all(call, payments)
    await bulk_store.add_known(call, source, names)
    await sums.write(call.db, int(call.clock.now()))


async def claim_all(call: Call, source: str, claims: Sequence[PastClaim]) -> list[PastClaim]:
    """Cancel units that the same customer bought at the same full price, the newest first.

    Units may come from several sales. Return the claims with more units than were ever sold: they
    are not applied.
    """
    if not claims:
        return []
    chosen, unmatched = await _matched(call, claims)
    sums = Sums()
    for order_id in sorted(chosen):
        aggregate = await order_store.lock(call, order_id)
        await _cancel(call, aggregate, chosen[order_id], sums)
    taken = {each.source_no: "" for each in claims}
    await bulk_store.add_known(call, source, taken.items())
    await sums.write(call.db, int(call.clock.now()))
    return unmatched


_Part = tuple[int, int, PastClaim]
"""The item, a number of its units, and the claim."""


async def _matched(
    call: Call, claims: Sequence[PastClaim]
) -> tuple[dict[str, list[_Part]], list[PastClaim]]:
    # buyers without a name cannot be told apart: a search would find most orders
    named = [each for each in claims if each.member_id]
    rows = await bulk_store.sold(
        call, {each.member_id for each in named}, {each.product_no for each in named}
    )
    left: dict[tuple[str, int, int], list[list[int | str]]] = {}
    for member_id, product_no, price, *sale in rows:
        left.setdefault((member_id, product_no, price), []).append(sale)
    chosen: dict[str, list[_Part]] = {}
    unmatched = []
    for claim in claims:
        sales = left.get((claim.member_id, claim.product_no, hundredths(claim.price)), [])
        sales = [sale for sale in sales if int(sale[0]) <= claim.at and int(sale[3]) > 0]
        if not claim.member_id or sum(int(sale[3]) for sale in sales) < claim.quantity:
            unmatched.append(claim)
            continue
        remaining = claim.quantity
        for sale in sales:
            part = min(remaining, int(sale[3]))
            chosen.setdefault(str(sale[1]), []).append((int(sale[2]), part, claim))
            sale[3] = int(sale[3]) - part
            remaining -= part
            if not remaining:
                break
    return chosen, unmatched


async def _cancel(
    call: Call, aggregate: OrderAggregate, parts: Iterable[_Part], sums: Sums
) -> None:
    before = aggregate.order
    lines = {line.item.item_no: line for line in aggregate.lines}
    changed: dict[int, OrderLine] = {}
    added = []
    refunds: dict[str, tuple[int, Decimal]] = {}
    for item_no, quantity, claim in parts:
        line = lines[item_no]
        if quantity < line.item.quantity:
            rest, line = _split(aggregate, line, quantity)
            changed[item_no] = lines[item_no] = rest
            added.append(line)
        else:
            changed[item_no] = line
        transitions.enter_state(line, "C40", claim.at)
        line.item = replace(line.item, cancel_date=moment(claim.at), claim_quantity=quantity)
        key = figure_rules.of_line(before, aggregate.group_no, line, claim.at)
        sums.add_goods(key, {"canceled": quantity})
        at, amount = refunds.get(claim.source_no, (claim.at, ZERO))
        refunds[claim.source_no] = (at, amount + line.item.payment_amount - line.share.discount)
    last = max(at for at, _ in refunds.values())
    aggregate.order = transitions.with_summary(aggregate, last)
    back = sum((amount for _, amount in refunds.values()), ZERO)
    aggregate.order = replace(
        aggregate.order,
        payment_amount=aggregate.order.payment_amount - back,
        actual_order_amount=_left(call, aggregate, back),
    )
    await order_store.change(call, before, aggregate.order)
    await order_store.change_lines(call, before, changed.values())
    await order_store.add_lines(call, before, added)
    [first, *more] = await payment_store.of_order(call, before.order_id)
    payments = []
    for number, (at, amount) in enumerate(refunds.values(), len(more) + 2):
        refund = replace(
            first,
            payment_no=number,
            payment_settle_type="P",
            order_amount=0,
            paid_amount=-hundredths(amount),
            payment_datetime=at,
            created_datetime=at,
        )
        payments.append((before, refund))
        sums.add_sales(*figure_rules.of_more(before, refund, at))
    await payment_store.add_all(call, payments)


def _split(
    aggregate: OrderAggregate, line: OrderLine, quantity: int
) -> tuple[OrderLine, OrderLine]:
    """Return an item as two, the second with this quantity as the order's last item.

    Only items without any discount are matched, so that every part has its exact price.
    """
    item = line.item
    number = max(each.item.item_no for each in aggregate.lines) + 1
    price = (item.product_price + item.option_price) * quantity
    rest = OrderLine(
        item=replace(
            item, quantity=item.quantity - quantity, payment_amount=item.payment_amount - price
        ),
        placed_at=line.placed_at,
        was=line.was,
        recorded=line.recorded,
        transitions=line.transitions,
    )
    part = OrderLine(
        item=replace(
            item,
            item_no=number,
            order_item_code=order_store.item_code(aggregate.order.order_id, number),
            quantity=quantity,
            payment_amount=price,
            original_item_no=[item.item_no],
        ),
        placed_at=line.placed_at,
    )
    aggregate.lines[aggregate.lines.index(line)] = rest
    aggregate.lines.append(part)
    return rest, part


def _left(call: Call, aggregate: OrderAggregate, back: Decimal) -> OrderAmount:
    """Return the amounts of an order without its cancelled items."""
    amount = aggregate.order.actual_order_amount
    unit = smallest_unit(call.mall.shops[aggregate.order.shop_no].currency)
    bought = [line for line in aggregate.lines if line.item.order_status not in CLAIMED]
    prices = (
        (each.item.product_price + each.item.option_price) * each.item.quantity for each in bought
    )
    taxes = (
        (each.item.payment_amount - each.share.discount, each.item.tax_rate) for each in bought
    )
    return replace(
        amount,
        order_price_amount=sum(prices, ZERO),
        payment_amount=amount.payment_amount - back,
        tax=included_taxes(taxes, unit),
    )
