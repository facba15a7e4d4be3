"""Approval of a product: an app requests it, the shop reviews the product and decides.

The state is the product's own `approve_status`, so that lists filter by it, and every step is an
update of the product. Specification: "Products approve".
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from openmall.commerce.product import partner_updates
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.shape import ApproveStatus, Product
from openmall.commerce.product.refusals import APPROVAL_REQUESTED_ALREADY
from openmall.commerce.product.stock import propagation
from openmall.contract.call import Call
from openmall.contract.change import Changes
from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource

UserId = Annotated[str, Meta(min_length=1)]
Decision = Literal["C", "R", "I"]
"""C approved, R rejected, I under review."""

REQUESTED: Final[dict[ApproveStatus, ApproveStatus]] = {"": "N", "R": "N", "C": "E"}
"""State -> the state after a request. In states not listed a request is already open."""
DECIDED: Final[dict[ApproveStatus, str]] = {
    "": "CRI",
    "N": "CRI",
    "E": "CRI",
    "I": "CR",
    "C": "RI",
    "R": "CI",
}
"""State -> the states a decision may lead to: any other.

A shop may review a product without a request, and may change its decision.
"""


class Approval(Struct, frozen=True, kw_only=True):
    """Progress of a product's approval."""

    shop_no: int
    status: ApproveStatus
    product_no: int


class ApprovalPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class ApprovalRequest(ApprovalPath, frozen=True, kw_only=True):
    user_id: UserId


class ApprovalDecision(ApprovalPath, frozen=True, kw_only=True):
    user_id: UserId
    status: Decision


async def retrieve(call: Call, params: ApprovalPath) -> Approval:
    """Retrieve a product's approval status; empty when approval was never requested."""
    return _shown(await product_store.get(call, params.product_no))


async def request(call: Call, params: ApprovalRequest) -> Approval:
    """Create a request to approve a product: as new, or as edited once it has been approved.

    While a request is open another one changes nothing: NotModified (409).
    """
    before = await product_store.get(call, params.product_no, to_change=True)
    status = REQUESTED.get(before.approve_status)
    if status is None:
        raise NotModified(APPROVAL_REQUESTED_ALREADY)
    return await _change(call, before, status, {"requested_by": (None, params.user_id)})


async def decide(call: Call, params: ApprovalDecision) -> Approval:
    """Update a product's approval status. The one it has is NotModified (409)."""
    before = await product_store.get(call, params.product_no, to_change=True)
    if params.status not in DECIDED[before.approve_status]:
        raise NotModified(IDENTICAL)
    return await _change(call, before, params.status, {"decided_by": (None, params.user_id)})


async def _change(call: Call, before: Product, status: ApproveStatus, who: Changes) -> Approval:
    """Write the new state; the activity log records `who` requested or decided it."""
    now = moment(call.clock.now())
    after = msgspec.structs.replace(before, approve_status=status, updated_date=now)
    await product_store.change(call, after, {"approve_status"})
    await partner_updates.update_projection(call, [after.product_no])
    await propagation.update(call, [after.product_no], [])
    changes = {"approve_status": (before.approve_status, status), **who}
    call.journal(f"approval of product {after.product_no}", changes)
    call.publish(ProductUpdated.of(after))
    return _shown(after)


def _shown(product: Product) -> Approval:
    return Approval(
        shop_no=product.shop_no, status=product.approve_status, product_no=product.product_no
    )


_APPROVE: Final = Resource(Approval, area="product", key="approve")

OPERATIONS = [
    _APPROVE.get("products/{product_no}/approve", retrieve, takes=ApprovalPath),
    _APPROVE.post("products/{product_no}/approve", request, takes=ApprovalRequest),
    _APPROVE.put("products/{product_no}/approve", decide, takes=ApprovalDecision),
]
