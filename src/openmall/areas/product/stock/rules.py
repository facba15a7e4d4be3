"""What a shop owner would recognise: putting units by for a buyer, selling them, counting anew.

Every function locks the product before the variant. Whoever deals with several variants in one
transaction goes through them in the order of their codes, so that no two wait for each other.
"""

from collections.abc import Iterable, Sequence

from openmall.areas.product.products import store as products
from openmall.areas.product.stock import standing, store
from openmall.areas.product.stock.standing import Restocked
from openmall.areas.product.stock.store import Entry, Held, Shelf, Why
from openmall.areas.product.variants import codes
from openmall.areas.product.variants.shape import Variant
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound


class OutOfStock(Invalid):
    """A variant has fewer units left than somebody wants."""


async def reserve(
    call: Call, variant_code: str, *, quantity: int, reference: str, until: float
) -> None:
    """Put units of a variant by for `reference`, until UTC epoch second `until`.

    A reservation that `reference` has already is replaced. A variant that does not count its
    stock always has enough; one that shows when it is sold out keeps its safety stock back.
    Raises NotFound (404), and OutOfStock (422) when fewer are left.
    """
    if quantity < 1:
        raise Invalid("At least one is reserved.", parameter="quantity")
    product_no, shelf = await _locked(call, variant_code)
    now = int(call.clock.now())
    await store.let_go(call.db, product_no, variant_code, reference)
    # where others come, those go whose time is over
    await store.run_out(call.db, product_no, now=now)
    counted = shelf.use_inventory == "T"
    if counted and quantity > await _available(call, product_no, variant_code, shelf):
        raise OutOfStock("There are not enough in stock.", parameter="quantity")
    if until <= now:
        raise Invalid("The reservation would be over already.", parameter="until")
    held = Held(quantity, counted, int(until))
    await store.hold(call.db, product_no, variant_code, reference, held)


async def release(call: Call, variant_code: str, *, reference: str) -> bool:
    """Put back what `reference` had put by; return whether there was anything."""
    product_no, _ = await _locked(call, variant_code)
    return bool(await store.let_go(call.db, product_no, variant_code, reference))


async def take(call: Call, variant_code: str, *, reference: str) -> int:
    """Turn a reservation into a sale and return how many units were sold.

    Raises NotFound (404) when the reservation is over or never was, and OutOfStock (422) when
    the owner has set the quantity below what was reserved; then the reservation stays.
    """
    product_no, shelf = await _locked(call, variant_code)
    now = int(call.clock.now())
    held = await store.held(call.db, product_no, variant_code, reference)
    if held is None or held.until <= now:
        raise NotFound("There is no such reservation.", parameter="reference")
    if held.counted:
        left = shelf.quantity - held.quantity
        if left < 0:
            raise OutOfStock("There are not enough in stock.", parameter="quantity")
        await _set(call, product_no, variant_code, shelf, left, "sale", reference)
    await store.let_go(call.db, product_no, variant_code, reference)
    return held.quantity


async def sell(call: Call, variant_code: str, *, quantity: int, reference: str) -> bool:
    """Sell units of a variant that nobody has put by before; say whether they are counted.

    A variant that does not count its stock always has enough. Raises NotFound (404), and
    OutOfStock (422) when fewer are left than are wanted.
    """
    if quantity < 1:
        raise Invalid("At least one is sold.", parameter="quantity")
    product_no, shelf = await _locked(call, variant_code)
    if shelf.use_inventory != "T":
        return False
    if quantity > await _available(call, product_no, variant_code, shelf):
        raise OutOfStock("There are not enough in stock.", parameter="quantity")
    left = shelf.quantity - quantity
    await _set(call, product_no, variant_code, shelf, left, "sale", reference)
    return True


async def put_back(call: Call, variant_code: str, *, quantity: int, reference: str) -> None:
    """Add units that were sold and came back; nothing happens where stock is not counted.

    Raises NotFound (404).
    """
    if quantity < 1:
        raise Invalid("At least one comes back.", parameter="quantity")
    product_no, shelf = await _locked(call, variant_code)
    if shelf.use_inventory == "T":
        more = shelf.quantity + quantity
        await _set(call, product_no, variant_code, shelf, more, "return", reference)


async def available(call: Call, variant_code: str) -> int | None:
    """Return how many units of a variant can be reserved; None: as many as anybody wants.

    For a call that writes. Raises NotFound (404).
    """
    product_no, shelf = await _locked(call, variant_code)
    if shelf.use_inventory != "T":
        return None
    return max(0, await _available(call, product_no, variant_code, shelf))


async def left(call: Call, product_no: int, variants: Sequence[Variant]) -> dict[str, int]:
    """Return how many units can be reserved at present of those variants that count their stock.

    Nothing is locked: by the time somebody reserves them there may be fewer.
    """
    reserved = await store.reserved_of(call.db, product_no, now=int(call.clock.now()))
    return {
        each.variant_code: max(
            0, each.quantity - _kept_back(each) - reserved.get(each.variant_code, 0)
        )
        for each in variants
        if each.use_inventory == "T"
    }


async def counted(call: Call, entries: Sequence[Entry]) -> None:
    """Set quantities of variants whose rows and products this transaction has locked.

    `standing.update` is called afterwards, with these and what else changed of their stock.
    """
    changed = [each for each in entries if each.quantity_before != each.quantity_after]
    await store.set_quantities(call.db, changed, now=int(call.clock.now()))


async def removed(call: Call, product_no: int, stock: Iterable[tuple[str, int]]) -> None:
    """Write down that variants, each with the quantity it had, are removed from a product."""
    entries = [
        Entry(
            product_no=product_no,
            variant_code=variant_code,
            quantity_before=quantity,
            quantity_after=0,
            why="removed",
        )
        for variant_code, quantity in stock
    ]
    await store.write_down(call.db, entries, now=int(call.clock.now()))
    await store.let_all_go(call.db, product_no, [each.variant_code for each in entries])


async def _locked(call: Call, variant_code: str) -> tuple[int, Shelf]:
    product_no = codes.product_no(variant_code)
    await products.lock(call, product_no)
    shelf = await store.shelf(call.db, product_no, variant_code)
    if shelf is None:
        raise NotFound("The variant does not exist.", parameter="variant_code")
    return product_no, shelf


async def _available(call: Call, product_no: int, variant_code: str, shelf: Shelf) -> int:
    now = int(call.clock.now())
    reserved = await store.reserved(call.db, product_no, variant_code, now=now)
    return shelf.quantity - _kept_back(shelf) - reserved


def _kept_back(shelf: Shelf | Variant) -> int:
    return shelf.safety_inventory if shelf.display_soldout == "T" else 0


async def _set(
    call: Call,
    product_no: int,
    variant_code: str,
    shelf: Shelf,
    quantity: int,
    why: Why,
    reference: str,
) -> None:
    entry = Entry(
        product_no=product_no,
        variant_code=variant_code,
        quantity_before=shelf.quantity,
        quantity_after=quantity,
        why=why,
        reference=reference,
    )
    await counted(call, [entry])
    restocked = Restocked(
        product_no=product_no,
        variant_code=variant_code,
        quantity=quantity,
        display_soldout=shelf.display_soldout,
    )
    await standing.update(call, [product_no], [restocked])
