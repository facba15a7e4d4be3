"""What is sent instead of an exchanged item: it waits, goes on, or stays behind."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from openmall.areas.order import shelf
from openmall.areas.order.amounts import Share
from openmall.areas.order.claims.choosing import next_number
from openmall.areas.order.claims.shape import Claim
from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.placing.pricing import Wanted, price
from openmall.areas.order.states import named
from openmall.areas.product.stock import rules as stock
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.standard.settings import current

_AS_BEFORE: Final = (
    "additional_discount_price", "coupon_discount_price", "app_item_discount_amount",
    "payment_amount", "shipping_code", "quantity", "tax_rate", "product_tax_type",
    "individual_shipping_fee", "shipping_fee_type", "shipping_fee_type_text",
    "shipping_payment_option", "store_pickup", "supplier_name",
)  # fmt: skip
"""What is sent instead costs and travels as what it is sent for."""


async def prepare(
    call: Call, whole: Whole, lines: Sequence[Line], variants: Mapping[int, str], claim: Claim
) -> list[Line]:
    """Add to an order what is sent instead of items, and take it off the shelf.

    `variants`: number of an item -> what is sent instead; else what the buyer wished for, else
    the same again. It must cost as much. Raises Invalid (422), and stock.OutOfStock (422).
    """
    variants = _wished(claim, lines) | dict(variants)
    wants = [
        Wanted(
            variant_code=variants.get(line.item.item_no, line.item.variant_code),
            quantity=line.item.quantity,
        )
        for line in lines
    ]
    made = []
    words = named("N01")
    for line, priced in zip(lines, await price(call, wants), strict=True):
        item = line.item
        same = priced.item.variant_code == item.variant_code
        new: Item = item if same else priced.item
        if new.product_price + new.option_price != item.product_price + item.option_price:
            raise Invalid(
                "An item is exchanged for what costs as much.", parameter="exchange_variant_code"
            )
        number = next_number(whole)
        new = replace(
            new,
            **{name: getattr(item, name) for name in _AS_BEFORE},
            item_no=number,
            order_item_code=store.item_code(whole.order.order_id, number),
            order_status="N01",
            order_status_before_cs=None,
            status_code=words.status_code,
            status_text=words.status_text,
            ordered_date=moment(call.clock.now()),
            shipped_date=None,
            delivered_date=None,
            purchaseconfirmation_date=None,
            exchange_request_date=None,
            claim_code=claim.claim_code,
            claim_quantity=0,
            request_undone=None,
            original_item_no=[*item.original_item_no, item.item_no],
        )
        instead = Line(item=new, came="instead")
        whole.lines.append(instead)
        made.append(instead)
    for instead in shelf.in_order(made):
        instead.stock_taken = await stock.sell(
            call,
            instead.item.variant_code,
            quantity=instead.item.quantity,
            reference=whole.order.order_id,
        )
    await store.add_lines(call, whole.order, made)
    return made


def _wished(claim: Claim, lines: Sequence[Line]) -> dict[int, str]:
    """Return what a buyer would like instead of which item, as the quantities tell."""
    left, found = list(lines), {}
    for wish in claim.wishes:
        for line in left:
            if line.item.quantity == wish.quantity:
                found[line.item.item_no] = wish.variant_code
                left.remove(line)
                break
    return found


async def go_on(call: Call, whole: Whole, claim: Claim) -> list[Line]:
    """Let what is sent instead go on as if it had been ordered, and bear what the others bore."""
    by_number = {line.item.item_no: line for line in whole.lines}
    setting = await current(call, OrdersSetting)
    made = [by_number[number] for number in claim.new_item_nos]
    moving.move(call, made, "go on instead")
    for line in made:
        before = by_number[line.item.original_item_no[-1]]
        line.share, before.share = before.share, Share()
        if setting.use_product_prepare_status != "T":
            moving.put_in(line, "N20", int(call.clock.now()))
    return made


async def stay_behind(call: Call, whole: Whole, numbers: Sequence[int]) -> list[Line]:
    """Put back on the shelf what is not sent instead after all; `numbers`: of the new items."""
    made = [line for line in whole.lines if line.item.item_no in numbers]
    moving.move(call, made, "stay behind")
    await shelf.give_back(call, whole.order.order_id, made, recover=True)
    return made
