"""Finds products of all malls: one SQL statement for each combination of filters.

Words of many products are filtered along the index of the list's order; words of few products are
looked up. Cost: docs/decisions/0010-partner-projection.md.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.sql.selectable import HasHints

from openmall.access.malls.partner_shops import PARTNER_SHOP
from openmall.commerce.partner.products.takes import (
    PartnerProductFilters,
    PartnerProductQuery,
    StoreProductQuery,
)
from openmall.commerce.partner_projection import enrolment
from openmall.commerce.partner_projection.name_search import names_sought
from openmall.commerce.partner_projection.shape import Enrolment
from openmall.commerce.partner_projection.tables import (
    PARTNER_PRODUCT,
    PARTNER_PRODUCT_WORD,
    PARTNER_SHOP_WORD,
    USUAL,
)
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.money import hundredths
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, StatementCache, by_index
from openmall.database.values import StoredRow

Condition = ColumnElement[bool]
Q = TypeVar("Q", bound=HasHints)
How = tuple[tuple[bool, ...], ...]
"""For each name of a filter, for each of its words: whether many products have it.

A list of codes counts as one word. Empty: the filter has no words.
"""
Shape = tuple[tuple[str, How], ...]
"""Filter -> its words, as How."""
MANY: Final = 5_000
"""Number of products with a word above which a page is searched in list order."""

_P: Final = PARTNER_PRODUCT.c
_W: Final = PARTNER_PRODUCT_WORD.c
_S: Final = PARTNER_SHOP.c
_V: Final = PARTNER_SHOP_WORD.c
_WORDS: Final = frozenset(
    {
        "collection_product_category", "brand_name", "product_standard_tags",
        "international_shipping_country",
    }
)  # fmt: skip
_NAMES: Final = frozenset({"product_name", "shop_name"})
_OF_SHOPS: Final = frozenset({"shop_grade", "shop_language", "shop_currency_code"})
_AMOUNTS: Final = frozenset({"price", "pc_discount_price", "mobile_discount_price"})
_PAGE: Final = frozenset({"limit", "offset", "sort", "order"})
_ENDS: Final[dict[str, tuple[str, bool]]] = {
    **{
        f"{name}_{end}": (name, end == "min")
        for name in (
            *sorted(_AMOUNTS), "pc_discount_rate", "mobile_discount_rate", "review_count",
            "review_score",
        )
        for end in ("min", "max")
    },
    **{
        f"{name}_{end}_date": (f"{name}_date", end == "start")
        for name in ("created", "updated")
        for end in ("start", "end")
    },
}  # fmt: skip
"""Filter -> the column it bounds, and whether from below."""


def _found_by(kind: str, condition: Condition, many: bool) -> Condition:
    """Return the condition that a product has a word of `kind` meeting `condition`.

    Few products are found by the word and sorted; with `many`, a walk in list order that checks
    each product for the word soon fills a page.
    """
    if many:
        return exists().where(_W.kind == kind, condition, _W.product_ukey == _P.product_ukey)
    return _P.product_ukey.in_(select(_W.product_ukey).where(_W.kind == kind, condition))


def _of_shop_named(kind: str, condition: Condition, many: bool) -> Condition:
    """Return the condition that a product's shop has a word of `kind` meeting `condition`."""
    return tuple_(_P.store_id, _P.shop_no).in_(
        select(_V.store_id, _V.shop_no).where(_V.kind == kind, condition)
    )


def _named(name: str, names: How) -> Condition:
    has: Callable[[str, Condition, bool], Condition] = _found_by
    word = _W.word
    if name == "shop_name":
        has, word = _of_shop_named, _V.word
    return or_(
        *(
            and_(
                *(
                    has(name, word == bindparam(f"{name}_{at}_{no}"), many)
                    for no, many in enumerate(words)
                )
            )
            for at, words in enumerate(names)
        )
    )


def _where(name: str, how: How) -> Condition:
    if name in _NAMES:
        return _named(name, how)
    if name in _WORDS:
        return _found_by(name, InList(_W.word, name), how[0][0])
    if name in USUAL:
        # what most have is seen on the way; what few have is asked for by its word
        if not how:
            return _P[name] == bindparam(name)
        return _found_by(name, _W.word == bindparam(name), how[0][0])
    if name in _ENDS:
        column, from_below = _ENDS[name]
        return _P[column] >= bindparam(name) if from_below else _P[column] <= bindparam(name)
    if name == "product_no":
        # tried in each shop that takes part: of shops there are fewer than of products
        return and_(_P.store_id.in_(select(_S.store_id)), InList(_P[name], name))
    if name in ("shop_no", "product_ukey"):
        return InList(_P[name], name)
    if name == "store_ids":
        return InList(_P.store_id, name)
    return _P[name] == bindparam(name)


def _in_programme(shape: Shape) -> Condition:
    """Return the condition that a product's shop takes part and passes the filters."""
    conditions: list[Condition] = [_S.store_id == _P.store_id, _S.shop_no == _P.shop_no]
    for name, _ in shape:
        if name == "shop_grade":
            conditions.append(InList(_S.shop_grade, name))
        elif name in _OF_SHOPS:
            conditions.append(_S[name] == bindparam(name))
    return exists().where(*conditions)


def _all(shape: Shape) -> Condition:
    own = (_where(name, how) for name, how in shape if name not in _OF_SHOPS)
    return and_(*own, _in_programme(shape))


def _by(statement: Q, column: str) -> Q:
    """Let SQLite read products by the index of a column; empty: as it plans."""
    if not column:
        return statement
    return statement.with_hint(PARTNER_PRODUCT, *by_index(f"ix_partner_product_{column}"))


def page_of(shape: Shape, sort: str, order: str, by: str = "") -> Select[*StoredRow]:
    """Return the statement of a page of products; `by`: the column whose index leads."""
    columns = [_P[sort], _P.store_id, _P.product_no, _P.shop_no]
    return (
        _by(select(PARTNER_PRODUCT), by)
        .where(_all(shape))
        .order_by(*(column.desc() if order == "desc" else column for column in columns))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def count_of(shape: Shape, by: str = "") -> Select[int]:
    """Return the statement that counts products; `by`: as of `page_of`."""
    return _by(select(func.count()).select_from(PARTNER_PRODUCT), by).where(_all(shape))


_LISTS: Final = StatementCache(page_of)
_COUNTS: Final = StatementCache(count_of)
_BEYOND: Final = Statement(
    select(_W.product_ukey)
    .where(_W.kind == bindparam("kind"), InList(_W.word, "words"))
    .limit(1)
    .offset(MANY)
)
_ONE_WORD: Final[How] = ((False,),)


def _beyond(shape: Shape, by: str) -> Select[str]:
    conditions = (_where(name, how) for name, how in shape)
    return _by(select(_P.product_ukey), by).where(*conditions).limit(1).offset(MANY)


_PASSING_BEYOND: Final = StatementCache(_beyond)


def bound(
    filters: PartnerProductFilters | StoreProductQuery,
) -> tuple[Shape, dict[str, str | int | list[str]]]:
    """Return the shape of the filters that were sent, and the values to bind."""
    shape: list[tuple[str, How]] = []
    values: dict[str, str | int | list[str]] = {}
    for name, value in sent_fields(filters).items():
        if name in _PAGE:
            continue
        how: How = ()
        if name in _NAMES:
            lengths, words = names_sought(name, [value] if isinstance(value, str) else value)
            how = tuple((False,) * length for length in lengths)
            values |= words
        elif name == "store_id" and isinstance(value, list):
            name = "store_ids"
            values[name] = value
        elif name in USUAL:
            values[name] = ("T" if value else "F") if isinstance(value, bool) else value
            how = () if values[name] == USUAL[name] else _ONE_WORD
        elif name in _WORDS:
            values[name] = _sought(name, value)
            how = _ONE_WORD
        elif name in _ENDS and _ENDS[name][0] in _AMOUNTS:
            values[name] = hundredths(value)
        elif name.endswith(("rate_min", "rate_max")):
            # rates are whole: at least 12.5 is at least 13, at most 12.5 is at most 12
            whole = int(value)
            values[name] = whole + (name.endswith("min") and value > whole)
        else:
            values[name] = value
        shape.append((name, how))
    return tuple(shape), values


def _sought(name: str, value: str | list[str]) -> list[str]:
    each = value if isinstance(value, list) else [value]
    if name == "collection_product_category":
        return each
    return [enrolment.folded(one) for one in each]


async def _weighed(db: Session, shape: Shape, values: dict[str, str | int | list[str]]) -> Shape:
    """Return `shape` with, for each word, whether many products have it, by a bounded count."""
    found = []
    for name, how in shape:
        weighed = []
        for at, words in enumerate(how if name != "shop_name" else ()):
            if name == "product_name":
                sought = [[str(values[f"{name}_{at}_{no}"])] for no in range(len(words))]
            else:
                value = values[name]
                sought = [value if isinstance(value, list) else [str(value)]]
            weighed.append(tuple([await _many(db, name, each) for each in sought]))
        found.append((name, tuple(weighed) if weighed else how))
    return tuple(found)


async def _many(db: Session, kind: str, words: list[str]) -> bool:
    return await db.one(_BEYOND, kind=kind, words=words) is not None


async def _leading(
    db: Session, shape: Shape, values: dict[str, str | int | list[str]]
) -> str | None:
    """Return the column of a range that few products are in; empty where another filter finds few.

    None: many products pass each filter, and a walk in the order of the list soon fills a page.
    """
    for name, how in shape:
        if name in ("product_ukey", "product_no") or (
            name != "shop_name" and how and not any(map(any, how))
        ):
            return ""
        if name in ("store_id", "store_ids", "shop_name") and not await _passing_many(
            db, ((name, how),), values
        ):
            return ""
    for column in {_ENDS[name][0]: None for name, _ in shape if name in _ENDS}:
        ends = tuple((name, ()) for name, _ in shape if name in _ENDS and _ENDS[name][0] == column)
        if not await _passing_many(db, ends, values, by=column):
            return column
    return None


async def _passing_many(
    db: Session, shape: Shape, values: dict[str, str | int | list[str]], by: str = ""
) -> bool:
    return await db.one(_PASSING_BEYOND.of(shape, by), **values) is not None


async def page(
    call: Call, query: PartnerProductQuery | StoreProductQuery
) -> tuple[list[Row], dict[tuple[str, int], Enrolment]]:
    """Return a page of rows of PARTNER_PRODUCT, and the shops they are of."""
    shape, values = bound(query)
    shape = await _weighed(call.db, shape, values)
    sort = query.sort if isinstance(query.sort, str) else "created_date"
    leading = await _leading(call.db, shape, values)
    statement = _LISTS.of(shape, sort, query.order, sort if leading is None else leading)
    rows = await call.db.all(statement, limit=query.limit, offset=query.offset, **values)
    malls = sorted({row[0] for row in rows})
    shops = await enrolment.of_malls(call.db, malls) if malls else []
    return rows, {(each.store_id, each.shop_no): each for each in shops}


async def number(call: Call, filters: PartnerProductFilters) -> int:
    """Return how many products there are."""
    shape, values = bound(filters)
    leading = await _leading(call.db, shape, values)
    row = await call.db.one(_COUNTS.of(shape, leading or ""), **values)
    assert row is not None
    total: int = row[0]
    return total


def distinct_words_of() -> Select[*StoredRow]:
    """Return the statement of the distinct words of a kind, each found by one look-up.

    Many products have the same word, so their rows are not read.
    """
    first = select(func.min(_W.word).label("word")).where(_W.kind == bindparam("kind"))
    step = first.cte("word_step", recursive=True)
    following = (
        select(func.min(_W.word))
        .where(_W.kind == bindparam("kind"), _W.word > step.c.word)
        .scalar_subquery()
    )
    step = step.union_all(select(following).where(step.c.word.is_not(None)))
    return (
        select(step.c.word)
        .where(step.c.word.is_not(None))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_DISTINCT_WORDS: Final = Statement(distinct_words_of())


async def distinct_words(call: Call, kind: str, *, limit: int, offset: int = 0) -> list[str]:
    """Return the words of a kind that any product has, in order, once each."""
    rows = await call.db.all(_DISTINCT_WORDS, kind=kind, limit=limit, offset=offset)
    return [word for (word,) in rows]
