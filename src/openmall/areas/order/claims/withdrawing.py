"""A claim comes to nothing: the shop refuses it, or it is withdrawn."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from openmall.areas.order import shelf
from openmall.areas.order.claims import choosing, exchanging, store, telling
from openmall.areas.order.claims.kinds import Kind
from openmall.areas.order.claims.moving_on import keep_claimed
from openmall.areas.order.claims.shape import Claim, GatewayCancels, Refused
from openmall.areas.order.claims.takes import Refusing
from openmall.areas.order.orders import moving
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.states import withdrawn
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified


async def withdraw(
    call: Call, kind: Kind, whole: Whole, claim: Claim, lines: Sequence[Line]
) -> Claim:
    """Bring items back to the state they had before a claim, and put aside again what they had."""
    stays = [line for line in choosing.of_claim(whole, claim.item_nos) if line not in lines]
    awaited = await refunds.find(call, claim.claim_code)
    if stays and awaited is not None:
        raise Invalid("The claim is withdrawn as a whole.", parameter="items")
    for line in lines:
        status = withdrawn(line.item.order_status, line.item.order_status_before_cs)
        moving.put_back_in(
            line,
            status,
            request_undone=kind.undone,
            claim_code="",
            claim_quantity=0,
            claim_reason_type=None,
            claim_reason="",
            order_status_before_cs=None,
        )
    if awaited is not None:
        await refunds.remove(call, claim.claim_code)
    if claim.put_back:
        await shelf.take(call, whole.order.order_id, lines)
    gone = [
        line.item.item_no
        for line in choosing.of_claim(whole, claim.new_item_nos)
        if line.item.original_item_no[-1] in {each.item.item_no for each in lines}
    ]
    if gone:
        await exchanging.stay_behind(call, whole, gone)
    await refunding.brought_up(call, whole)
    if stays:
        return replace(
            claim,
            undone=None,
            item_nos=[line.item.item_no for line in stays],
            new_item_nos=[number for number in claim.new_item_nos if number not in gone],
        )
    return replace(claim, undone="T", put_back=False)


def refusing(kind: Kind) -> Callable[[Call, Refusing], Awaitable[Refused]]:
    """Return what refuses that buyers asked for claims of a kind."""

    async def refuse(call: Call, params: Refusing) -> Refused:
        return await _refuse(call, kind, params)

    refuse.__doc__ = f"Refuse the {kind.name} that was asked for."
    return refuse


async def _refuse(call: Call, kind: Kind, params: Refusing) -> Refused:
    whole = await orders.whole(call, params.order_id)
    before = whole.order
    lines = moving.chosen(whole, params.order_item_code)
    open_ = [line for line in lines if line.item.order_status == kind.asked]
    if not open_ and all(line.item.request_undone == kind.undone for line in lines):
        raise NotModified()
    by_claim: dict[str, list[Line]] = {}
    for line in lines:
        if line not in open_:
            raise Invalid(
                f"For an item in state {line.item.order_status} no {kind.name} is asked for.",
                parameter="order_item_code",
            )
        by_claim.setdefault(line.item.claim_code, []).append(line)
    told = {
        "undone_reason_type": None if params.reason_type is UNSET else params.reason_type,
        "undone_reason": None if params.reason is UNSET else params.reason,
        "expose_order_detail": params.display_reject_reason,
        "exposed_undone_reason": None if params.reject_reason is UNSET else params.reject_reason,
    }
    for code, those in by_claim.items():
        asked = await store.find(call, code)
        assert asked is not None
        claim = await withdraw(call, kind, whole, replace(asked, **told), those)
        await store.change(call, claim)
    await keep_claimed(call, before, whole, lines)
    telling.claimed(call, kind, whole, claim, deed="refuse")
    codes = [line.item.order_item_code for line in lines]
    return Refused(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=codes,
        additional_payment_gateway_cancel=GatewayCancels(success=codes),
    )
