"""The table of script tags and its statements. An app has a bounded number of them in a shop."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Index, bindparam, delete, insert, select, update

from openmall.commerce.application.scripttags.shape import ScriptTag
from openmall.contract.moments import moment, seconds
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

SCRIPT_TAG: Final = shop_table(
    "script_tag",
    number("script_no"),
    text("client_id"),
    number("shop_no"),
    text("src"),
    text("display_location"),
    text("exclude_path", null=True),
    text("skin_no", null=True),
    text("integrity"),
    number("created_at"),
    number("updated_at"),
    backup=with_same_mall("apps are let into a copy by its users"),
    undo=REVERTED,
    personal_data=no_personal_data("scripts that apps show in a shop"),
    deleted_with=("app",),
    key=("script_no",),
    wide=True,
)
"""`display_location`, `exclude_path` and `skin_no` are JSON lists."""
Index("ix_script_tag_shop", SCRIPT_TAG.c.mall_id, SCRIPT_TAG.c.shop_no, SCRIPT_TAG.c.script_no)
Index("ix_script_tag_app", SCRIPT_TAG.c.mall_id, SCRIPT_TAG.c.client_id, SCRIPT_TAG.c.script_no)

_T: Final = SCRIPT_TAG.c
_COLUMNS: Final = [c for c in _T if c.name != "mall_id"]
_OWN: Final = (
    _T.mall_id == bindparam("mall_id"),
    _T.client_id == bindparam("client_id"),
    _T.script_no == bindparam("script_no"),
)
_OF_SHOP: Final = Statement(
    select(*_COLUMNS)
    .where(_T.mall_id == bindparam("mall_id"), _T.shop_no == bindparam("shop_no"))
    .order_by(_T.script_no)
)
_OF_APP: Final = Statement(
    select(*_COLUMNS)
    .where(
        _T.mall_id == bindparam("mall_id"),
        _T.client_id == bindparam("client_id"),
        _T.shop_no == bindparam("shop_no"),
    )
    .order_by(_T.script_no)
)
_FIND: Final = Statement(select(*_COLUMNS).where(*_OWN))
_FIND_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_OWN).with_for_update())
_ADD: Final = Statement(insert(SCRIPT_TAG).values({c.name: bindparam(c.name) for c in _T}))
_SET: Final = Statement(
    update(SCRIPT_TAG)
    .where(*_OWN)
    .values(
        {
            name: bindparam(name)
            for name in (
                "src",
                "display_location",
                "exclude_path",
                "skin_no",
                "integrity",
                "updated_at",
            )
        }
    )
)
_DELETE: Final = Statement(delete(SCRIPT_TAG).where(*_OWN))
_LISTS: Final = ("display_location", "exclude_path", "skin_no")


def _tag(row: Row) -> ScriptTag:
    values = dict(zip([c.name for c in _COLUMNS], row, strict=True))
    for name in _LISTS:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    created_at, updated_at = values.pop("created_at"), values.pop("updated_at")
    values |= {"created_date": moment(created_at), "updated_date": moment(updated_at)}
    return ScriptTag(**{**values, "script_no": str(values["script_no"])})


def _columns(tag: ScriptTag) -> dict[str, BoundValue]:
    values = msgspec.structs.asdict(tag)
    created, updated = values.pop("created_date"), values.pop("updated_date")
    for name in _LISTS:
        if values[name] is not None:
            values[name] = msgspec.json.encode(values[name]).decode()
    values |= {"created_at": seconds(created), "updated_at": seconds(updated)}
    return {**values, "script_no": int(tag.script_no)}


async def of_shop(db: Session, shop_no: int) -> list[ScriptTag]:
    """Return the script tags of every app in a shop, in the order of their numbers."""
    return [_tag(row) for row in await db.all(_OF_SHOP, shop_no=shop_no)]


async def of_app(db: Session, client_id: str, shop_no: int) -> Sequence[ScriptTag]:
    """Return the script tags of an app in a shop, in the order of their numbers."""
    rows = await db.all(_OF_APP, client_id=client_id, shop_no=shop_no)
    return [_tag(row) for row in rows]


async def find(
    db: Session, client_id: str, script_no: str, *, to_change: bool = False
) -> ScriptTag | None:
    """Return a script tag of an app, or None."""
    statement = _FIND_TO_CHANGE if to_change else _FIND
    row = await db.one(statement, client_id=client_id, script_no=int(script_no))
    return None if row is None else _tag(row)


async def add(db: Session, tag: ScriptTag) -> None:
    """Add a script tag."""
    await db.run(_ADD, **_columns(tag))


async def change(db: Session, tag: ScriptTag) -> None:
    """Write the fields of a script tag that can change."""
    values = _columns(tag)
    for fixed in ("shop_no", "created_at"):
        del values[fixed]
    await db.run(_SET, **values)


async def delete_one(db: Session, client_id: str, script_no: str) -> None:
    """Delete a script tag of an app."""
    await db.run(_DELETE, client_id=client_id, script_no=int(script_no))
