"""The names products are found by, any part of them: an index that knows pieces of names.

`product_part` has, for a piece and a block of product numbers, which products of the block have it
in one of their names. It only says who may be meant: whoever reads it looks at the names themselves
too. Its key begins with mall and shop, and a search looks into the blocks of one shop alone.
See docs/decisions/0013-names-by-their-parts.md.
"""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy import func as sql

from openmall.areas.product.products.shape import Product
from openmall.database import numbers, parts
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

FIELDS: Final = (
    "product_name",
    "eng_product_name",
    "supply_product_name",
    "internal_product_name",
    "model_name",
    "origin_place_value",
)
"""What is found by any part of it, whatever its case."""
FOLDED: Final = {f"folded_{name}": name for name in FIELDS}
"""Column of the product's row that holds a name as it is compared -> the name."""

PART: Final = shop_table(
    "product_part",
    number("shop_no"),
    number("block"),
    number("piece"),
    text("product_nos"),
    key=("shop_no", "block", "piece"),
)
_P: Final = PART.c
_HERE: Final = (_P.mall_id == bindparam("mall_id"), _P.shop_no == bindparam("shop_no"))
_FIRST_BLOCKS: Final = 16
"""Blocks that are looked into first, the newest ones: whatever is common shows there."""
_COMMON: Final = 0.02
"""Share of the newest products from which on a part of a name is common."""

_ADD: Final = Statement(
    lambda insert: (
        (adding := insert(PART).values({c.name: bindparam(c.name) for c in PART.c}))
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "block", "piece"],
            set_={"product_nos": _P.product_nos.concat(adding.excluded.product_nos)},
        )
    )
)  # fmt: skip
_TAKE: Final = Statement(
    update(PART)
    .where(*_HERE, _P.block == bindparam("in_block"), _P.piece == bindparam("in_piece"))
    .values(product_nos=sql.replace(_P.product_nos, bindparam("place"), ""))
)
_WITH_PIECES: Final = Statement(
    select(_P.block, _P.piece, _P.product_nos).where(
        *_HERE, InList(_P.block, "blocks"), InList(_P.piece, "pieces")
    )
)
_BETWEEN: Final = Statement(
    select(_P.block, _P.piece, _P.product_nos).where(
        *_HERE,
        InList(_P.block, "blocks"),
        _P.piece >= bindparam("low"),
        _P.piece <= bindparam("high"),
    )
)
_EMPTY: Final = Statement(delete(PART).where(*_HERE, _P.block == bindparam("block")))


def folded(product: Product) -> dict[str, str]:
    """Return the columns in which a product's names stand as they are compared."""
    return {column: parts.folded(getattr(product, name)) for column, name in FOLDED.items()}


async def add(db: Session, rows: Iterable[dict[str, Any]]) -> None:
    """Let new products be found; `rows`: those of the table of products."""
    lists: dict[tuple[int, int, int], list[str]] = {}
    known: dict[tuple[str, ...], set[int]] = {}
    for row in rows:
        names = tuple(row[column] for column in FOLDED)
        pieces = known.get(names)
        if pieces is None:
            pieces = known[names] = parts.pieces(names)
        product_no = row["product_no"]
        place = parts.place(product_no)
        shop_no, block = row["shop_no"], product_no // parts.BLOCK
        for piece in pieces:
            lists.setdefault((shop_no, block, piece), []).append(place)
    await _append(db, lists)


async def _append(db: Session, lists: dict[tuple[int, int, int], list[str]]) -> None:
    # in the order of the key: two writers wait for each other's rows at most in turn
    await db.many(
        _ADD,
        [
            {"shop_no": shop_no, "block": block, "piece": piece, "product_nos": "".join(places)}
            for (shop_no, block, piece), places in sorted(lists.items())
        ],
    )


async def change(
    db: Session, shop_no: int, product_no: int, *, before: Iterable[str], after: Iterable[str]
) -> None:
    """Let a product of a shop be found by the folded names it has now, and no more by others."""
    old, new = parts.pieces(before), parts.pieces(after)
    block, place = product_no // parts.BLOCK, parts.place(product_no)
    gone = [
        {"shop_no": shop_no, "in_block": block, "in_piece": piece, "place": place}
        for piece in sorted(old - new)
    ]
    if gone:
        await db.many(_TAKE, gone)
    if new - old:
        await _append(db, {(shop_no, block, piece): [place] for piece in new - old})


async def having(db: Session, shop_no: int, texts: list[str]) -> set[int] | None:
    """Return the products of a shop that may have one of these folded texts in one of their names.

    None: so many that whoever looks for a page had better walk through the products.
    """
    if not all(texts):
        return None
    highest = await numbers.taken(db, "product") // parts.BLOCK
    newest = list(range(highest, max(highest - _FIRST_BLOCKS, -1), -1))
    found: set[int] = set()
    for text_ in texts:
        found |= await _with(db, shop_no, newest, text_)
    if len(newest) == _FIRST_BLOCKS and len(found) > _COMMON * _FIRST_BLOCKS * parts.BLOCK:
        return None
    rest = list(range(highest - _FIRST_BLOCKS + 1))
    if rest:
        for text_ in texts:
            found |= await _with(db, shop_no, rest, text_)
    return found


async def _with(db: Session, shop_no: int, blocks: list[int], text_: str) -> set[int]:
    pieces, (low, high) = parts.wanted(text_)
    found: set[int] = set()
    if not pieces:
        rows = await db.all(_BETWEEN, shop_no=shop_no, blocks=blocks, low=low, high=high)
        for block, _, product_nos in rows:
            found |= parts.in_any(block, [product_nos])
        return found
    rows = await db.all(_WITH_PIECES, shop_no=shop_no, blocks=blocks, pieces=pieces)
    in_block: dict[int, list[str]] = {}
    for block, _, product_nos in rows:
        in_block.setdefault(block, []).append(product_nos)
    for block, lists in in_block.items():
        if len(lists) == len(pieces):
            found.update(parts.in_all(block, lists))
    return found
