"""Reserves, sells and returns units of variants, and sets their quantities.

Every function locks the product before the variant, several in the order of their codes. Callers
that change variants one after the other do so in that order too, to avoid deadlocks.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from openmall.commerce.product import availability
from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.product.stock import reservation_store
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.quantity_changes import OutOfStock, StockChange
from openmall.commerce.product.stock.refusals import (
    NOTHING_RESERVED,
    NOTHING_RETURNED,
    NOTHING_SOLD,
    RESERVATION_WOULD_BE_OVER,
)
from openmall.commerce.product.stock.reservation_store import Held, Reservation
from openmall.commerce.product.stock.store import (
    VariantStock,
)
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH


class Units(Struct, frozen=True, kw_only=True):
    """Units of a variant that are reserved or sold; `reference`: what for."""

    variant_code: str
    quantity: int
    reference: str

    @property
    def held(self) -> Held:
        """Return the key of their reservation."""
        return Held(self.variant_code, self.reference)


async def reserve(
    call: Call, variant_code: str, *, quantity: int, reference: str, until: float
) -> None:
    """Reserve units of a variant for `reference`, as `reserve_all` does."""
    units = Units(variant_code=variant_code, quantity=quantity, reference=reference)
    await reserve_all(call, [units], until=until)


async def reserve_all(call: Call, units: Sequence[Units], *, until: float) -> None:
    """Reserve units until UTC epoch second `until`, in a fixed number of statements.

    Existing reservations of the same references are replaced. A variant that does not count its
    stock always has enough; the safety stock of others is kept back. A product of which nothing is
    left then is sold out. Raises NotFound (404), and OutOfStock (422) when fewer are left.
    """
    if any(each.quantity < 1 for each in units):
        raise Invalid(NOTHING_RESERVED, parameter="quantity")
    change = await _locked(call, units)
    but = [each.reference for each in units]
    available = await _available(call, change.stock, but=but)
    for each in units:
        if each.variant_code in available:
            available[each.variant_code] -= each.quantity
            if available[each.variant_code] < 0:
                raise OutOfStock(OUT_OF_STOCK, parameter="quantity")
    if until <= int(call.clock.now()):
        raise Invalid(RESERVATION_WOULD_BE_OVER, parameter="until")
    held = {
        each.held: Reservation(each.quantity, each.variant_code in available, int(until))
        for each in units
    }
    await reservation_store.put_reservations(call.db, held)
    await change.settle(units_left=available)


async def release(call: Call, variant_code: str, *, reference: str) -> bool:
    """Release the reservation of `reference`; return whether there was one.

    Raises NotFound (404).
    """
    held = Held(variant_code, reference)
    change = await _locked(call, [held])
    freed = await _all_held(call, change, [held])
    was_held = await reservation_store.remove_reservation(call.db, held)
    await change.settle(freed=freed)
    return was_held


async def sell_reserved(call: Call, variant_code: str, *, reference: str) -> int:
    """Turn a reservation into a sale and return how many units were sold.

    Raises NotFound (404) when the reservation has expired or never existed, and OutOfStock (422)
    when the merchant has set the quantity below the reserved units; the reservation then stays.
    """
    held = Held(variant_code, reference)
    change = await _locked(call, [held])
    found = await _unexpired(call, [held])
    if held not in found:
        raise NotFound(NO_SUCH, parameter="reference", resource=Phrase("reservation"))
    change.sell_reserved(held, found[held])
    # units that are sold are not reserved as well
    await reservation_store.remove_these(call.db, [held])
    await change.write()
    return found[held].quantity


async def sell_all(
    call: Call, units: Sequence[Units], *, unreserved: str, skip_deleted: bool = False
) -> list[bool]:
    """Sell units, reserved or not, in a fixed number of statements.

    `unreserved`: the reference in the ledger of units without a valid reservation. `skip_deleted`:
    variants that do not exist any more have no stock to take. Returns of each whether it was taken
    from stock: not where nothing was reserved and stock is not counted. Raises NotFound (404), and
    OutOfStock (422) when fewer are left, or when the merchant has set the quantity below the
    reserved units, before anything is written.
    """
    if any(each.quantity < 1 for each in units):
        raise Invalid(NOTHING_SOLD, parameter="quantity")
    if skip_deleted:
        change = await lock_existing(call, [each.variant_code for each in units])
    else:
        change = await _locked(call, units)
    there = [each for each in units if each.variant_code in change.stock]
    found = await _unexpired(call, [each.held for each in there])
    rest = {each.variant_code for each in there if each.held not in found}
    available: dict[str, int] = {}
    if rest:
        available = await _available(call, {code: change.stock[code] for code in rest})
    taken = []
    for each in units:
        code = each.variant_code
        if each.held in found:
            change.sell_reserved(each.held, found[each.held])
        elif code in available:
            available[code] -= each.quantity
            if available[code] < 0:
                raise OutOfStock(OUT_OF_STOCK, parameter="quantity")
            change.add(code, -each.quantity, "sale", unreserved)
        taken.append(each.held in found or code in available)
    if found:
        await reservation_store.remove_these(call.db, list(found))
    await change.write()
    return taken


async def restore(call: Call, *, released: Sequence[Held], returned: Sequence[Units]) -> None:
    """Release reservations and return sold units to stock, in a fixed number of statements.

    Variants that do not exist any more are skipped, as are sold units of one that does not count
    its stock.
    """
    if any(each.quantity < 1 for each in returned):
        raise Invalid(NOTHING_RETURNED, parameter="quantity")
    stock = await stock_store.lock_stock(
        call.db, {each.variant_code for each in [*released, *(each.held for each in returned)]}
    )
    change = StockChange(call, stock)
    there = [each for each in released if each.variant_code in stock]
    freed = await _all_held(call, change, there)
    if there:
        await reservation_store.remove_these(call.db, there)
    for each in returned:
        if each.variant_code in stock and stock[each.variant_code].use_inventory == "T":
            change.add(each.variant_code, each.quantity, "return", each.reference)
    await change.write()
    await change.settle(freed=freed)


async def expire(call: Call, held: Sequence[Held]) -> int:
    """Remove expired reservations of variants; return their number.

    `held`: one of each variant that has any.
    """
    stock = await stock_store.lock_stock(call.db, {each.variant_code for each in held})
    change = StockChange(call, stock)
    now = int(call.clock.now())
    freed = await _all_held(call, change, held, expired=True)
    product_nos = sorted({codes.product_no(each.variant_code) for each in held})
    number = await reservation_store.remove_expired(call.db, product_nos, now=now)
    await change.settle(freed=freed)
    return number


async def available(call: Call, variant_code: str) -> int | None:
    """Return how many units of a variant can be reserved; None: any number.

    For a call that writes. Raises NotFound (404).
    """
    change = await _locked(call, [Held(variant_code, "")])
    found = await _available(call, change.stock)
    return max(0, found[variant_code]) if variant_code in found else None


async def lock_available(call: Call, variant_codes: Iterable[str]) -> dict[str, int]:
    """Lock variants; return how many units can be reserved, of those that count their stock."""
    return await _available(call, await stock_store.lock_stock(call.db, set(variant_codes)))


def left(variants: Iterable[Variant], reserved: Mapping[str, int]) -> dict[str, int]:
    """Return how many units can be reserved, of the variants that count their stock.

    `reserved`: units of each that are reserved. Nothing is locked: a later reservation may find
    fewer.
    """
    return {
        each.variant_code: max(0, units)
        for each in variants
        if (units := availability.left(each, reserved.get(each.variant_code, 0))) is not None
    }


async def lock_existing(call: Call, variant_codes: Sequence[str]) -> StockChange:
    """Lock variants and their products, to change their quantities; others are left out."""
    stock = await stock_store.lock_stock(call.db, set(variant_codes))
    return StockChange(call, stock)


async def _locked(call: Call, wanted: Sequence[Units] | Sequence[Held]) -> StockChange:
    """Lock variants and their products, to change their quantities. Raises NotFound (404)."""
    variant_codes = {each.variant_code for each in wanted}
    stock = await stock_store.lock_stock(call.db, variant_codes)
    if len(stock) < len(variant_codes):
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    return StockChange(call, stock)


async def _unexpired(call: Call, held: Sequence[Held]) -> dict[Held, Reservation]:
    now = int(call.clock.now())
    found = await reservation_store.reservations(call.db, held)
    return {each: what for each, what in found.items() if what.until > now}


async def _all_held(
    call: Call, change: StockChange, held: Sequence[Held], *, expired: bool = False
) -> list[str]:
    """Return the variants of reservations of which all units that are left are reserved.

    `expired`: they are expired, and variants of which nothing is left without them are left out.
    """
    wanted = {each.variant_code for each in held}
    stock = {code: each for code, each in change.stock.items() if code in wanted}
    if not expired:
        return [code for code, units in (await _available(call, stock)).items() if units <= 0]
    before = await _available(call, stock, now=0)
    after = await _available(call, stock)
    return [code for code, units in before.items() if units <= 0 < after[code]]


async def _available(
    call: Call,
    stock: dict[str, VariantStock],
    *,
    but: Sequence[str] = (),
    now: int | None = None,
) -> dict[str, int]:
    """Return how many units can be reserved, of the variants that count their stock.

    `but`: references whose reservations do not count. `now`: those that expired later count.
    """
    counting = {code: each for code, each in stock.items() if each.use_inventory == "T"}
    if not counting:
        return {}
    if now is None:
        now = int(call.clock.now())
    reserved = await reservation_store.reserved(call.db, counting, now=now, but=but)
    return {
        code: units
        for code, each in counting.items()
        if (units := availability.left(each, reserved.get(code, 0))) is not None
    }
