"""Stock of many variants in one call: set or adjusted, on condition of the quantity before.

For programs that keep stock in step with a warehouse. Quantities are shared by all languages of the
mall. The specification changes the stock of one variant a call
(`products/{product_no}/variants/{variant_code}/inventories`); this operation is an extension.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.quantity_changes import StockChange
from openmall.commerce.product.stock.refusals import (
    QUANTITY_DIFFERS,
    QUANTITY_OR_ADJUST,
    QUANTITY_OUT_OF_BOUNDS,
)
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import (
    HIGHEST_QUANTITY,
    LOWEST_QUANTITY,
    Quantity,
    VariantCode,
)
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified, PreconditionFailed
from openmall.contract.params import Flag, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

MAX_OBJECTS: Final = 500
"""Variants of one call."""

Adjustment = Annotated[int, Meta(ge=LOWEST_QUANTITY, le=HIGHEST_QUANTITY)]
"""Units that are added; negative: taken."""


class InventoryUpdate(Params, frozen=True, kw_only=True):
    """A change of a variant's quantity: either `quantity` or `adjust`."""

    variant_code: VariantCode
    quantity: Quantity | UnsetType = UNSET
    """The new quantity."""
    adjust: Adjustment | UnsetType = UNSET
    if_quantity: Quantity | UnsetType = UNSET
    """The quantity that the variant must have; else this row is 412, and is not changed."""


class InventoryLevel(Struct, frozen=True, kw_only=True):
    """The quantity of a variant after the call."""

    product_no: int
    variant_code: str
    quantity: int
    use_inventory: Flag
    """F: the stock of this variant is not counted when it is sold."""


async def update_inventories(
    call: Call, rows: Sequence[InventoryUpdate]
) -> list[InventoryLevel | ApiError]:
    """Update the quantities of variants.

    Rows are applied in order; a variant may be in several.
    """
    reference = call.identity.app.client_id
    change = await stock_rules.lock_existing(call, [each.variant_code for each in rows])
    outcomes: list[InventoryLevel | ApiError] = []
    for row in rows:
        try:
            before, after = _quantities(change, row)
        except ApiError as error:
            outcomes.append(error)
            continue
        change.add(row.variant_code, after - before, "set", reference)
        call.journal(f"variant {row.variant_code}", {"quantity": (before, after)})
        outcomes.append(
            InventoryLevel(
                product_no=codes.product_no(row.variant_code),
                variant_code=row.variant_code,
                quantity=after,
                use_inventory=change.stock[row.variant_code].use_inventory,
            )
        )
    await change.write()
    return outcomes


def _quantities(change: StockChange, row: InventoryUpdate) -> tuple[int, int]:
    """Return the quantity of a row's variant before and after it.

    Raises NotFound (404), NotModified (409), PreconditionFailed (412), and Invalid (422).
    """
    if row.quantity is not UNSET and row.adjust is not UNSET:
        raise Invalid(QUANTITY_OR_ADJUST, parameter="adjust")
    before = change.quantity(row.variant_code)
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    if row.if_quantity is not UNSET and row.if_quantity != before:
        raise PreconditionFailed(QUANTITY_DIFFERS, parameter="if_quantity", quantity=before)
    after = before if row.quantity is UNSET else row.quantity
    if row.adjust is not UNSET:
        after += row.adjust
    if after == before:
        raise NotModified
    if not LOWEST_QUANTITY <= after <= HIGHEST_QUANTITY:
        raise Invalid(QUANTITY_OUT_OF_BOUNDS, parameter="adjust", quantity=after)
    return before, after


OPERATIONS = [
    Resource(InventoryLevel, area="product", key="inventories").put_together(
        "inventories", update_inventories, takes=InventoryUpdate, objects=MAX_OBJECTS
    ),
]
