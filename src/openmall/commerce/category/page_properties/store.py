"""The rows of a shop's changes to its pages, and of a merchant's own fields."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from openmall.commerce.category.page_properties.shape import Page, PropertyChange, StoredField
from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED, UPDATED_OR_DELETED
from openmall.database.values import BoundValue

PAGE: Final = shop_table(
    "page_property",
    number("category_no"),
    number("shop_no"),
    text("kind"),
    number("display_group"),
    text("content"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("category_no", "shop_no", "kind", "display_group"),
    wide=True,
)
"""`content`: JSON, only the differences from a new shop."""
FIELD: Final = shop_table(
    "page_field",
    number("field_no"),
    text("content"),
    backup=WITH_MALL,
    undo=UPDATED_OR_DELETED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("field_no",),
    wide=True,
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
_UPSERT: Final = Statement(
    lambda insert: (
        insert(PAGE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(index_elements=_KEY, set_={"content": bindparam("content")})
    )
)
_DELETE_OF_CATEGORIES: Final = Statement(
    delete(PAGE).where(_P.mall_id == bindparam("mall_id"), InList(_P.category_no, "category_nos"))
)
_DELETE_PAGE: Final = Statement(delete(PAGE).where(*_ONE))
_FIELDS: Final = Statement(
    select(_F.content).where(_F.mall_id == bindparam("mall_id")).order_by(_F.field_no)
)
_ADD_FIELD: Final = Statement(insert(FIELD).values({c.name: bindparam(c.name) for c in _F}))

PageChanges = dict[str, PropertyChange]
"""Key of a property -> the shop's changes of it."""
_KEPT: Final = msgspec.json.Decoder(PageChanges)


async def read(call: Call, page: Page) -> PageChanges | None:
    """Return the call's shop's changes of a page, None when there are none."""
    row = await call.db.one(_GET, **_named(call, page))
    return None if row is None else _KEPT.decode(row[0])


async def to_change(call: Call, page: Page) -> PageChanges | None:
    """Return the same, and lock the page."""
    # a row to lock must exist before two calls can take turns on it
    if await call.db.run(_CLAIM, **_named(call, page), content="{}"):
        return None
    row = await call.db.one(_GET_TO_CHANGE, **_named(call, page))
    assert row is not None
    return _KEPT.decode(row[0])


async def keep(call: Call, page: Page, changes: PageChanges) -> None:
    """Write the call's shop's changes of a page."""
    await call.db.run(
        _UPSERT, **_named(call, page), content=msgspec.json.encode(changes, order="sorted").decode()
    )


async def forget_categories(call: Call, category_nos: list[int]) -> None:
    """Remove every shop's changes of the lists of these categories."""
    await call.db.run(_DELETE_OF_CATEGORIES, category_nos=category_nos)


async def forget(call: Call, page: Page) -> None:
    """Remove the call's shop's changes of a page."""
    await call.db.run(_DELETE_PAGE, **_named(call, page))


async def fields(call: Call) -> list[StoredField]:
    """Return the merchant's own fields, in the order of creation."""
    return [msgspec.json.decode(row[0], type=StoredField) for row in await call.db.all(_FIELDS)]


async def add_field(call: Call, field_no: int, field: StoredField) -> None:
    """Add a field to every page."""
    content = msgspec.json.encode(field).decode()
    await call.db.run(_ADD_FIELD, field_no=field_no, content=content)


def _named(call: Call, page: Page) -> dict[str, BoundValue]:
    return {"shop_no": call.shop_no, **msgspec.structs.asdict(page)}
