"""What is said of one item: its buyer asks for a claim or no longer, it travels in parcels."""

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.areas.order.claims import asking, choosing, store, withdrawing
from openmall.areas.order.claims.kinds import CANCELLATION, RETURN, Kind
from openmall.areas.order.claims.shape import Claim, ItemTold
from openmall.areas.order.claims.takes import ItemTelling, Refusing, Wanted
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.item_shape import Invoice
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.states import OVER
from openmall.areas.shipping import carriers
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams

_KINDS: Final = {"C": CANCELLATION, "R": RETURN}
_OF_CLAIM: Final = ("claim_type", "claim_reason_type", "claim_reason", "claim_quantity")


async def tell(call: Call, params: ItemTelling) -> ItemTold:
    """Update an item of an order: whether its buyer asks for a claim, and how it travels.

    Raises Invalid (422) for a claim that the item's state does not allow.
    """
    said = {name: value for name, value in sent(params).items() if name != "multi_invoice"}
    told = ItemTold(**{**said, "shop_no": call.shop_no})
    new = False
    if params.multi_invoice is not UNSET:
        new, told = await _in_parcels(call, params, told)
    if params.claim_status is UNSET:
        for name in _OF_CLAIM:
            if getattr(params, name) is not UNSET:
                raise Invalid("Is it asked for, or no longer?", parameter="claim_status")
        if not new:
            raise NotModified()
        return told
    if params.claim_type is UNSET:
        raise Invalid("A cancellation or a return?", parameter="claim_type")
    kind = _KINDS[params.claim_type]
    try:
        return await (_ask if params.claim_status == "T" else _ask_no_longer)(
            call, kind, params, told
        )
    except NotModified:
        if not new:
            raise
        return told


async def _ask(call: Call, kind: Kind, params: ItemTelling, told: ItemTold) -> ItemTold:
    whole = await orders.whole(call, params.order_id)
    line = orders.line(whole.lines, params.order_item_code)
    item = line.item
    if params.claim_reason_type is UNSET:
        raise Invalid("Why?", parameter="claim_reason_type")
    quantity = item.quantity if params.claim_quantity is UNSET else params.claim_quantity
    reason: dict[str, Any] = {"claim_reason_type": params.claim_reason_type}
    if params.claim_reason is not UNSET:
        reason["claim_reason"] = params.claim_reason
    if item.order_status == kind.asked:
        if quantity != item.quantity:
            raise Invalid(
                f"In state {item.order_status} {item.quantity} are asked for.",
                parameter="claim_quantity",
            )
        return await _for_another_reason(call, whole, line, reason, told)
    if quantity > item.quantity:
        raise Invalid(f"Only {item.quantity} were bought.", parameter="claim_quantity")
    code = params.order_item_code
    lines = await choosing.claimed(call, whole, [Wanted(order_item_code=code, quantity=quantity)])
    claim = Claim(
        claim_code=await store.new_code(call, kind.letter),
        shop_no=call.shop_no,
        order_id=params.order_id,
        kind=kind.name,
        step="requested",
        item_nos=[lines[0].item.item_no],
        requested_date=moment(call.clock.now()),
        **reason,
    )
    await asking.put_down(call, kind, whole, claim, lines)
    return replace(told, order_item_code=lines[0].item.order_item_code, claim_quantity=quantity)


async def _for_another_reason(
    call: Call, whole: Whole, line: Line, reason: dict[str, Any], told: ItemTold
) -> ItemTold:
    """Write another reason into a claim that is asked for already."""
    before = await store.find(call, line.item.claim_code)
    assert before is not None
    after = replace(before, **reason)
    if after == before:
        raise NotModified()
    lines = choosing.of_claim(whole, after.item_nos)
    for each in lines:
        each.item = replace(each.item, **reason)
    await store.change(call, after)
    await orders.change_lines(call, whole.order, lines)
    changes = {name: (getattr(before, name), getattr(after, name)) for name in reason}
    call.journal(f"claim {after.claim_code}", changes)
    return replace(told, claim_quantity=line.item.quantity)


async def _ask_no_longer(call: Call, kind: Kind, params: ItemTelling, told: ItemTold) -> ItemTold:
    whole = await orders.whole(call, params.order_id)
    quantity = orders.line(whole.lines, params.order_item_code).item.quantity
    if params.claim_quantity is not UNSET and params.claim_quantity != quantity:
        raise Invalid(f"The request is about {quantity}.", parameter="claim_quantity")
    await withdrawing.refusing(kind)(
        call,
        Refusing(
            shop_no=call.shop_no,
            order_id=params.order_id,
            order_item_code=[params.order_item_code],
            undone="T",
            reason_type=params.claim_reason_type,
            reason=params.claim_reason,
        ),
    )
    return replace(told, claim_quantity=quantity)


async def _in_parcels(call: Call, params: ItemTelling, told: ItemTold) -> tuple[bool, ItemTold]:
    """Write down in which parcels an item travels; return whether that is new, and the answer."""
    assert params.multi_invoice is not UNSET
    whole = await orders.whole(call, params.order_id)
    line = orders.line(whole.lines, params.order_item_code)
    item = line.item
    if item.order_status in OVER:
        raise Invalid(
            f"An item in state {item.order_status} is not sent.", parameter="order_item_code"
        )
    if sum(each.quantity for each in params.multi_invoice) > item.quantity:
        raise Invalid(f"Only {item.quantity} were bought.", parameter="multi_invoice.quantity")
    known = {
        each.carrier_id: each
        for each in await carriers.list_carriers(call, ShopParams(shop_no=call.shop_no))
    }
    parcels = []
    for each in params.multi_invoice:
        carrier = known.get(each.shipping_company_id)
        if carrier is None:
            raise Invalid(
                "There is no such carrier.",
                parameter="multi_invoice.shipping_company_id",
            )
        parcels.append(
            Invoice(
                **asdict(each),
                shipping_company_name=carrier.shipping_carrier,
                shipping_company_code=carrier.shipping_carrier_code,
            )
        )
    told = replace(told, multi_invoice=parcels)
    if parcels == item.multi_invoice:
        return False, told
    line.item = replace(item, multi_invoice=parcels)
    await orders.change_lines(call, whole.order, [line])
    numbers = [[each.tracking_no for each in some] for some in (item.multi_invoice, parcels)]
    call.journal(f"item {item.order_item_code}", {"multi_invoice": (numbers[0], numbers[1])})
    return True, told
