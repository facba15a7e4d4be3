"""Writes products to the read model, and removes them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from sqlalchemy import BindParameter, Update, bindparam, delete, insert, select, update

from openmall.commerce.partner_projection.enrolment import folded
from openmall.commerce.partner_projection.shape import Figures, UnsearchedFields, words
from openmall.commerce.partner_projection.tables import (
    PARTNER_CATEGORY,
    PARTNER_FIGURES,
    PARTNER_PRODUCT,
    PARTNER_PRODUCT_WORD,
    TAG_KEYS,
    USUAL,
    tag_values,
)
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue, StoredValue

Values = dict[str, BoundValue]
Place = tuple[str, str, str]
"""Codes of a category of the programme, from its first level down."""
NOWHERE: Final[Place] = ("", "", "")

_P: Final = PARTNER_PRODUCT.c
_W: Final = PARTNER_PRODUCT_WORD.c
_C: Final = PARTNER_CATEGORY.c
_F: Final = PARTNER_FIGURES.c
_ADD: Final = Statement(insert(PARTNER_PRODUCT).values({c.name: bindparam(c.name) for c in _P}))
_ADD_WORD: Final = Statement(
    insert(PARTNER_PRODUCT_WORD).values({c.name: bindparam(c.name) for c in _W})
)
_ONE: Final = (
    _P.store_id == bindparam("of_store"),
    _P.product_no == bindparam("of_product"),
    _P.shop_no == bindparam("of_shop"),
)
_CHANGES: Final = StatementCache(
    lambda *names: (
        update(PARTNER_PRODUCT).where(*_ONE).values({name: bindparam(name) for name in names})
    )
)
_PRICES: Final = frozenset({"price", "pc_discount_price", "mobile_discount_price"})
_OF_PRICE: Final = _PRICES | {
    "pc_discount_rate", "mobile_discount_rate", "is_pc_discount", "is_mobile_discount",
}  # fmt: skip
"""What a new price may change. Each has an index, or is a search word."""


def _set_only(names: frozenset[str]) -> Update:
    """Write the update time and `names`, where the rest that follows from a price stays."""
    same = [_P[name] == bindparam(name) for name in sorted(_OF_PRICE - names)]
    written: dict[str, BindParameter[StoredValue]] = {
        name: bindparam(name) for name in sorted(names | {"updated_date"})
    }
    return update(PARTNER_PRODUCT).where(*_ONE, *same).values(written)


_SET_DATE_ONLY: Final = Statement(_set_only(frozenset()))
_SET_PRICES_ONLY: Final = Statement(_set_only(_PRICES))
_DATE: Final = Statement(
    update(PARTNER_PRODUCT)
    .where(_P.store_id == bindparam("of_store"), InList(_P.product_no, "product_nos"))
    .values(updated_date=bindparam("updated_date"))
)
_LISTED: Final = Statement(
    select(*_P).where(_P.store_id == bindparam("store_id"), InList(_P.product_no, "product_nos"))
)
_DELETE: Final = Statement(
    delete(PARTNER_PRODUCT).where(
        _P.store_id == bindparam("store_id"),
        _P.product_no == bindparam("product_no"),
        _P.shop_no == bindparam("shop_no"),
    )
)
_FOUND_BY: Final = Statement(
    select(*_W).where(_W.store_id == bindparam("store_id"), InList(_W.product_no, "product_nos"))
)
_DELETE_WORD: Final = Statement(
    delete(PARTNER_PRODUCT_WORD).where(
        _W.kind == bindparam("kind"),
        _W.word == bindparam("word"),
        _W.product_ukey == bindparam("product_ukey"),
    )
)
_TABLES: Final = (PARTNER_PRODUCT, PARTNER_PRODUCT_WORD)
_REMOVE: Final = tuple(
    Statement(
        delete(table).where(
            table.c.store_id == bindparam("store_id"), InList(table.c.product_no, "product_nos")
        )
    )
    for table in _TABLES
)
_REMOVE_BETWEEN: Final = tuple(
    Statement(
        delete(table).where(
            table.c.store_id == bindparam("store_id"),
            table.c.product_no > bindparam("after"),
            table.c.product_no <= bindparam("upto"),
        )
    )
    for table in _TABLES
)
_PLACED_BY: Final = Statement(
    select(_P.product_no)
    .where(_P.store_id == bindparam("store_id"), InList(_P.category_no, "category_nos"))
    .distinct()
)
_PLACES: Final = Statement(
    select(_C.category_no, _C.depth1, _C.depth2, _C.depth3).where(
        _C.mall_id == bindparam("mall_id"), InList(_C.category_no, "category_nos")
    )
)
_EVERY_PLACE: Final = Statement(
    select(_C.category_no, _C.depth1, _C.depth2, _C.depth3)
    .where(_C.mall_id == bindparam("mall_id"))
    .order_by(_C.category_no)
)
_UPSERT_PLACE: Final = Statement(
    lambda insert: (
        insert(PARTNER_CATEGORY)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_update(
            index_elements=["mall_id", "category_no"],
            set_={name: bindparam(name) for name in ("depth1", "depth2", "depth3")},
        )
    )
)
_DROP_PLACES: Final = Statement(
    delete(PARTNER_CATEGORY).where(
        _C.mall_id == bindparam("mall_id"), InList(_C.category_no, "category_nos")
    )
)
_FIGURES: Final = Statement(
    select(_F.product_no, _F.shop_no, _F.figures).where(
        _F.mall_id == bindparam("mall_id"), InList(_F.product_no, "product_nos")
    )
)
_UPSERT_FIGURES: Final = Statement(
    lambda insert: (
        insert(PARTNER_FIGURES)
        .values({c.name: bindparam(c.name) for c in _F})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "shop_no"],
            set_={"figures": bindparam("figures")},
        )
    )
)
_DROP_FIGURES: Final = Statement(
    delete(PARTNER_FIGURES).where(
        _F.mall_id == bindparam("mall_id"), InList(_F.product_no, "product_nos")
    )
)
_READ_FIGURES: Final = msgspec.json.Decoder(Figures)


class Entry(msgspec.Struct, frozen=True):
    """A product in the read model: its columns, and fields that are only answered."""

    columns: Values
    shown: UnsearchedFields
    product_name: str
    place: Place

    @property
    def key(self) -> Values:
        """The key of the product: its number and shop."""
        return {name: self.columns[name] for name in ("product_ukey", "store_id", "product_no")}


def _found_by(entries: Sequence[Entry]) -> list[Values]:
    return [
        {"kind": kind, "word": word, **each.key}
        for each in entries
        for kind, all_of_them in _words(each).items()
        for word in all_of_them
    ]


async def reprice(
    db: Session, product_no: int, shop_no: int, columns: Values, *, other_price: bool
) -> bool:
    """Write the new price of a listed product of the session's mall; False: it is not listed.

    `other_price`: it differs from the one before, most likely; decides which statement is tried
    first, before the listed entry is read and compared.
    """
    one: dict[str, BoundValue] = {
        "of_store": db.mall_id,
        "of_product": product_no,
        "of_shop": shop_no,
    }
    if await db.run(_SET_PRICES_ONLY if other_price else _SET_DATE_ONLY, **one, **columns):
        return True
    listed = (await _listed(db, [product_no])).get((product_no, shop_no))
    if listed is not None:
        await _change(db, [(listed, columns)])
    return listed is not None


async def reprice_listed(
    db: Session, product_nos: list[int], columns: dict[tuple[int, int], Values]
) -> int:
    """Write the prices of the listed ones of these products; return how many differed.

    `columns`: (product_no, shop_no) -> prices.
    """
    differing = []
    for key, listed in (await _listed(db, product_nos)).items():
        prices = columns.get(key, {})
        if any(listed[name] != value for name, value in prices.items()):
            differing.append((listed, prices))
    await _change(db, differing)
    return len(differing)


async def mark_updated(db: Session, product_nos: list[int], *, updated_date: int) -> None:
    """Write UTC second `updated_date` as the update time of listed products."""
    await db.run(_DATE, of_store=db.mall_id, product_nos=product_nos, updated_date=updated_date)


async def _listed(db: Session, product_nos: list[int]) -> dict[tuple[int, int], Values]:
    """Return (product_no, shop_no) -> listed entry, of these products of the session's mall."""
    names = [column.name for column in _P]
    rows = await db.all(_LISTED, store_id=db.mall_id, product_nos=product_nos)
    found = [dict(zip(names, values, strict=True)) for values in rows]
    return {(each["product_no"], each["shop_no"]): each for each in found}


async def _change(db: Session, entries: Iterable[tuple[Values, Values]]) -> None:
    """Write what differs of listed entries, each with the columns that it becomes."""
    rows: dict[Statement, list[Values]] = defaultdict(list)
    words_gone, words_new = [], []
    for listed, columns in entries:
        changed = {name: value for name, value in columns.items() if value != listed[name]}
        if not changed:
            continue
        one = {"of_product": listed["product_no"], "of_shop": listed["shop_no"]}
        rows[_CHANGES.of(*changed)].append({**changed, **one, "of_store": db.mall_id})
        key = {name: listed[name] for name in ("product_ukey", "store_id", "product_no")}
        for name in changed.keys() & USUAL.keys():
            if listed[name] != USUAL[name]:
                of_word = {"kind": name, "word": listed[name], "product_ukey": key["product_ukey"]}
                words_gone.append(of_word)
            if changed[name] != USUAL[name]:
                words_new.append({"kind": name, "word": changed[name], **key})
    for statement, alike in rows.items():
        await db.defer(statement, alike)
    for statement, of_words in ((_DELETE_WORD, words_gone), (_ADD_WORD, words_new)):
        if of_words:
            await db.many(statement, of_words)


async def replace_entries(db: Session, product_nos: list[int], entries: Sequence[Entry]) -> None:
    """Replace the listed entries of these products of the session's mall by `entries`.

    Only differences are written: a new price touches neither the search words of a product nor the
    many other indexes.
    """
    of_mall: Values = {"store_id": db.mall_id, "product_nos": product_nos}
    target = {
        (each.columns["product_no"], each.columns["shop_no"]): {
            **each.columns,
            "shown": msgspec.json.encode(each.shown).decode(),
        }
        for each in entries
    }
    listed = await _listed(db, product_nos)
    await _change(db, [(listed[key], row) for key, row in target.items() if key in listed])
    new = [row for key, row in target.items() if key not in listed]
    gone: list[dict[str, BoundValue]] = [
        {"store_id": db.mall_id, "product_no": product_no, "shop_no": shop_no}
        for product_no, shop_no in sorted(listed.keys() - target.keys())
    ]
    names = [column.name for column in _W]
    before = {tuple(row) for row in await db.all(_FOUND_BY, **of_mall)}
    after = {tuple(each[name] for name in names) for each in _found_by(entries)}
    words_gone: list[Values] = [
        dict(zip(names[:3], each[:3], strict=True)) for each in sorted(before - after)
    ]
    words_new: list[Values] = [
        dict(zip(names, each, strict=True)) for each in sorted(after - before)
    ]
    for statement, rows in (
        (_DELETE, gone), (_DELETE_WORD, words_gone), (_ADD, new), (_ADD_WORD, words_new)
    ):  # fmt: skip
        if rows:
            await db.many(statement, rows)


def _words(entry: Entry) -> dict[str, set[str]]:
    """Return the search words of a product: filter -> values."""
    shown = entry.shown
    found = {
        "product_name": set(words(entry.product_name)),
        "collection_product_category": set(entry.place) - {""},
        "brand_name": {folded(shown.brand_name)} - {""},
        "product_standard_tags": {
            folded(tag.standard_tags_values) for tag in shown.product_standard_tags
        }
        - {""},
        "international_shipping_country": {
            folded(country) for country in shown.international_shipping_country
        },
    }
    for tag in shown.product_standard_tags:
        found.setdefault(TAG_KEYS, set()).add(tag.standard_tags_key)
        of_key = found.setdefault(tag_values(tag.standard_tags_key), set())
        of_key.add(tag.standard_tags_values)
    for name, usual in USUAL.items():
        value = entry.columns[name]
        if isinstance(value, str) and value != usual:
            found[name] = {value}
    return found


async def remove(db: Session, product_nos: list[int]) -> None:
    """Remove listed products of the session's mall, in all its shops."""
    for statement in _REMOVE:
        await db.run(statement, store_id=db.mall_id, product_nos=product_nos)


async def remove_between(db: Session, after: int, upto: int) -> None:
    """Remove listed products numbered above `after` and up to `upto`."""
    for statement in _REMOVE_BETWEEN:
        await db.run(statement, store_id=db.mall_id, after=after, upto=upto)


async def placed_by(db: Session, category_nos: list[int]) -> list[int]:
    """Return the listed products placed by these categories of the mall."""
    rows = await db.all(_PLACED_BY, store_id=db.mall_id, category_nos=category_nos)
    return sorted(row[0] for row in rows)


async def places(db: Session, category_nos: list[int]) -> dict[int, Place]:
    """Return the mappings of categories of the session's mall; unmapped ones are left out."""
    return {row[0]: tuple(row[1:]) for row in await db.all(_PLACES, category_nos=category_nos)}


async def every_place(db: Session) -> dict[int, Place]:
    """Return every category of the session's mall that is mapped."""
    return {row[0]: tuple(row[1:]) for row in await db.all(_EVERY_PLACE)}


async def keep_place(db: Session, category_no: int, place: Place) -> None:
    """Write the mapping of a category of the session's mall and its descendants."""
    depth1, depth2, depth3 = place
    await db.run(
        _UPSERT_PLACE, category_no=category_no, depth1=depth1, depth2=depth2, depth3=depth3
    )


async def drop_places(db: Session, category_nos: list[int]) -> int:
    """Remove the mappings of categories; return how many there were."""
    return await db.run(_DROP_PLACES, category_nos=category_nos)


async def figures(db: Session, product_nos: list[int]) -> dict[tuple[int, int], Figures]:
    """Return the figures of products: (product_no, shop_no) -> figures."""
    rows = await db.all(_FIGURES, product_nos=product_nos)
    return {(row[0], row[1]): _READ_FIGURES.decode(row[2]) for row in rows}


async def keep_figures(db: Session, product_no: int, shop_no: int, known: Figures) -> None:
    """Write the figures of a product."""
    text = msgspec.json.encode(known).decode()
    await db.run(_UPSERT_FIGURES, product_no=product_no, shop_no=shop_no, figures=text)


async def drop_figures(db: Session, product_nos: list[int]) -> None:
    """Remove the figures of deleted products."""
    await db.run(_DROP_FIGURES, product_nos=product_nos)
