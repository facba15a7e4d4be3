"""Sells bundles: units of all parts are reserved and sold, or of none.

Bundles have no stock of their own: reservations and sales are of the parts' variants, through
`commerce/product/stock`, in the order of their codes (the locking order of stock).
"""

from collections.abc import Collection, Iterable, Sequence

from openmall.commerce.product import availability
from openmall.commerce.product.bundles import store
from openmall.commerce.product.bundles.refusals import (
    NO_VARIANT_OF_PART,
    PART_NOT_ON_SALE,
    PART_VARIANTS_MISSING,
)
from openmall.commerce.product.bundles.store import PartVariant
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.quantity_changes import OutOfStock
from openmall.commerce.product.stock.refusals import NOTHING_RESERVED
from openmall.commerce.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

Units = dict[str, int]
"""Variant -> number of units."""


async def available(call: Call, product_no: int) -> int | None:
    """Return how many units of a bundle can be bought now; None: any number.

    The least over its parts, counting every variant of a part on sale, less reservations. Raises
    NotFound (404) for a product that is no bundle.
    """
    parts = await _parts(call, product_no)
    on_sale = await store.on_sale(call, product_no)
    counts = [_enough_for([each for each in on_sale if each.part_no == part]) for part in parts]
    return min((count for count in counts if count is not None), default=None)


async def require_left(call: Call, product: Product, *, quantity: int, parameter: str) -> None:
    """Raise Invalid (422), naming `parameter`, for more bundles than their parts suffice for.

    Passes over a product that is no bundle.
    """
    if product.set_product_type is None:
        return
    left = await available(call, product.product_no)
    if left is not None and quantity > left:
        raise Invalid(OUT_OF_STOCK, parameter=parameter)


def _enough_for(variants: Iterable[PartVariant]) -> int | None:
    """Return how many bundles the variants of one part suffice for; None: any number."""
    total = 0
    for each in variants:
        left = availability.left(each, each.reserved)
        if left is None:
            return None
        total += max(0, left) // each.purchase_quantity
    return total


async def reserve(
    call: Call,
    product_no: int,
    chosen: Collection[str] = (),
    *,
    quantity: int,
    reference: str,
    until: float,
) -> Units:
    """Reserve the parts of `quantity` bundles; return the units for `sell_reserved` and `release`.

    `chosen`: the variant of each part that has several on sale. All parts or none are reserved for
    `reference`, apart from its reservations of the same variants outside of the bundle. Raises
    NotFound (404) for a product that is no bundle, Invalid (422) for a choice that does not fit,
    and OutOfStock (422) when fewer are left.
    """
    if quantity < 1:
        raise Invalid(NOTHING_RESERVED, parameter="quantity")
    parts = await _parts(call, product_no)
    variants = _chosen(parts, await store.on_sale(call, product_no), chosen)
    units = {code: quantity * parts[part_no] for code, part_no in variants.items()}
    # if one part is not available, reservations of the others are undone, whatever the caller does
    async with call.db.savepoint():
        for code in sorted(units):
            await stock_rules.reserve(
                call,
                code,
                quantity=units[code],
                reference=within(product_no, reference),
                until=until,
            )
    return units


async def sell_reserved(
    call: Call, product_no: int, variant_codes: Iterable[str], *, reference: str
) -> Units:
    """Turn the reservations of a bundle into a sale and return the units; all or nothing.

    Raises NotFound (404) when a reservation has expired or never existed, and OutOfStock (422) when
    the merchant has set a quantity below the reserved units; all reservations then stay.
    """
    named, announced = within(product_no, reference), len(call.effects.events)
    try:
        async with call.db.savepoint():
            return {
                code: await stock_rules.sell_reserved(call, code, reference=named)
                for code in sorted(variant_codes)
            }
    except ApiError:
        # sales that are undone are not announced, whatever the caller does
        del call.effects.events[announced:]
        raise


async def release(
    call: Call, product_no: int, variant_codes: Iterable[str], *, reference: str
) -> bool:
    """Release the reservations of a bundle; return whether there were any."""
    named = within(product_no, reference)
    done = [
        await stock_rules.release(call, code, reference=named) for code in sorted(variant_codes)
    ]
    return any(done)


def within(product_no: int, reference: str) -> str:
    """Return the reference under which parts are reserved and sold as a bundle."""
    return f"{reference} in {codes.of_product(product_no)}"


async def _parts(call: Call, product_no: int) -> dict[int, int]:
    """Return the parts of a bundle with their quantities."""
    parts = await store.quantities(call, product_no)
    if not parts:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("bundle"))
    return parts


def _chosen(
    parts: Iterable[int], on_sale: Sequence[PartVariant], chosen: Collection[str]
) -> dict[str, int]:
    """Return the variant of each part: the chosen one, or the only one on sale."""
    found = {}
    for part_no in parts:
        offered = [each.variant_code for each in on_sale if each.part_no == part_no]
        if not offered:
            raise OutOfStock(PART_NOT_ON_SALE, parameter="product_no")
        candidates = [code for code in offered if code in chosen] or offered
        if len(candidates) != 1:
            raise Invalid(PART_VARIANTS_MISSING, parameter="variant_code")
        found[candidates[0]] = part_no
    if not set(chosen) <= found.keys():
        raise Invalid(NO_VARIANT_OF_PART, parameter="variant_code")
    return found
