"""Changes of quantities: written with their ledger, and announced together."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.product.stock import propagation, reservation_store
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.propagation import Restocked
from openmall.commerce.product.stock.reservation_store import Held, Reservation
from openmall.commerce.product.stock.store import ChangeReason, LedgerEntry, VariantStock
from openmall.commerce.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


class OutOfStock(Invalid):
    """A variant has fewer units left than requested."""


async def counted(call: Call, entries: Sequence[LedgerEntry]) -> None:
    """Set quantities of variants whose rows and products this transaction has locked.

    The caller updates the affected products afterwards (`propagation.py`), with these and other
    changes of their stock.
    """
    changed = [
        replace(each, actor=_actor(call, each.why))
        for each in entries
        if each.quantity_before != each.quantity_after
    ]
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
            actor=_actor(call, "removed"),
        )
        for variant_code, quantity in stock
    ]
    await stock_store.add_to_ledger(call.db, entries, now=int(call.clock.now()))
    await reservation_store.remove_reservations(
        call.db, product_no, [each.variant_code for each in entries]
    )


class StockChange:
    """Changes of the quantities of locked variants, which are written and announced together."""

    def __init__(self, call: Call, stock: dict[str, VariantStock]) -> None:
        self.stock = stock
        self._call = call
        self._entries: list[LedgerEntry] = []
        self._quantities = {code: each.quantity for code, each in stock.items()}
        self._settled: frozenset[int] = frozenset()

    def quantity(self, variant_code: str) -> int | None:
        """Return the quantity of a variant after the changes so far; None: it does not exist."""
        return self._quantities.get(variant_code)

    def add(
        self, variant_code: str, units: int, why: ChangeReason, reference: str, *, note: str = ""
    ) -> None:
        """Add units to a variant's quantity; a negative number takes them."""
        before = self._quantities[variant_code]
        self._quantities[variant_code] = before + units
        entry = LedgerEntry(
            product_no=codes.product_no(variant_code),
            variant_code=variant_code,
            quantity_before=before,
            quantity_after=before + units,
            why=why,
            reference=reference,
            note=note,
        )
        self._entries.append(entry)

    def sell_reserved(self, held: Held, reservation: Reservation) -> None:
        """Take reserved units. Raises OutOfStock (422) where the quantity was set below them."""
        if not reservation.counted:
            return
        if self._quantities[held.variant_code] < reservation.quantity:
            raise OutOfStock(OUT_OF_STOCK, parameter="quantity")
        self.add(held.variant_code, -reservation.quantity, "sale", held.reference)

    async def write(self) -> None:
        """Write the changes, update the products and announce both."""
        if not self._entries:
            return
        await counted(self._call, self._entries)
        restocked = [
            Restocked(
                product_no=each.product_no,
                variant_code=each.variant_code,
                quantity=each.quantity_after,
                display_soldout=self.stock[each.variant_code].display_soldout,
            )
            for each in self._entries
        ]
        product_nos = sorted({each.product_no for each in self._entries})
        self._settled |= frozenset(product_nos)
        await propagation.update(self._call, product_nos, restocked)

    async def settle(
        self, *, units_left: Mapping[str, int] | None = None, freed: Sequence[str] = ()
    ) -> None:
        """Update the products whose reservations changed, where they may be sold out or not now.

        `units_left`: of the variants that were reserved; None: reservations were removed. `freed`:
        variants of which all that is left had been reserved: they are announced, as some wait.
        """
        product_nos = {
            codes.product_no(code)
            for code, each in self.stock.items()
            if each.use_inventory == "T"
            and (each.limited or each.is_stale(None if units_left is None else units_left[code]))
        }
        announced = [
            Restocked(
                product_no=number,
                variant_code=code,
                quantity=self._quantities[code],
                display_soldout=self.stock[code].display_soldout,
            )
            for code in freed
            if (number := codes.product_no(code)) not in self._settled
        ]
        product_nos |= {each.product_no for each in announced}
        unsettled = sorted(product_nos - self._settled)
        if unsettled:
            await propagation.update(self._call, unsettled, announced)


def _actor(call: Call, why: ChangeReason) -> str:
    """Return the manager who changes a quantity in the back office; empty for anything else."""
    if why in ("sale", "return") or call.identity.app.client_id:
        return ""
    return call.identity.user_id
