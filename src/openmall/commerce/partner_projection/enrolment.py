"""Shops enrolled in the programme, and their terms."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from openmall.access.malls.partner_shops import PARTNER_SHOP
from openmall.commerce.partner_projection import due_prices
from openmall.commerce.partner_projection.shape import LISTS, Enrolment, Terms, words
from openmall.commerce.partner_projection.tables import (
    PARTNER_PRODUCT,
    PARTNER_PRODUCT_WORD,
    PARTNER_SHOP_WORD,
)
from openmall.contract.moments import moment
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

_S: Final = PARTNER_SHOP.c
_SHOP_KEY: Final = (_S.store_id == bindparam("store_id"), _S.shop_no == bindparam("shop_no"))
_OF_MALLS: Final = Statement(select(PARTNER_SHOP).where(InList(_S.store_id, "store_ids")))
_ALL_SHOPS: Final = Statement(select(PARTNER_SHOP).order_by(_S.store_id, _S.shop_no))
_UPSERT: Final = Statement(
    lambda insert: (
        insert(PARTNER_SHOP)
        .values({c.name: bindparam(c.name) for c in _S})
        .on_conflict_do_update(
            index_elements=["store_id", "shop_no"],
            set_={
                c.name: bindparam(c.name)
                for c in _S
                if c.name not in ("store_id", "shop_no", "created_date")
            },
        )
    )
)
_DELETE: Final = Statement(delete(PARTNER_SHOP).where(*_SHOP_KEY))
_W: Final = PARTNER_SHOP_WORD.c
_DELETE_WORDS: Final = Statement(
    delete(PARTNER_SHOP_WORD).where(
        _W.store_id == bindparam("store_id"), _W.shop_no == bindparam("shop_no")
    )
)
_ADD_WORD: Final = Statement(
    insert(PARTNER_SHOP_WORD).values({c.name: bindparam(c.name) for c in _W})
)
_P: Final = PARTNER_PRODUCT.c
_OF_SHOP: Final = (_P.store_id == bindparam("store_id"), _P.shop_no == bindparam("shop_no"))
_DROP_PRODUCTS: Final = (
    Statement(
        delete(PARTNER_PRODUCT_WORD).where(
            PARTNER_PRODUCT_WORD.c.store_id == bindparam("store_id"),
            PARTNER_PRODUCT_WORD.c.product_ukey.in_(select(_P.product_ukey).where(*_OF_SHOP)),
        )
    ),
    Statement(delete(PARTNER_PRODUCT).where(*_OF_SHOP)),
)
_PLAIN: Final = tuple(name for name in Terms.__struct_fields__ if name in _S)
_FLAGS: Final = ("use_platformpay", "use_portalpay", "use_carrier_y")
_NAMES: Final = tuple(c.name for c in _S)
_LISTS: Final = msgspec.json.Decoder(dict[str, list[str]])


async def of_malls(db: Session, store_ids: list[str]) -> list[Enrolment]:
    """Return the shops of some malls that take part."""
    return [enrolment(row) for row in await db.all(_OF_MALLS, store_ids=store_ids)]


async def every(db: Session) -> list[Enrolment]:
    """Return every shop that takes part, by mall and number."""
    return [enrolment(row) for row in await db.all(_ALL_SHOPS)]


def enrolment(row: Row) -> Enrolment:
    """Return the shop of a row of PARTNER_SHOP."""
    values = dict(zip(_NAMES, row, strict=True))
    fields: dict[str, BoundValue] = {name: values[name] for name in _PLAIN}
    fields |= {name: values[name] == "T" for name in _FLAGS}
    return Enrolment(
        store_id=values["store_id"],
        shop_no=values["shop_no"],
        shop_name=values["shop_name"],
        shop_language=values["shop_language"],
        shop_currency_code=values["shop_currency_code"],
        terms=Terms(**fields, **_LISTS.decode(values["lists"])),  # type: ignore[arg-type] # as kept
        created_date=moment(values["created_date"]),
        updated_date=moment(values["updated_date"]),
    )


async def keep(
    db: Session, *, shop_no: int, name: str, language: str, currency: str, terms: Terms, now: int
) -> None:
    """Enrol a shop of the session's mall, or change its terms."""
    row: dict[str, BoundValue] = {field: getattr(terms, field) for field in _PLAIN}
    row |= {field: "T" if row[field] else "F" for field in _FLAGS}
    lists = {field: list(dict.fromkeys(getattr(terms, field))) for field in LISTS}
    shop: dict[str, BoundValue] = {"store_id": db.mall_id, "shop_no": shop_no}
    await db.run(
        _UPSERT,
        **shop,
        **row,
        shop_name=name,
        shop_language=language,
        shop_currency_code=currency,
        shop_grade=terms.grade,
        lists=msgspec.json.encode(lists).decode(),
        created_date=now,
        updated_date=now,
        prices_due=due_prices.AT_ONCE,
        prices_made_with="",
    )
    await db.run(_DELETE_WORDS, **shop)
    found: list[dict[str, BoundValue]] = [
        {"kind": kind, "word": word, **shop}
        for kind, each in _words(name, terms).items()
        for word in each
    ]
    await db.many(_ADD_WORD, found)


async def rename(db: Session, shop_no: int, name: str, *, now: int) -> None:
    """Show a shop of the session's mall under a new name, where it takes part."""
    for each in await of_malls(db, [db.mall_id]):
        if each.shop_no == shop_no:
            await keep(
                db,
                shop_no=shop_no,
                name=name,
                language=each.shop_language,
                currency=each.shop_currency_code,
                terms=each.terms,
                now=now,
            )


async def drop(db: Session, shop_no: int) -> bool:
    """Remove a shop of the session's mall with its products; return whether it took part."""
    shop: dict[str, BoundValue] = {"store_id": db.mall_id, "shop_no": shop_no}
    for statement in (*_DROP_PRODUCTS, _DELETE_WORDS):
        await db.run(statement, **shop)
    return await db.run(_DELETE, **shop) > 0


def _words(name: str, terms: Terms) -> dict[str, set[str]]:
    """Return the search words of a shop: filter -> values."""
    lists = {field: {folded(each) for each in getattr(terms, field)} for field in LISTS}
    used = {field.removeprefix("use_") for field in _FLAGS if getattr(terms, field)}
    single = {terms.grade, terms.shop_popular_age}
    return {
        "shop_name": set(words(name)),
        "collection_store_category": {terms.depth1, terms.depth2} - {""},
        **lists,
        "shop_properties": set().union(*lists.values()) | {folded(each) for each in used | single},
    }


def folded(word: str) -> str:
    """Return a value folded for comparison without case."""
    return word.casefold()
