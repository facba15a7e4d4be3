"""Derives the variants of a product from its options: one for every combination of values."""

import itertools
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from openmall.commerce.product.stock import propagation, quantity_changes
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.propagation import Restocked
from openmall.commerce.product.stock.store import ChangeReason, LedgerEntry
from openmall.commerce.product.variants import codes, shop_amounts
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Inventory, Variant
from openmall.commerce.product.variants.store import VARIANT, OptionNames, Values
from openmall.contract.call import Call
from openmall.contract.codes import letters

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
_OFFER: Final = ("display", "selling")
_AMOUNTS: Final = ("additional_amount", "shop_amounts")
_TRACKING: Final = (
    "use_inventory", "important_inventory", "inventory_control_type", "display_soldout",
    "safety_inventory",
)  # fmt: skip
"""Columns that a new variant takes over from one whose stock is tracked."""


_OWN: Final = frozenset({"quantity", "custom_variant_code"})
"""Columns that a variant which stands for several does not take over from them."""


class VariantChanges(Struct):
    """The changes of variants when options change."""

    added: list[Values] = field(default_factory=list)
    changed: list[tuple[Values, Values]] = field(default_factory=list)
    """Rows before and after."""
    gone: list[Values] = field(default_factory=list)

    def note(self, before: Iterable[Values], after: Iterable[Values]) -> None:
        """Add the changes that turn the rows `before` of a product into `after`."""
        old = {row["variant_code"]: row for row in before}
        for row in after:
            known = old.pop(row["variant_code"], None)
            if known is None:
                self.added.append(row)
            elif known != row:
                self.changed.append((known, row))
        self.gone += old.values()

    def counted(self) -> list[int]:
        """Return the products whose variants, stock or offer changed."""
        rows = (
            *self.added,
            *self.gone,
            *self._differing(*_STOCK, *_OFFER),
            # below nothing by an earlier rule, and so not for sale
            *(row for row in self._differing(*_AMOUNTS) if row["variant_code"] in self._reduced()),
        )
        return sorted({row["product_no"] for row in rows})

    def restocked(self) -> list[Restocked]:
        """Return the variants whose stock changed: its units, or how they are counted."""
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
            for row in (*self._differing(*_STOCK), *added, *gone)
        ]

    def _reduced(self) -> set[str]:
        """Return the codes of changed variants that cost less than their product."""
        return {
            before["variant_code"]
            for before, _ in self.changed
            if before["additional_amount"] < 0 or "-" in before["shop_amounts"]
        }

    def _differing(self, *names: str) -> list[Values]:
        return [
            after
            for before, after in self.changed
            if any(before[name] != after[name] for name in names)
        ]


def values_of(options: Iterable[OptionNames]) -> list[list[str]]:
    """Return the values of each option."""
    return [option.values for option in options]


def choices(rows: Iterable[Values], values: list[list[str]]) -> dict[Choice, Values]:
    """Return choice -> variant; `values`: those of the options the variants were combined from."""
    found = {}
    for row in rows:
        at: list[int] = msgspec.json.decode(row["choice"])
        found[tuple(each[n] for each, n in zip(values, at, strict=True))] = row
    return found


def reduced(
    found: Iterable[tuple[Choice, Values]],
) -> tuple[dict[Choice, Values], dict[Choice, Values]]:
    """Return the variants that stay where options are removed, and the data of new ones.

    `found`: each variant with its values of the options that remain. One that is alone with its
    values stays. Of several a new variant takes their place, with what they all have, such as a
    surcharge, and without stock: their units may differ.
    """
    together: dict[Choice, list[Values]] = {}
    for choice, row in found:
        together.setdefault(choice, []).append(row)
    alone = {choice: rows[0] for choice, rows in together.items() if len(rows) == 1}
    data = {
        choice: {
            name: rows[0][name]
            for name in _NEW
            if name not in _OWN and all(row[name] == rows[0][name] for row in rows)
        }
        for choice, rows in together.items()
        if len(rows) > 1
    }
    return alone, data


def extended(
    existing: Mapping[Choice, Values],
    before: list[OptionNames],
    after: list[OptionNames],
    *,
    named: Collection[Choice] = (),
) -> Mapping[Choice, Values]:
    """Return variants by their choices where options were added, to a product without any too.

    Each stays as the first combination of `named`, else of all, that has its values. Where options
    were removed, one stays that is alone with its values of the others. `existing` is returned as
    it is where no option was added and none removed.
    """
    places = {each.name: at for at, each in enumerate(before)}
    names = {each.name for each in after}
    if names < places.keys():
        left = [places[each.name] for each in after]
        alone, _ = reduced(
            (tuple(choice[at] for at in left), row) for choice, row in existing.items()
        )
        return alone
    if len(after) <= len(before) or places.keys() - names:
        # an option with another name has the same values
        return existing
    combined_values = [*itertools.product(*values_of(after))]
    offered = [each for each in combined_values if each in named] or combined_values
    found: dict[Choice, Values] = {}
    for choice, row in existing.items():
        kept = [choice[places[each.name]] if each.name in places else None for each in after]
        for other in offered:
            if other not in found and all(a in (None, b) for a, b in zip(kept, other, strict=True)):
                found[other] = row
                break
    return found


def combined(
    product_no: int,
    values: list[list[str]],
    *,
    existing: Mapping[Choice, Values],
    known: list[list[str]] | None = None,
    data: Mapping[Choice, Values] | None = None,
    unnamed: Values | None = None,
    tracking: Values | None = None,
    removed: Iterable[str] = (),
) -> list[Values]:
    """Return the rows of every combination; existing ones keep code, stock and settings.

    `existing`: existing variants by the new names of their values. `known`: the values they were
    combined from: a combination that was possible then and does not exist was removed by the
    merchant, and stays removed unless `data` names it. `data`: data of some combinations.
    `unnamed`: data of new combinations that `data` does not name. `tracking`: how the stock of new
    ones is tracked. `removed`: codes that must not be given again.
    """
    data = data or {}
    taken = {row["variant_code"] for row in existing.values()} | set(removed)
    product_code = codes.of_product(product_no)
    free = (
        code for at in itertools.count() if (code := product_code + letters(at, 4)) not in taken
    )
    rows = []
    for at in itertools.product(*(range(len(each)) for each in values)):
        choice = tuple(each[n] for each, n in zip(values, at, strict=True))
        row = existing.get(choice)
        if row is None:
            if choice not in data and known is not None and _possible(choice, known):
                continue
            row = {"product_no": product_no, "variant_code": next(free), **_NEW, **(tracking or {})}
            row |= {} if choice in data else unnamed or {}
        rows.append({**row, **data.get(choice, {}), "choice": _json(at)})
    return sorted(rows, key=lambda row: str(row["variant_code"]))


def with_amounts(
    rows: list[Values],
    values: list[list[str]],
    amounts: Mapping[Choice, Mapping[str, int]],
    *,
    shop_nos: Collection[int],
    shops: Collection[int],
) -> list[Values]:
    """Return rows of variants with amounts in hundredths, in some of the mall's shops.

    `values`: those of the options the variants are combined from.
    """
    of_choice = {row["variant_code"]: choice for choice, row in choices(rows, values).items()}
    return [
        shop_amounts.put(row, amounts[choice], shop_nos=shop_nos, shops=shops)
        if (choice := of_choice[row["variant_code"]]) in amounts
        else row
        for row in rows
    ]


def tracking(rows: Iterable[Values]) -> Values:
    """Return how new variants of a product track their stock: as the first that does.

    `rows`: its variants before. Where stock is tracked, a new variant has none to sell until it is
    counted.
    """
    for row in rows:
        if row["use_inventory"] == "T":
            return {name: row[name] for name in _TRACKING}
    return {}


def _possible(choice: Choice, known: list[list[str]]) -> bool:
    return len(choice) == len(known) and all(
        value in values for value, values in zip(choice, known, strict=True)
    )


async def create(
    call: Call, product_no: int, options: list[OptionNames], *, reference: str
) -> None:
    """Add the variants of a new product: one when there are no options."""
    rows = combined(product_no, values_of(options), existing={})
    now = int(call.clock.now())
    await stock_store.add_variants(call.db, rows, why="set", reference=reference, now=now)


async def rearrange(
    call: Call, what: VariantChanges, *, why: ChangeReason, reference: str = ""
) -> None:
    """Write the changes of variants whose products and rows this transaction has locked.

    Changes of stock are announced.
    """
    db, now = call.db, int(call.clock.now())
    gone: dict[int, list[tuple[str, int]]] = {}
    for row in what.gone:
        gone.setdefault(row["product_no"], []).append((row["variant_code"], row["quantity"]))
    for product_no, stock_gone in gone.items():
        await variant_store.remove(db, [(product_no, code) for code, _ in stock_gone])
        await quantity_changes.removed(call, product_no, stock_gone)
    if what.changed:
        await variant_store.change(db, [after for _, after in what.changed])
    entries = [
        LedgerEntry(
            product_no=after["product_no"],
            variant_code=after["variant_code"],
            quantity_before=before["quantity"],
            quantity_after=after["quantity"],
            why=why,
            reference=reference,
        )
        for before, after in what.changed
    ]
    await quantity_changes.counted(call, entries)
    await stock_store.add_variants(db, what.added, why=why, reference=reference, now=now)
    await propagation.update(call, what.counted(), what.restocked())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
