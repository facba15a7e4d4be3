"""Selling a bundle: units of all its parts are put by and sold, or of none.

There is no stock of bundles: everything happens to the variants of the parts, through
`areas/product/stock`, in the order of their codes as everybody does it.
"""

from collections.abc import Collection, Iterable, Sequence

from openmall.areas.product.bundles import store
from openmall.areas.product.bundles.store import Kept
from openmall.areas.product.stock import rules as stock
from openmall.areas.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotFound

Units = dict[str, int]
"""Variant -> how many of it."""


async def available(call: Call, product_no: int) -> int | None:
    """Return how many of a bundle can be bought now; None: as many as anybody wants.

    That is the least over its parts, counting every variant of a part that is on sale and what
    buyers have put by. Raises NotFound (404) for what is no bundle.
    """
    parts = await _parts(call, product_no)
    kept = await store.on_sale(call, product_no)
    counts = [_enough_for([each for each in kept if each.part_no == part]) for part in parts]
    return min((count for count in counts if count is not None), default=None)


def _enough_for(kept: Iterable[Kept]) -> int | None:
    """Return for how many bundles the variants of one part are enough; None: for any number."""
    total = 0
    for each in kept:
        if each.use_inventory != "T":
            return None
        safety = each.safety_inventory if each.display_soldout == "T" else 0
        left = max(0, each.quantity - safety - each.reserved)
        total += left // each.purchase_quantity
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
    """Put by what `quantity` bundles are made of, and return it for `take` and `release`.

    `chosen`: the variant of each part that has several on sale. All parts or none are put by for
    `reference`, apart from what it has put by of them outside of the bundle.
    Raises NotFound (404) for what is no bundle, Invalid (422) for a choice that does not fit, and
    OutOfStock (422) when fewer are left.
    """
    if quantity < 1:
        raise Invalid("At least one is reserved.", parameter="quantity")
    parts = await _parts(call, product_no)
    variants = _chosen(parts, await store.on_sale(call, product_no), chosen)
    units = {code: quantity * parts[part_no] for code, part_no in variants.items()}
    # when one part cannot be had, what was put by of the others is undone, whatever the caller does
    async with call.db.savepoint():
        for code in sorted(units):
            await stock.reserve(
                call,
                code,
                quantity=units[code],
                reference=within(product_no, reference),
                until=until,
            )
    return units


async def take(
    call: Call, product_no: int, variant_codes: Iterable[str], *, reference: str
) -> Units:
    """Turn what was reserved into a sale and return it; all of it or nothing.

    Raises NotFound (404) when a reservation is over or never was, and OutOfStock (422) when the
    owner has set a quantity below what was reserved; then all reservations stay.
    """
    named, announced = within(product_no, reference), len(call.events)
    try:
        async with call.db.savepoint():
            return {
                code: await stock.take(call, code, reference=named)
                for code in sorted(variant_codes)
            }
    except ApiError:
        # sales that are undone are not announced, whatever the caller does
        del call.events[announced:]
        raise


async def release(
    call: Call, product_no: int, variant_codes: Iterable[str], *, reference: str
) -> bool:
    """Put back what was reserved; return whether there was anything."""
    named = within(product_no, reference)
    done = [await stock.release(call, code, reference=named) for code in sorted(variant_codes)]
    return any(done)


def within(product_no: int, reference: str) -> str:
    """Return the reference of what is put by and sold of parts as a bundle."""
    return f"{reference} in {codes.of_product(product_no)}"


async def _parts(call: Call, product_no: int) -> dict[int, int]:
    """Return the parts of a bundle, each with how many of it there are."""
    parts = await store.quantities(call, product_no)
    if not parts:
        raise NotFound("The bundle does not exist.", parameter="product_no")
    return parts


def _chosen(
    parts: Iterable[int], on_sale: Sequence[Kept], chosen: Collection[str]
) -> dict[str, int]:
    """Return the variant of each part: the one that was chosen, or the only one on sale."""
    found = {}
    for part_no in parts:
        offered = [each.variant_code for each in on_sale if each.part_no == part_no]
        if not offered:
            raise stock.OutOfStock("A part of the bundle is not on sale.", parameter="product_no")
        wanted = [code for code in offered if code in chosen] or offered
        if len(wanted) != 1:
            raise Invalid("Choose one variant of each part.", parameter="variant_code")
        found[wanted[0]] = part_no
    if not set(chosen) <= found.keys():
        raise Invalid("It is no variant of a part of the bundle.", parameter="variant_code")
    return found
