"""Reserves, sells and returns units of variants, and sets their quantities.

Every function locks the product before the variant. Callers with several variants in one
transaction go through them in the order of their codes, to avoid deadlocks.
"""

from collections.abc import Iterable, Sequence

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import propagation
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.propagation import Restocked
from openmall.commerce.product.stock.store import (
    ChangeReason,
    LedgerEntry,
    Reservation,
    VariantStock,
)
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound


class OutOfStock(Invalid):
    """A variant has fewer units left than requested."""


async def reserve(
    call: Call, variant_code: str, *, quantity: int, reference: str, until: float
) -> None:
    """Reserve units of a variant for `reference`, until UTC epoch second `until`.

    An existing reservation of `reference` is replaced. A variant that does not count its stock
    always has enough; one that shows as sold out keeps its safety stock back. Raises NotFound
    (404), and OutOfStock (422) when fewer are left.
    """
    if quantity < 1:
        raise Invalid("At least one is reserved.", parameter="quantity")
    product_no, stock = await _locked(call, variant_code)
    now = int(call.clock.now())
    await stock_store.remove_reservation(call.db, product_no, variant_code, reference)
    # where others come, those go whose time is over
    await stock_store.remove_expired(call.db, product_no, now=now)
    counted = stock.use_inventory == "T"
    if counted and quantity > await _available(call, product_no, variant_code, stock):
        raise OutOfStock("There are not enough in stock.", parameter="quantity")
    if until <= now:
        raise Invalid("The reservation would be over already.", parameter="until")
    held = Reservation(quantity, counted, int(until))
    await stock_store.add_reservation(call.db, product_no, variant_code, reference, held)


async def release(call: Call, variant_code: str, *, reference: str) -> bool:
    """Release the reservation of `reference`; return whether there was one."""
    product_no, _ = await _locked(call, variant_code)
    return bool(await stock_store.remove_reservation(call.db, product_no, variant_code, reference))


async def sell_reserved(call: Call, variant_code: str, *, reference: str) -> int:
    """Turn a reservation into a sale and return how many units were sold.

    Raises NotFound (404) when the reservation has expired or never existed, and OutOfStock (422)
    when the merchant has set the quantity below the reserved units; the reservation then stays.
    """
    product_no, stock = await _locked(call, variant_code)
    now = int(call.clock.now())
    held = await stock_store.reservation(call.db, product_no, variant_code, reference)
    if held is None or held.until <= now:
        raise NotFound("There is no such reservation.", parameter="reference")
    if held.counted:
        left = stock.quantity - held.quantity
        if left < 0:
            raise OutOfStock("There are not enough in stock.", parameter="quantity")
        await _set(call, product_no, variant_code, stock, left, "sale", reference)
    await stock_store.remove_reservation(call.db, product_no, variant_code, reference)
    return held.quantity


async def sell(call: Call, variant_code: str, *, quantity: int, reference: str) -> bool:
    """Sell units of a variant without a reservation; return whether its stock is counted.

    A variant that does not count its stock always has enough. Raises NotFound (404), and OutOfStock
    (422) when fewer are left.
    """
    if quantity < 1:
        raise Invalid("At least one is sold.", parameter="quantity")
    product_no, stock = await _locked(call, variant_code)
    if stock.use_inventory != "T":
        return False
    if quantity > await _available(call, product_no, variant_code, stock):
        raise OutOfStock("There are not enough in stock.", parameter="quantity")
    left = stock.quantity - quantity
    await _set(call, product_no, variant_code, stock, left, "sale", reference)
    return True


async def return_units(call: Call, variant_code: str, *, quantity: int, reference: str) -> None:
    """Return sold units to stock; does nothing where stock is not counted.

    Raises NotFound (404).
    """
    if quantity < 1:
        raise Invalid("At least one comes back.", parameter="quantity")
    product_no, stock = await _locked(call, variant_code)
    if stock.use_inventory == "T":
        more = stock.quantity + quantity
        await _set(call, product_no, variant_code, stock, more, "return", reference)


async def available(call: Call, variant_code: str) -> int | None:
    """Return how many units of a variant can be reserved; None: any number.

    For a call that writes. Raises NotFound (404).
    """
    product_no, stock = await _locked(call, variant_code)
    if stock.use_inventory != "T":
        return None
    return max(0, await _available(call, product_no, variant_code, stock))


async def left(call: Call, product_no: int, variants: Sequence[Variant]) -> dict[str, int]:
    """Return how many units can be reserved now, of the variants that count their stock.

    Nothing is locked: a later reservation may find fewer.
    """
    reserved = await stock_store.reserved_of(call.db, product_no, now=int(call.clock.now()))
    return {
        each.variant_code: max(
            0, each.quantity - _held_back(each) - reserved.get(each.variant_code, 0)
        )
        for each in variants
        if each.use_inventory == "T"
    }


async def counted(call: Call, entries: Sequence[LedgerEntry]) -> None:
    """Set quantities of variants whose rows and products this transaction has locked.

    The caller updates the affected products afterwards (`propagation.py`), with these and other
    changes of their stock.
    """
    changed = [each for each in entries if each.quantity_before != each.quantity_after]
    await stock_store.set_quantities(call.db, changed, now=int(call.clock.now()))


async def removed(call: Call, product_no: int, stock: Iterable[tuple[str, int]]) -> None:
    """Add the removal of a product's variants, with their quantities, to the ledger."""
    entries = [
        LedgerEntry(
            product_no=product_no,
            variant_code=variant_code,
            quantity_before=quantity,
            quantity_after=0,
            why="removed",
        )
        for variant_code, quantity in stock
    ]
    await stock_store.add_to_ledger(call.db, entries, now=int(call.clock.now()))
    await stock_store.remove_reservations(
        call.db, product_no, [each.variant_code for each in entries]
    )


async def _locked(call: Call, variant_code: str) -> tuple[int, VariantStock]:
    product_no = codes.product_no(variant_code)
    await product_store.lock(call, product_no)
    stock = await stock_store.variant_stock(call.db, product_no, variant_code)
    if stock is None:
        raise NotFound("The variant does not exist.", parameter="variant_code")
    return product_no, stock


async def _available(call: Call, product_no: int, variant_code: str, stock: VariantStock) -> int:
    now = int(call.clock.now())
    reserved = await stock_store.reserved(call.db, product_no, variant_code, now=now)
    return stock.quantity - _held_back(stock) - reserved


def _held_back(stock: VariantStock | Variant) -> int:
    return stock.safety_inventory if stock.display_soldout == "T" else 0


async def _set(
    call: Call,
    product_no: int,
    variant_code: str,
    stock: VariantStock,
    quantity: int,
    why: ChangeReason,
    reference: str,
) -> None:
    entry = LedgerEntry(
        product_no=product_no,
        variant_code=variant_code,
        quantity_before=stock.quantity,
        quantity_after=quantity,
        why=why,
        reference=reference,
    )
    await counted(call, [entry])
    restocked = Restocked(
        product_no=product_no,
        variant_code=variant_code,
        quantity=quantity,
        display_soldout=stock.display_soldout,
    )
    await propagation.update(call, [product_no], [restocked])
