"""The rows of what a shop changed about its pages, and of the fields a merchant made."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from openmall.areas.category.page_properties.shape import KeptField, Page, PropertyChange
from openmall.contract.call import Call
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement

PAGE: Final = shop_table(
    "page_property",
    number("category_no"),
    number("shop_no"),
    text("kind"),
    number("display_group"),
    text("content"),
    key=("category_no", "shop_no", "kind", "display_group"),
    wide=True,
)
"""`content`: JSON, only what differs from a new shop's."""
FIELD: Final = shop_table(
    "page_field", number("field_no"), text("content"), key=("field_no",), wide=True
)
"""`content`: JSON."""

_P: Final = PAGE.c
_F: Final = FIELD.c
_READ: Final = select(_P.content).where(
    _P.mall_id == bindparam("mall_id"),
    _P.category_no == bindparam("category_no"),
    _P.shop_no == bindparam("shop_no"),
    _P.kind == bindparam("kind"),
    _P.display_group == bindparam("display_group"),
)
_GET: Final = Statement(_READ)
_GET_TO_CHANGE: Final = Statement(_READ.with_for_update())
_KEY: Final = ["mall_id", "category_no", "shop_no", "kind", "display_group"]
_CLAIM: Final = Statement(
    lambda insert: (
        insert(PAGE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=_KEY)
    )
)
_KEEP: Final = Statement(
    lambda insert: (
        insert(PAGE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(index_elements=_KEY, set_={"content": bindparam("content")})
    )
)
_FORGET_CATEGORIES: Final = Statement(
    delete(PAGE).where(_P.mall_id == bindparam("mall_id"), InList(_P.category_no, "category_nos"))
)
_FORGET_PAGE: Final = Statement(delete(PAGE).where(*_READ.whereclause.clauses))
_FIELDS: Final = Statement(
    select(_F.content).where(_F.mall_id == bindparam("mall_id")).order_by(_F.field_no)
)
_ADD_FIELD: Final = Statement(insert(FIELD).values({c.name: bindparam(c.name) for c in _F}))

Kept = dict[str, PropertyChange]
"""Key of a property -> what a shop changed of it."""
