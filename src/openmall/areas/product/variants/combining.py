"""The one place that makes variants of options: every combination of their values is one."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from openmall.areas.product.stock import rules as stock
from openmall.areas.product.stock import standing
from openmall.areas.product.stock import store as stock_store
from openmall.areas.product.stock.standing import Restocked
from openmall.areas.product.stock.store import Entry, Why
from openmall.areas.product.variants import codes, store
from openmall.areas.product.variants.shape import Inventory, Variant
from openmall.areas.product.variants.store import VARIANT, OptionNames, Values
from openmall.contract.call import Call
from openmall.contract.letters import letters

Choice = tuple[str, ...]
"""A value of each option, in the order of the options."""

_KEYS: Final = ("mall_id", "product_no", "variant_code", "choice")
_NEW: Final[Values] = {
    **{
        c.name: getattr(Variant(shop_no=1, variant_code=""), c.name, "")
        for c in VARIANT.c
        if c.name not in _KEYS
    },
    "additional_amount": 0,
    "supply_price": 0,
}
"""The row of a new variant, without its keys."""
_STOCK: Final = tuple(
    name for name in Inventory.__struct_fields__ if name not in ("shop_no", "variant_code")
)
"""Columns of a variant's stock."""


class Rearranged(Struct):
    """What becomes of variants when options change."""

    added: list[Values] = field(default_factory=list)
    changed: list[tuple[Values, Values]] = field(default_factory=list)
    """Rows before and after."""
    gone: list[Values] = field(default_factory=list)

    def note(self, before: Iterable[Values], after: Iterable[Values]) -> None:
        """Add what makes the rows `before` of a product those of `after`."""
        old = {row["variant_code"]: row for row in before}
        for row in after:
            known = old.pop(row["variant_code"], None)
            if known is None:
                self.added.append(row)
            elif known != row:
                self.changed.append((known, row))
        self.gone += old.values()

    def counted(self) -> list[int]:
        """Return the products of which other variants, or other stock, are there now."""
        rows = (*self.added, *self.gone, *self._restocked())
        return sorted({row["product_no"] for row in rows})

    def restocked(self) -> list[Restocked]:
        """Return the variants that have other stock now: its units, or how they are counted."""
        added = [row for row in self.added if row["quantity"]]
        gone = [
            {**row, "quantity": 0, "display_soldout": "F"} for row in self.gone if row["quantity"]
        ]
        return [
            Restocked(
                product_no=row["product_no"],
                variant_code=row["variant_code"],
                quantity=row["quantity"],
                display_soldout=row["display_soldout"],
            )
            for row in (*self._restocked(), *added, *gone)
        ]

    def _restocked(self) -> list[Values]:
        return [
            after
            for before, after in self.changed
            if any(before[name] != after[name] for name in _STOCK)
        ]


def values_of(options: Iterable[OptionNames]) -> list[list[str]]:
    """Return the values of each option."""
    return [option.values for option in options]


def choices(rows: Iterable[Values], values: list[list[str]]) -> dict[Choice, Values]:
    """Return variants by what they are, `values` being those of the options they were made of."""
    found = {}
    for row in rows:
        at: list[int] = msgspec.json.decode(row["choice"])
        found[tuple(each[n] for each, n in zip(values, at, strict=True))] = row
    return found


def combined(
    product_no: int,
    values: list[list[str]],
    *,
    kept: Mapping[Choice, Values],
    known: list[list[str]] | None = None,
    told: Mapping[Choice, Values] | None = None,
    unnamed: Values | None = None,
    removed: Iterable[str] = (),
) -> list[Values]:
    """Return the rows of every combination: one that stays keeps its code, stock and settings.

    `kept`: those there are, as their option values are called now. `known`: the values they were
    combined of: what was possible then and is no longer there, the owner has removed, and it stays
    away unless `told` names it. `told`: what is said of some of them. `unnamed`: what holds for
    new ones of which nothing is said. `removed`: codes that must not come again.
    """
    told = told or {}
    taken = {row["variant_code"] for row in kept.values()} | set(removed)
    product_code = codes.of_product(product_no)
    free = (
        code for at in itertools.count() if (code := product_code + letters(at, 4)) not in taken
    )
    rows = []
    for at in itertools.product(*(range(len(each)) for each in values)):
        choice = tuple(each[n] for each, n in zip(values, at, strict=True))
        row = kept.get(choice)
        if row is None:
            if choice not in told and known is not None and _possible(choice, known):
                continue
            row = {"product_no": product_no, "variant_code": next(free), **_NEW}
            row |= {} if choice in told else unnamed or {}
        rows.append({**row, **told.get(choice, {}), "choice": _json(at)})
    return sorted(rows, key=lambda row: str(row["variant_code"]))


def _possible(choice: Choice, known: list[list[str]]) -> bool:
    return len(choice) == len(known) and all(
        value in values for value, values in zip(choice, known, strict=True)
    )


async def create(
    call: Call, product_no: int, options: list[OptionNames], *, reference: str
) -> None:
    """Add the variants of a new product: one when there are no options."""
    rows = combined(product_no, values_of(options), kept={})
    now = int(call.clock.now())
    await stock_store.add_variants(call.db, rows, why="set", reference=reference, now=now)


async def rearrange(call: Call, what: Rearranged, *, why: Why, reference: str = "") -> None:
    """Carry out what becomes of variants whose products and rows the transaction has locked.

    What changes of their stock is announced.
    """
    db, now = call.db, int(call.clock.now())
    gone: dict[int, list[tuple[str, int]]] = {}
    for row in what.gone:
        gone.setdefault(row["product_no"], []).append((row["variant_code"], row["quantity"]))
    for product_no, stock_gone in gone.items():
        await store.remove(db, [(product_no, code) for code, _ in stock_gone])
        await stock.removed(call, product_no, stock_gone)
    if what.changed:
        await store.change(db, [after for _, after in what.changed])
    entries = [
        Entry(
            product_no=after["product_no"],
            variant_code=after["variant_code"],
            quantity_before=before["quantity"],
            quantity_after=after["quantity"],
            why=why,
            reference=reference,
        )
        for before, after in what.changed
    ]
    await stock.counted(call, entries)
    await stock_store.add_variants(db, what.added, why=why, reference=reference, now=now)
    await standing.update(call, what.counted(), what.restocked())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
