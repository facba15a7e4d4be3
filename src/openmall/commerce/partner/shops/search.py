"""Finds shops of all malls: one SQL statement for each combination of filters.

Words of many shops are filtered along the index of the list's order; words of few shops are looked
up. Cost: docs/decisions/0010-partner-projection.md.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select, tuple_

from openmall.access.malls.partner_shops import PARTNER_SHOP
from openmall.commerce.partner.shops.takes import ShopQuery
from openmall.commerce.partner_projection import enrolment
from openmall.commerce.partner_projection.name_search import names_sought
from openmall.commerce.partner_projection.shape import Enrolment
from openmall.commerce.partner_projection.tables import PARTNER_SHOP_WORD
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.database.statements import InList, StatementCache
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
Shape = tuple[tuple[str, tuple[int, ...]], ...]
"""Filter -> for each of its names, the number of words."""

_S: Final = PARTNER_SHOP.c
_W: Final = PARTNER_SHOP_WORD.c
_WORDS: Final = frozenset(
    {
        "collection_store_category", "shop_properties", "shop_tags", "social_logins", "benefits",
        "global_payment_type",
    }
)  # fmt: skip
"""Filters by words."""
_FOLDED: Final = _WORDS - {"collection_store_category"}
_FLAGS: Final = frozenset({"use_platformpay", "use_portalpay", "use_carrier_y"})
_OTHERS: Final[dict[str, Callable[[], Condition]]] = {
    "shop_no": lambda: InList(_S.shop_no, "shop_no"),
    "created_start_date": lambda: _S.created_date >= bindparam("created_start_date"),
    "created_end_date": lambda: _S.created_date <= bindparam("created_end_date"),
}
_PAGE: Final = frozenset({"limit", "offset", "sort", "order"})


def found_by(kind: str, condition: Condition) -> Condition:
    """Return the condition that a shop has a word of `kind` meeting `condition`."""
    return tuple_(_S.store_id, _S.shop_no).in_(
        select(_W.store_id, _W.shop_no).where(_W.kind == kind, condition)
    )


def _where(name: str, lengths: tuple[int, ...]) -> Condition:
    if name == "shop_name":
        return or_(
            *(
                and_(
                    *(
                        found_by(name, _W.word == bindparam(f"{name}_{at}_{word}"))
                        for word in range(length)
                    )
                )
                for at, length in enumerate(lengths)
            )
        )
    if name in _WORDS:
        return found_by(name, InList(_W.word, name))
    if name in _OTHERS:
        return _OTHERS[name]()
    return _S[name] == bindparam(name)


def page_of(shape: Shape, sort: str, order: str) -> Select[*StoredRow]:
    """Return the statement of a page of shops."""
    columns = [_S[sort], _S.store_id, _S.shop_no]
    return (
        select(PARTNER_SHOP)
        .where(*(_where(name, lengths) for name, lengths in shape))
        .order_by(*(column.desc() if order == "desc" else column for column in columns))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


LISTS: Final = StatementCache(page_of)


async def page(call: Call, query: ShopQuery) -> list[Enrolment]:
    """Return a page of shops."""
    shape: list[tuple[str, tuple[int, ...]]] = []
    values: dict[str, BoundValue] = {}
    for name, value in sent_fields(query).items():
        if name in _PAGE:
            continue
        lengths: tuple[int, ...] = ()
        if name == "shop_name":
            lengths, words = names_sought(name, value)
            values |= words
        elif name in _FOLDED:
            values[name] = [enrolment.folded(each) for each in value]
        elif name in _FLAGS:
            values[name] = "T" if value else "F"
        else:
            values[name] = value
        shape.append((name, lengths))
    sort = query.sort if isinstance(query.sort, str) else "created_date"
    statement = LISTS.of(tuple(shape), sort, query.order)
    rows = await call.db.all(statement, limit=query.limit, offset=query.offset, **values)
    return [enrolment.enrolment(row) for row in rows]
