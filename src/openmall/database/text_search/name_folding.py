"""Folds the stored names of products again, in a migration: decision 13.

The rows of a mall are changed under the lock that writers of its index take.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    Text,
    bindparam,
    column,
    select,
    table,
    text,
    tuple_,
)

from openmall.database import ngrams

_FIELDS: Final = (
    "product_name",
    "eng_product_name",
    "supply_product_name",
    "internal_product_name",
    "model_name",
    "origin_place_value",
)
_NAMES: Final = table(
    "product_names",
    column("mall_id", Text()),
    column("shop_no", BigInteger()),
    column("product_no", BigInteger()),
    *(column(name, Text()) for name in _FIELDS),
)
_KEY: Final = (_NAMES.c.shop_no, _NAMES.c.product_no)
_ROWS: Final = 2_000
"""Rows in memory at a time."""
_TAKE_TURN: Final = text(
    "INSERT INTO counter (mall_id, name, value) VALUES (:mall_id, 'product_names', 0)"
    " ON CONFLICT (mall_id, name) DO UPDATE SET value = counter.value"
)
_RENAME: Final = (
    _NAMES.update()
    .where(
        _NAMES.c.mall_id == bindparam("m"),
        _NAMES.c.shop_no == bindparam("s"),
        _NAMES.c.product_no == bindparam("p"),
    )
    .values({name: bindparam(name) for name in _FIELDS})
)
_Row = Sequence[Any]
_ADD: Final = text(
    "INSERT INTO product_part (mall_id, shop_no, block, piece, product_nos)"
    " VALUES (:mall_id, :shop_no, :block, :piece, :places)"
    " ON CONFLICT (mall_id, shop_no, block, piece)"
    " DO UPDATE SET product_nos = product_part.product_nos || excluded.product_nos"
)


def fold_again(connection: Connection) -> None:
    """Fold all names that are stored with marks, and add their n-grams to the index."""
    for mall_id in connection.scalars(select(_NAMES.c.mall_id).distinct()).all():
        for rows in _batches(connection, mall_id):
            if _changed(rows):
                if connection.dialect.name != "sqlite":  # where nothing else writes meanwhile
                    connection.execute(_TAKE_TURN, {"mall_id": mall_id})
                _write(connection, mall_id, _changed(_again(connection, mall_id, rows)))


def _rows(mall_id: str) -> Select[Any]:
    return (
        select(*_KEY, *(_NAMES.c[name] for name in _FIELDS))
        .where(_NAMES.c.mall_id == mall_id)
        .order_by(*_KEY)
        .limit(_ROWS)
    )


def _batches(connection: Connection, mall_id: str) -> Iterator[Sequence[_Row]]:
    found = connection.execute(_rows(mall_id)).all()
    while found:
        yield found
        after_last = tuple_(*_KEY) > tuple_(*found[-1][:2])
        found = connection.execute(_rows(mall_id).where(after_last)).all()


def _again(connection: Connection, mall_id: str, rows: Sequence[_Row]) -> Sequence[_Row]:
    """Read rows again under the lock."""
    first, last = tuple_(*rows[0][:2]), tuple_(*rows[-1][:2])
    among = _rows(mall_id).where(tuple_(*_KEY) >= first, tuple_(*_KEY) <= last)
    return connection.execute(among).all()


def _changed(rows: Sequence[_Row]) -> list[tuple[int, int, list[str], list[str]]]:
    """Return shop, product and names, before and after, of the rows that differ."""
    folded = [(shop, number, before, [*map(ngrams.fold, before)]) for shop, number, *before in rows]
    return [each for each in folded if each[2] != each[3]]


def _write(
    connection: Connection, mall_id: str, changed: list[tuple[int, int, list[str], list[str]]]
) -> None:
    places: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    renamed = []
    for shop_no, product_no, before, after in changed:
        key = {"m": mall_id, "s": shop_no, "p": product_no}
        renamed.append(key | dict(zip(_FIELDS, after, strict=True)))
        for piece in ngrams.ngrams_of(after) - ngrams.ngrams_of(before):
            places[shop_no, product_no // ngrams.BLOCK, piece].append(ngrams.encode(product_no))
    if renamed:
        connection.execute(_RENAME, renamed)
    if places:
        names = ("mall_id", "shop_no", "block", "piece", "places")
        connection.execute(
            _ADD,
            [
                dict(zip(names, (mall_id, *key, "".join(numbers)), strict=True))
                for key, numbers in sorted(places.items())
            ],
        )
