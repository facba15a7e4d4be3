"""The rows of what a shop changed about its pages, and of the fields a merchant made."""

from typing import Any, Final

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
_ONE: Final = (
    _P.mall_id == bindparam("mall_id"),
    _P.category_no == bindparam("category_no"),
    _P.shop_no == bindparam("shop_no"),
    _P.kind == bindparam("kind"),
    _P.display_group == bindparam("display_group"),
)
_READ: Final = select(_P.content).where(*_ONE)
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
_FORGET_PAGE: Final = Statement(delete(PAGE).where(*_ONE))
_FIELDS: Final = Statement(
    select(_F.content).where(_F.mall_id == bindparam("mall_id")).order_by(_F.field_no)
)
_ADD_FIELD: Final = Statement(insert(FIELD).values({c.name: bindparam(c.name) for c in _F}))

Kept = dict[str, PropertyChange]
"""Key of a property -> what a shop changed of it."""
_KEPT: Final = msgspec.json.Decoder(Kept)


async def read(call: Call, page: Page) -> Kept | None:
    """Return what the call's shop changed of a page, None when it never did."""
    row = await call.db.one(_GET, **_named(call, page))
    return None if row is None else _KEPT.decode(row[0])


async def to_change(call: Call, page: Page) -> Kept | None:
    """Return the same, and let no other call change the page meanwhile."""
    # a row to lock must exist before two calls can take turns on it
    if await call.db.run(_CLAIM, **_named(call, page), content="{}"):
        return None
    row = await call.db.one(_GET_TO_CHANGE, **_named(call, page))
    assert row is not None
    return _KEPT.decode(row[0])


async def keep(call: Call, page: Page, kept: Kept) -> None:
    """Write what the call's shop changed of a page."""
    await call.db.run(
        _KEEP, **_named(call, page), content=msgspec.json.encode(kept, order="sorted").decode()
    )


async def forget_categories(call: Call, category_nos: list[int]) -> None:
    """Forget what any shop changed of the lists of just these categories."""
    await call.db.run(_FORGET_CATEGORIES, category_nos=category_nos)


async def forget(call: Call, page: Page) -> None:
    """Forget what the call's shop changed of a page."""
    await call.db.run(_FORGET_PAGE, **_named(call, page))


async def fields(call: Call) -> list[KeptField]:
    """Return the fields the merchant made, in the order it made them."""
    return [msgspec.json.decode(row[0], type=KeptField) for row in await call.db.all(_FIELDS)]


async def add_field(call: Call, field_no: int, kept: KeptField) -> None:
    """Add a field to every page."""
    content = msgspec.json.encode(kept).decode()
    await call.db.run(_ADD_FIELD, field_no=field_no, content=content)


def _named(call: Call, page: Page) -> dict[str, Any]:
    return {"shop_no": call.shop_no, **msgspec.structs.asdict(page)}
