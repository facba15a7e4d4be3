"""What the back office's pages show of stock: each variant's ledger, and its adjustment.

No API has these operations: apps set quantities by `inventories`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import reservation_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.inventories import Adjustment
from openmall.commerce.product.stock.refusals import (
    QUANTITY_DIFFERS,
    QUANTITY_OR_ADJUST,
    QUANTITY_OUT_OF_BOUNDS,
)
from openmall.commerce.product.stock.store import ChangeReason, ManualReason
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import (
    HIGHEST_QUANTITY,
    LOWEST_QUANTITY,
    Quantity,
    VariantCode,
)
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified, PreconditionFailed
from openmall.contract.moments import moment
from openmall.contract.params import Flag, Limit100, Offset8000, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource

Note = Annotated[str, Meta(max_length=200)]


class VariantPath(Params, frozen=True, kw_only=True):
    variant_code: VariantCode


class MovementQuery(VariantPath, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 30


class StockAdjustment(VariantPath, frozen=True, kw_only=True):
    """A change of a variant's quantity: either `quantity` or `adjust`."""

    quantity: Quantity | UnsetType = UNSET
    """The new quantity."""
    adjust: Adjustment | UnsetType = UNSET
    if_quantity: Quantity | UnsetType = UNSET
    """The quantity that the variant must have; else nothing is changed."""
    reason: ManualReason
    note: Note = ""


class StockLevel(Struct, frozen=True, kw_only=True):
    """The stock of a variant."""

    product_no: int
    variant_code: str
    quantity: int
    reserved: int
    """Units that buyers hold who are paying now."""
    safety_inventory: int
    use_inventory: Flag
    """F: the stock of this variant is not counted when it is sold."""
    display_soldout: Flag


class StockMovement(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity."""

    entry_no: int
    changed_date: datetime
    quantity_before: int
    quantity_after: int
    why: ChangeReason
    reference: str
    actor: str
    note: str


async def retrieve_stock(call: Call, params: VariantPath) -> StockLevel:
    """Retrieve the stock of a variant. Raises NotFound (404)."""
    code = params.variant_code
    number = codes.product_no(code)
    _, options = await product_store.with_options(call, number)
    found = await variant_store.one(call, number, code, options)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    now = int(call.clock.now())
    reserved = await reservation_store.reserved(call.db, [code], now=now)
    return StockLevel(
        product_no=number,
        variant_code=code,
        quantity=found.quantity,
        reserved=reserved.get(code, 0),
        safety_inventory=found.safety_inventory,
        use_inventory=found.use_inventory,
        display_soldout=found.display_soldout,
    )


async def list_movements(call: Call, query: MovementQuery) -> Sequence[StockMovement]:
    """Retrieve the changes of a variant's quantity, the last one first."""
    found = await stock_store.movements(
        call.db, query.variant_code, limit=query.limit, offset=query.offset
    )
    return [
        StockMovement(
            entry_no=each.entry_no,
            changed_date=moment(each.changed_at),
            quantity_before=each.quantity_before,
            quantity_after=each.quantity_after,
            why=each.reason,
            reference=each.reference,
            actor=each.actor,
            note=each.note,
        )
        for each in found
    ]


async def adjust_stock(call: Call, params: StockAdjustment) -> StockLevel:
    """Set or adjust the quantity of a variant for a reason, which its ledger keeps.

    Raises NotFound (404), NotModified (409), PreconditionFailed (412), and Invalid (422).
    """
    code = params.variant_code
    change = await stock_rules.lock_existing(call, [code])
    before = change.quantity(code)
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    if (params.quantity is UNSET) == (params.adjust is UNSET):
        raise Invalid(QUANTITY_OR_ADJUST, parameter="adjust")
    if params.if_quantity is not UNSET and params.if_quantity != before:
        raise PreconditionFailed(QUANTITY_DIFFERS, parameter="quantity", quantity=before)
    after = before if params.quantity is UNSET else params.quantity
    if params.adjust is not UNSET:
        after += params.adjust
    if after == before:
        raise NotModified(IDENTICAL)
    if not LOWEST_QUANTITY <= after <= HIGHEST_QUANTITY:
        raise Invalid(QUANTITY_OUT_OF_BOUNDS, parameter="adjust", quantity=after)
    change.add(code, after - before, params.reason, "", note=params.note)
    call.journal(f"variant {code}", {"quantity": (before, after)})
    await change.write()
    return await retrieve_stock(call, VariantPath(variant_code=code))


_STOCK: Final = Resource(StockLevel, area="product", key="stock", listed="movements")

OPERATIONS = [
    _STOCK.get("stock/{variant_code}", retrieve_stock, takes=VariantPath),
    _STOCK.put("stock/{variant_code}", adjust_stock, takes=StockAdjustment),
    _STOCK.giving(StockMovement).listing(
        "stock/{variant_code}/movements", list_movements, takes=MovementQuery
    ),
]
