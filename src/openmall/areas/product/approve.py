"""Approval of a product: somebody asks for it, and the shop looks at the product and decides.

The state is the product's own `approve_status`, so lists of products find it, and whatever is done
here is a change of the product. Specification: "Products approve".
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from openmall.areas.product.products import programme
from openmall.areas.product.products import store as products
from openmall.areas.product.products.events import ProductUpdated
from openmall.areas.product.products.shape import ApproveStatus, Product
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.operation import get, post, put
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

UserId = Annotated[str, Meta(min_length=1)]
Decision = Literal["C", "R", "I"]
"""C approved, R rejected, I under review."""

REQUESTED: Final[dict[ApproveStatus, ApproveStatus]] = {"": "N", "R": "N", "C": "E"}
"""State -> what asking makes of it. In the states that are missing a request is open already."""
DECIDED: Final[dict[ApproveStatus, str]] = {
    "": "CRI",
    "N": "CRI",
    "E": "CRI",
    "I": "CR",
    "C": "RI",
    "R": "CI",
}
"""State -> the codes that may be decided in it: any other.

A shop may look at a product unasked, and may change its mind.
"""


class Approval(Struct, frozen=True, kw_only=True):
    """How far the approval of a product is."""

    shop_no: int
    status: ApproveStatus
    product_no: int


class ApprovalOf(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class ApprovalRequest(ApprovalOf, frozen=True, kw_only=True):
    user_id: UserId


class ApprovalDecision(ApprovalOf, frozen=True, kw_only=True):
    user_id: UserId
    status: Decision


async def retrieve(call: Call, params: ApprovalOf) -> Approval:
    """Retrieve a product's approval status; empty when nobody ever asked."""
    return _shown(await products.get(call, params.product_no))


async def request(call: Call, params: ApprovalRequest) -> Approval:
    """Create a request to approve a product: as new, or as edited once it has been approved.

    While a request is open another one changes nothing: NotModified (409).
    """
    before = await products.get(call, params.product_no, to_change=True)
    status = REQUESTED.get(before.approve_status)
    if status is None:
        raise NotModified("The approval of the product is requested already.")
    return await _change(call, before, status, {"requested_by": (None, params.user_id)})


async def decide(call: Call, params: ApprovalDecision) -> Approval:
    """Update a product's approval status. The one it has is NotModified (409)."""
    before = await products.get(call, params.product_no, to_change=True)
    if params.status not in DECIDED[before.approve_status]:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    return await _change(call, before, params.status, {"decided_by": (None, params.user_id)})


async def _change(
    call: Call, before: Product, status: ApproveStatus, who: dict[str, tuple[Any, Any]]
) -> Approval:
    """Write the new state; the activity log keeps `who` asked or decided."""
    now = moment(call.clock.now())
    after = msgspec.structs.replace(before, approve_status=status, updated_date=now)
    await products.change(call, after, {"approve_status"})
    await programme.follow(call, [after.product_no])
    changes = {"approve_status": (before.approve_status, status), **who}
    call.journal(f"approval of product {after.product_no}", changes)
    call.announce(ProductUpdated.of(after))
    return _shown(after)


def _shown(product: Product) -> Approval:
    return Approval(
        shop_no=product.shop_no, status=product.approve_status, product_no=product.product_no
    )


OPERATIONS = [
    get(
        "products/{product_no}/approve",
        retrieve,
        takes=ApprovalOf,
        gives=Approval,
        key="approve",
        scope=READ_PRODUCT,
    ),
    post(
        "products/{product_no}/approve",
        request,
        takes=ApprovalRequest,
        gives=Approval,
        key="approve",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/{product_no}/approve",
        decide,
        takes=ApprovalDecision,
        gives=Approval,
        key="approve",
        scope=WRITE_PRODUCT,
    ),
]
