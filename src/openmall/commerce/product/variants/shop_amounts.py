"""Amounts of variants, which every shop of a mall has in its own currency.

A variant is one row for all shops. Its columns `additional_amount` and `supply_price` hold the
amounts of shops without an entry in the document `shop_amounts`; an amount that is set in one of
several shops is an entry of that shop, so that no other shop's amount changes with it.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

NAMES: Final = ("additional_amount", "supply_price")
"""Columns of a variant with an amount of money, in hundredths."""
_Document = dict[str, dict[str, int]]
_DOCUMENT: Final = msgspec.json.Decoder(_Document)


def of_shop(document: str, shop_no: int) -> Mapping[str, int]:
    """Return the amounts that a shop has of its own, by name."""
    return _entries(document).get(str(shop_no), {}) if document else {}


def amount_in(amount: int, document: str, shop_no: int) -> int:
    """Return the additional amount of a variant in a shop; `amount`: of its column."""
    return of_shop(document, shop_no).get("additional_amount", amount)


def lowest(rows: Iterable[Mapping[str, Any]], shop_no: int) -> int:
    """Return the lowest additional amount of variants in a shop, in hundredths; 0: no variant."""
    return min(
        (amount_in(row["additional_amount"], row["shop_amounts"], shop_no) for row in rows),
        default=0,
    )


@lru_cache(maxsize=4_096)
def _entries(document: str) -> _Document:
    return _DOCUMENT.decode(document)


def put(
    row: Mapping[str, Any],
    amounts: Mapping[str, int],
    *,
    shop_nos: Collection[int],
    shops: Collection[int],
) -> dict[str, Any]:
    """Return a variant's row with `amounts` (name -> hundredths) in the shops `shop_nos`.

    `shops`: all of the mall. Where these are the same, the columns are written, and nothing else.
    """
    if set(shops) <= set(shop_nos):
        return {**row, **amounts, "shop_amounts": _without(row["shop_amounts"], amounts)}
    entries = {shop: dict(of) for shop, of in _read(row["shop_amounts"]).items()}
    for shop_no in shop_nos:
        own = entries.setdefault(str(shop_no), {})
        for name, amount in amounts.items():
            if own.get(name, row[name]) != amount:
                own[name] = amount
    return {**row, "shop_amounts": _text(entries)}


def _without(document: str, names: Collection[str]) -> str:
    entries = _read(document)
    return _text(
        {
            shop: {n: each for n, each in of.items() if n not in names}
            for shop, of in entries.items()
        }
    )


def _read(document: str) -> _Document:
    return _entries(document) if document else {}


def _text(entries: _Document) -> str:
    filled = {
        shop: dict(sorted(entries[shop].items())) for shop in sorted(entries) if entries[shop]
    }
    return msgspec.json.encode(filled).decode() if filled else ""
