"""SQL of message templates."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.commerce.notification.templates.shape import Parts, Template
from openmall.commerce.notification.templates.tables import TEMPLATE
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

Key = tuple[int, str, str]
"""Shop, occasion and language."""
_T: Final = TEMPLATE.c
_SHOP: Final = (
    _T.mall_id == bindparam("mall_id"),
    _T.shop_no == bindparam("shop_no"),
    _T.language == bindparam("language"),
)
_ONE: Final = (*_SHOP, _T.occasion == bindparam("occasion"))
_FIELDS: Final = (_T.occasion, _T.parts, _T.previous, _T.failure, _T.failed_at, _T.updated_at)
_OF_SHOP: Final = Statement(select(*_FIELDS).where(*_SHOP))
_LOCKED: Final = Statement(select(*_FIELDS).where(*_ONE).with_for_update())
_ADD: Final = Statement(insert(TEMPLATE).values({c.name: bindparam(c.name) for c in _T}))
_CHANGE: Final = Statement(
    update(TEMPLATE)
    .where(*_ONE)
    .values(
        parts=bindparam("parts"),
        previous=bindparam("previous"),
        failure="",
        failed_at=None,
        updated_at=bindparam("updated_at"),
    )
)
_DELETE: Final = Statement(delete(TEMPLATE).where(*_ONE))
_FAILED: Final = Statement(
    update(TEMPLATE)
    .where(*_ONE)
    .values(failure=bindparam("failure"), failed_at=bindparam("failed_at"))
)
_PARTS: Final = msgspec.json.Decoder(Parts)


async def of_shop(db: Session, shop_no: int, language: str) -> dict[str, Template]:
    """Return the templates of a shop in a language, by occasion."""
    rows = await db.all(_OF_SHOP, shop_no=shop_no, language=language)
    return {row[0]: _template(row) for row in rows}


async def find(db: Session, key: Key) -> Template | None:
    """Return a template, locked until the transaction ends, or None."""
    row = await db.one(_LOCKED, **_named(key))
    return None if row is None else _template(row)


async def put(
    db: Session,
    key: Key,
    parts: Parts,
    *,
    before: Template | None,
    previous: Parts | None,
    now: int,
) -> None:
    """Write a template; `before`: the locked one that it replaces."""
    values: dict[str, BoundValue] = {
        **_named(key),
        "parts": msgspec.json.encode(parts).decode(),
        "previous": msgspec.json.encode(previous).decode() if previous else "",
        "updated_at": now,
    }
    if before is None:
        await db.run(_ADD, **values, failure="", failed_at=None)
    else:
        await db.run(_CHANGE, **values)


async def remove(db: Session, key: Key) -> bool:
    """Delete a template; False: there was none."""
    return bool(await db.run(_DELETE, **_named(key)))


async def record_failure(db: Session, key: Key, *, failure: str, now: int) -> None:
    """Write why a template could not be rendered."""
    await db.run(_FAILED, **_named(key), failure=failure, failed_at=now)


def _named(key: Key) -> dict[str, BoundValue]:
    shop_no, occasion, language = key
    return {"shop_no": shop_no, "occasion": occasion, "language": language}


def _template(row: Row) -> Template:
    _, parts, previous, failure, failed_at, updated_at = row
    return Template(
        parts=_PARTS.decode(parts),
        previous=_PARTS.decode(previous) if previous else None,
        failure=failure,
        failed_at=failed_at,
        updated_at=updated_at,
    )
