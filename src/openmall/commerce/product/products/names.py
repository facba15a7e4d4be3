"""The substring index of product names, built from pieces of names.

`product_names` has the names of a product, folded for comparison. `product_part` has, for a piece
and a block of product numbers, which products of the block have it in one of their names. Its
answers are candidates: searches check the names themselves too. Both keys begin with mall and shop:
a search reads one shop alone. See docs/decisions/0013-names-by-their-parts.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Text,
    bindparam,
    cast,
    delete,
    insert,
    select,
    true,
    update,
)
from sqlalchemy import func as sql

from openmall.access.malls.tables import MALL
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.database import ngrams, sequences
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Entries, InList, Statement
from openmall.database.undo_policies import PRODUCT_RECOMPUTED
from openmall.database.values import BoundValue

FIELDS: Final = (
    "product_name",
    "eng_product_name",
    "supply_product_name",
    "internal_product_name",
    "model_name",
    "origin_place_value",
)
"""The fields found by any part, case-insensitive."""

NAMES: Final = shop_table(
    "product_names",
    number("shop_no"),
    number("product_no"),
    *(text(name) for name in FIELDS),
    backup=WITH_MALL,
    undo=PRODUCT_RECOMPUTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "product_no"),
)
"""The names of a product, folded for comparison. The rows are narrow and adjacent: reading those of
some thousand products takes tens of pages, the products themselves thousands.
"""

PART: Final = shop_table(
    "product_part",
    number("shop_no"),
    number("block"),
    number("piece"),
    text("product_nos"),
    backup=WITH_MALL,
    undo=PRODUCT_RECOMPUTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "block", "piece"),
    wide=True,
)
_P: Final = PART.c
_HERE: Final = (_P.mall_id == bindparam("mall_id"), _P.shop_no == bindparam("shop_no"))
_FIRST_BLOCKS: Final = 8
"""Newest blocks sampled first: common pieces show there."""
_WORTH: Final = 0.9
"""A piece that leaves more than this share of the products is not selective; nor is the next."""

_ENTRIES: Final = Entries(bindparam("lists", type_=Text())).table_valued(
    "key", "value", name="json_each"
)
_ADD: Final = Statement(
    # all pieces of a block in one statement: there are some hundred to a batch
    lambda insert: (
        adding := insert(PART).from_select(
            ["mall_id", "shop_no", "block", "piece", "product_nos"],
            select(
                MALL.c.mall_id,  # of a row: Citus sends it to that row's server
                cast(bindparam("shop_no"), BigInteger()),
                cast(bindparam("block"), BigInteger()),
                cast(_ENTRIES.c.key, BigInteger()),
                _ENTRIES.c.value,
            )
            .select_from(MALL.join(_ENTRIES, true()))
            .where(MALL.c.mall_id == bindparam("mall_id")),
        )
    ).on_conflict_do_update(
        index_elements=["mall_id", "shop_no", "block", "piece"],
        set_={"product_nos": _P.product_nos.concat(adding.excluded.product_nos)},
    )
)
_REMOVE_PRODUCT: Final = Statement(
    update(PART)
    .where(*_HERE, _P.block == bindparam("in_block"), _P.piece == bindparam("in_piece"))
    .values(product_nos=sql.replace(_P.product_nos, bindparam("place"), ""))
)
_WITH_PIECE: Final = Statement(
    select(_P.block, _P.product_nos).where(
        *_HERE, InList(_P.block, "blocks"), _P.piece == bindparam("piece")
    )
)
_BETWEEN: Final = Statement(
    select(_P.block, _P.product_nos).where(
        *_HERE,
        InList(_P.block, "blocks"),
        _P.piece >= bindparam("low"),
        _P.piece <= bindparam("high"),
    )
)
_DELETE_BLOCK: Final = Statement(delete(PART).where(*_HERE, _P.block == bindparam("in_block")))
_N: Final = NAMES.c
_IN_BLOCK: Final = (
    _N.mall_id == bindparam("mall_id"),
    _N.shop_no == bindparam("shop_no"),
    _N.product_no >= bindparam("first"),
    _N.product_no < bindparam("behind"),
)
_EMPTY_NAMES: Final = Statement(delete(NAMES).where(*_IN_BLOCK))
_R: Final = PRODUCT.c
_OF_BLOCK: Final = Statement(
    select(_R.shop_no, _R.product_no, *(_R[name] for name in FIELDS))
    .where(
        _R.mall_id == bindparam("mall_id"),
        _R.shop_no == bindparam("shop_no"),
        _R.product_no >= bindparam("first"),
        _R.product_no < bindparam("behind"),
    )
    .with_for_update()
)
_ADD_NAMES: Final = Statement(insert(NAMES).values({c.name: bindparam(c.name) for c in _N}))
_OF_PRODUCT: Final = (
    _N.mall_id == bindparam("mall_id"),
    InList(_N.shop_no, "shop_nos"),
    _N.product_no == bindparam("number"),
)
_FIND_NAMES: Final = Statement(
    select(_N.shop_no, *(_N[name] for name in FIELDS)).where(*_OF_PRODUCT).order_by(_N.shop_no)
)
_NAMES_OF_PRODUCTS: Final = Statement(
    select(_N.shop_no, _N.product_no, *(_N[name] for name in FIELDS)).where(
        _N.mall_id == bindparam("mall_id"), InList(_N.product_no, "product_nos")
    )
)
_RENAME: Final = Statement(
    update(NAMES).where(*_OF_PRODUCT).values({name: bindparam(name) for name in FIELDS})
)
_DELETE_NAMES: Final = Statement(delete(NAMES).where(*_OF_PRODUCT))


async def _take_turn(db: Session) -> None:
    """Lock the mall's index for writing until this transaction ends.

    Prevents deadlocks between calls that write the same lists in another order. To be called after
    the products are locked.
    """
    if db.dialect != "sqlite":  # where writers take turns
        await sequences.allocate(db, "product_names", count=0)


async def add(db: Session, rows: Iterable[dict[str, Any]]) -> None:
    """Index the names of new products; `rows`: those of the table of products."""
    in_blocks: dict[tuple[int, int], dict[int, list[str]]] = {}
    known: dict[tuple[str, ...], tuple[dict[str, str], set[int]]] = {}
    remembered = []
    for row in rows:
        names = tuple([row[name] for name in FIELDS])
        if names not in known:  # the languages of a product often share them
            folded = [ngrams.fold(name) for name in names]
            known[names] = dict(zip(FIELDS, folded, strict=True)), ngrams.ngrams_of(folded)
        compared, pieces = known[names]
        shop_no, product_no = row["shop_no"], row["product_no"]
        remembered.append({"shop_no": shop_no, "product_no": product_no, **compared})
        block, place = product_no // ngrams.BLOCK, ngrams.encode(product_no)
        lists = in_blocks.get((shop_no, block))
        if lists is None:
            lists = in_blocks[shop_no, block] = defaultdict(list)
        for piece in pieces:
            lists[piece].append(place)
    if remembered:
        await _take_turn(db)
        await db.many(_ADD_NAMES, remembered)
    for (shop_no, block), lists in sorted(in_blocks.items()):
        await _append(db, shop_no, block, lists)


async def _append(db: Session, shop_no: int, block: int, lists: dict[int, list[str]]) -> None:
    text = msgspec.json.encode({piece: "".join(places) for piece, places in sorted(lists.items())})
    await db.run(_ADD, shop_no=shop_no, block=block, lists=text.decode())


async def change(call: Call, after: Product) -> None:
    """Update the index to the names a product has now in its shop."""
    product_no, shop_nos = after.product_no, [after.shop_no]
    folded = {name: ngrams.fold(getattr(after, name)) for name in FIELDS}
    await _take_turn(call.db)
    known = await call.db.all(_FIND_NAMES, number=product_no, shop_nos=shop_nos)
    for shop_no, *before in known:
        await _move(call.db, shop_no, product_no, before=before, after=folded.values())
    await call.db.run(_RENAME, number=product_no, shop_nos=shop_nos, **folded)


async def change_several(call: Call, products: Sequence[Product]) -> None:
    """Update the index to the names that products have now, each in its shop."""
    numbers = sorted({each.product_no for each in products})
    rows = await call.db.all(_NAMES_OF_PRODUCTS, product_nos=numbers)
    known = {(shop_no, number): names for shop_no, number, *names in rows}
    for product in products:
        folded = [ngrams.fold(getattr(product, name)) for name in FIELDS]
        if known.get((product.shop_no, product.product_no)) != folded:
            await change(call, product)


async def remove(call: Call, product_no: int) -> None:
    """Remove a product from the index, in every shop."""
    await _take_turn(call.db)
    shop_nos = sorted(call.mall.shops)
    for shop_no, *before in await call.db.all(_FIND_NAMES, number=product_no, shop_nos=shop_nos):
        await _move(call.db, shop_no, product_no, before=before, after=())
    await call.db.run(_DELETE_NAMES, number=product_no, shop_nos=shop_nos)


async def _move(
    db: Session, shop_no: int, product_no: int, *, before: Iterable[str], after: Iterable[str]
) -> None:
    old, new = ngrams.ngrams_of(before), ngrams.ngrams_of(after)
    block, place = product_no // ngrams.BLOCK, ngrams.encode(product_no)
    gone: list[dict[str, BoundValue]] = [
        {"shop_no": shop_no, "in_block": block, "in_piece": piece, "place": place}
        for piece in sorted(old - new)
    ]
    if gone:
        await db.many(_REMOVE_PRODUCT, gone)
    if new - old:
        await _append(db, shop_no, block, {piece: [place] for piece in new - old})


async def blocks(db: Session) -> range:
    """Return the blocks that hold the mall's products, the newest first."""
    return range(await sequences.allocated(db, "product") // ngrams.BLOCK, -1, -1)


async def empty(db: Session, shop_no: int, block: int) -> None:
    """Remove a block of a shop's products from the index."""
    first = block * ngrams.BLOCK
    await db.run(_DELETE_BLOCK, shop_no=shop_no, in_block=block)
    await db.run(_EMPTY_NAMES, shop_no=shop_no, first=first, behind=first + ngrams.BLOCK)


async def renew(db: Session, shop_no: int, block: int) -> int:
    """Rebuild the index of a block of a shop's products; return its number of products."""
    # nobody adds a product or renames one of these before this transaction ends
    await sequences.allocate(db, "product", count=0)
    first = block * ngrams.BLOCK
    rows = await db.all(_OF_BLOCK, shop_no=shop_no, first=first, behind=first + ngrams.BLOCK)
    await _take_turn(db)
    await empty(db, shop_no, block)
    named = ("shop_no", "product_no", *FIELDS)
    await add(db, [dict(zip(named, row, strict=True)) for row in rows])
    return len(rows)


def parts(name: str, texts: list[str]) -> tuple[int, dict[str, BoundValue]]:
    """Return whether one part is looked for (1) or several (2), and the values to bind."""
    if name == "product_code":
        return (1, {f"{name}_part": texts[0]}) if len(texts) == 1 else (2, {name: texts})
    words = [each for text in texts for each in ngrams.alternatives(text)]
    if len(words) == 1 and len(words[0]) == 1:
        return 1, {f"{name}_part": words[0][0]}
    return 2, {name: msgspec.json.encode(words).decode()}


async def having(
    db: Session, shop_no: int, alternatives: list[list[str]], *, common: float
) -> set[int] | None:
    """Return candidate products with all folded words of one of these lists in one of their names.

    None: more than the share `common` of the newest products has them.
    """
    every = await blocks(db)
    found: set[int] = set()
    for some in (every[:_FIRST_BLOCKS], every[_FIRST_BLOCKS:]):
        for words in alternatives if some else ():
            found |= await _with_all(db, shop_no, list(some), words)
        if len(some) == _FIRST_BLOCKS and len(found) > common * _FIRST_BLOCKS * ngrams.BLOCK:
            return None
    return found


async def _with_all(db: Session, shop_no: int, among: list[int], words: list[str]) -> set[int]:
    """Return candidates with every word; words shorter than an n-gram only count alone."""
    first, *others = sorted(words, key=len, reverse=True)
    found = await _with(db, shop_no, among, first)
    for word in others:
        if len(found) <= len(among) or not ngrams.required(word)[0]:
            continue
        found &= await _with(db, shop_no, among, word)
    return found


async def _with(db: Session, shop_no: int, among: list[int], part: str) -> set[int]:
    pieces, (low, high) = ngrams.required(part)
    if not pieces:
        rows = await db.all(_BETWEEN, shop_no=shop_no, blocks=among, low=low, high=high)
        return {
            number for block, product_nos in rows for number in ngrams.decode(block, product_nos)
        }
    candidates = dict.fromkeys(among, "")
    left = 0
    for at, piece in enumerate(pieces):
        rows = await db.all(_WITH_PIECE, shop_no=shop_no, blocks=list(candidates), piece=piece)
        if at:
            rows = [
                (block, "".join([each for each in candidates[block] if each in product_nos]))
                for block, product_nos in rows
            ]
        # only blocks in which a product has all pieces so far: of a rare text few are left at once
        candidates = {block: product_nos for block, product_nos in rows if product_nos}
        before, left = left, sum(map(len, candidates.values()))
        if left <= len(among) or left > before * _WORTH > 0:
            break
    return {
        number for block, places in candidates.items() for number in ngrams.decode(block, places)
    }
