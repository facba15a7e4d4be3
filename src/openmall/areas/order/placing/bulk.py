"""Orders of the past, many at once: the same rows as orders that were placed, paid and delivered.

Their stock is not counted and nothing is announced: what they tell happened long ago.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.areas.order.amounts import OrderAmount, contained
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.figures.store import Sums
from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.payments import store as ledger
from openmall.areas.order.payments.rules import as_paid
from openmall.areas.order.placing import bulk_store
from openmall.areas.order.placing.pricing import smallest_unit
from openmall.areas.order.placing.rules import Placement, written
from openmall.areas.order.states import CLAIMED
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths
from openmall.database import numbers


class Past(Struct, frozen=True, kw_only=True):
    """An order that was paid and delivered, under the number it had where it comes from."""

    source_no: str
    placement: Placement
    placed_at: int
    paid_at: int


class TakenBack(Struct, frozen=True, kw_only=True):
    """Units that a customer gave back, or never got, and was given the money for."""

    source_no: str
    line: int
    """Where it stands in what is brought in, for whoever hears that nothing matches it."""
    member_id: str
    product_no: int
    price: Decimal
    """Of one unit, as it was sold."""
    quantity: int
    at: int


async def place_all(call: Call, source: str, orders: Sequence[Past]) -> None:
    """Bring in orders of the call's shop, which were paid and delivered in their time."""
    if not orders:
        return
    days = Counter(moment(each.placed_at).strftime("%Y%m%d") for each in orders)
    free = {}
    for day in sorted(days):
        free[day] = await numbers.take(call.db, f"order {day}", count=days[day])
    sums = Sums()
    wholes, payments, names = [], [], []
    for past in orders:
        day = moment(past.placed_at).strftime("%Y%m%d")
        order_id = f"{day}-{free[day]:07d}"
        free[day] += 1
        whole, awaited = written(call, past.placement, order_id, past.placed_at)
        sums.add_sales(*figures.of_placed(whole.order, awaited.payment_methods, awaited.gateway))
        for line in whole.lines:
            moving.put_in(line, "N40", past.paid_at)
            line.placed_at = past.paid_at
        whole.order = as_paid(whole, past.paid_at)
        paid = replace(awaited, payment_datetime=past.paid_at, paid_amount=awaited.order_amount)
        sums.add_sales(*figures.of_payment(whole.order, paid, past.paid_at, len(whole.lines)))
        for line in whole.lines:
            sums.add_goods(
                figures.of_line(whole.order, whole.group_no, line, past.paid_at),
                figures.of_settled(line),
            )
        wholes.append(whole)
        payments.append((whole.order, paid))
        names.append((past.source_no, order_id))
    await store.add(call, *wholes)
    await ledger.add_all(call, payments)
    await bulk_store.remember(call, source, names)
    await sums.write(call.db, int(call.clock.now()))


async def take_back_all(call: Call, source: str, claims: Sequence[TakenBack]) -> list[TakenBack]:
    """Cancel what the same customers bought at the same price without a discount, the newest first.

    Units may come from several sales. Return the claims for which fewer units were ever sold:
    nothing was done about them.
    """
    if not claims:
        return []
    chosen, unmatched = await _matched(call, claims)
    sums = Sums()
    for order_id in sorted(chosen):
        whole = await store.whole(call, order_id)
        await _cancel(call, whole, chosen[order_id], sums)
    taken = {each.source_no: "" for each in claims}
    await bulk_store.remember(call, source, taken.items())
    await sums.write(call.db, int(call.clock.now()))
    return unmatched


_Part = tuple[int, int, TakenBack]
"""Which item, how many units of it, for which claim."""


async def _matched(
    call: Call, claims: Sequence[TakenBack]
) -> tuple[dict[str, list[_Part]], list[TakenBack]]:
    # nobody is told from anybody else who has no name: looking for theirs would find most orders
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
        wanted = claim.quantity
        for sale in sales:
            part = min(wanted, int(sale[3]))
            chosen.setdefault(str(sale[1]), []).append((int(sale[2]), part, claim))
            sale[3] = int(sale[3]) - part
            wanted -= part
            if not wanted:
                break
    return chosen, unmatched


async def _cancel(call: Call, whole: Whole, parts: Iterable[_Part], sums: Sums) -> None:
    before = whole.order
    lines = {line.item.item_no: line for line in whole.lines}
    changed: dict[int, Line] = {}
    added = []
    refunds: dict[str, tuple[int, Decimal]] = {}
    for item_no, quantity, claim in parts:
        line = lines[item_no]
        if quantity < line.item.quantity:
            rest, line = _split(whole, line, quantity)
            changed[item_no] = lines[item_no] = rest
            added.append(line)
        else:
            changed[item_no] = line
        moving.put_in(line, "C40", claim.at)
        line.item = replace(line.item, cancel_date=moment(claim.at), claim_quantity=quantity)
        key = figures.of_line(before, whole.group_no, line, claim.at)
        sums.add_goods(key, {"canceled": quantity})
        at, amount = refunds.get(claim.source_no, (claim.at, ZERO))
        refunds[claim.source_no] = (at, amount + line.item.payment_amount - line.share.discount)
    last = max(at for at, _ in refunds.values())
    whole.order = moving.summed_up(whole, last)
    back = sum((amount for _, amount in refunds.values()), ZERO)
    whole.order = replace(
        whole.order,
        payment_amount=whole.order.payment_amount - back,
        actual_order_amount=_left(call, whole, back),
    )
    await store.change(call, before, whole.order)
    await store.change_lines(call, before, changed.values())
    await store.add_lines(call, before, added)
    [first, *more] = await ledger.of_order(call, before.order_id)
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
        sums.add_sales(*figures.of_more(before, refund, at))
    await ledger.add_all(call, payments)


def _split(whole: Whole, line: Line, quantity: int) -> tuple[Line, Line]:
    """Return an item as two, the second with so many of its units; it is the order's last one.

    Only what was sold without any discount is matched, so that every part has its exact price.
    """
    item = line.item
    number = max(each.item.item_no for each in whole.lines) + 1
    price = (item.product_price + item.option_price) * quantity
    rest = Line(
        item=replace(
            item, quantity=item.quantity - quantity, payment_amount=item.payment_amount - price
        ),
        placed_at=line.placed_at,
        was=line.was,
    )
    part = Line(
        item=replace(
            item,
            item_no=number,
            order_item_code=store.item_code(whole.order.order_id, number),
            quantity=quantity,
            payment_amount=price,
            original_item_no=[item.item_no],
        ),
        placed_at=line.placed_at,
    )
    whole.lines[whole.lines.index(line)] = rest
    whole.lines.append(part)
    return rest, part


def _left(call: Call, whole: Whole, back: Decimal) -> OrderAmount:
    """Return what an order costs without what is cancelled."""
    amount = whole.order.actual_order_amount
    unit = smallest_unit(call.mall.shops[whole.order.shop_no].currency)
    bought = [line for line in whole.lines if line.item.order_status not in CLAIMED]
    prices = (
        (each.item.product_price + each.item.option_price) * each.item.quantity for each in bought
    )
    taxes = (
        contained(each.item.payment_amount - each.share.discount, each.item.tax_rate, unit)
        for each in bought
    )
    return replace(
        amount,
        order_price_amount=sum(prices, ZERO),
        payment_amount=amount.payment_amount - back,
        tax=sum(taxes, ZERO),
    )
