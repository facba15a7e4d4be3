"""SQL of the history of an order's buyer, receivers and items."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, insert, select

from openmall.commerce.order.personal_fields import PLACE_FIELDS
from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, redact_except, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement
from openmall.database.undo_policies import ORDER_HISTORY_LEFT

HISTORY: Final = shop_table(
    "order_history",
    text("order_id"),
    text("kind"),
    number("entry_no"),
    number("changed_at"),
    text("user_id"),
    text("user_name"),
    text("document"),
    backup=WITH_MALL,
    undo=ORDER_HISTORY_LEFT,
    personal_data=rows_of_order(redact_except("document", PLACE_FIELDS)),
    key=("order_id", "kind", "entry_no"),
)
"""Earlier versions of an order's buyer, receivers or items, by kind."""


_H: Final = HISTORY.c
_OF_KIND: Final = (
    _H.mall_id == bindparam("mall_id"),
    _H.order_id == bindparam("order_id"),
    _H.kind == bindparam("kind"),
)
_LAST_ENTRY: Final = Statement(select(func.coalesce(func.max(_H.entry_no), 0)).where(*_OF_KIND))
_HISTORY: Final = Statement(
    select(_H.changed_at, _H.user_id, _H.user_name, _H.document)
    .where(*_OF_KIND)
    .order_by(_H.entry_no.desc())
)
_ADD: Final = Statement(insert(HISTORY).values({c.name: bindparam(c.name) for c in HISTORY.c}))


async def read(call: Call, order_id: str, kind: str) -> list[Row]:
    """Return earlier versions: (UTC seconds, user, name, JSON), the last first."""
    return await call.db.all(_HISTORY, order_id=order_id, kind=kind)


async def remember(call: Call, order_id: str, kind: str, before: Struct) -> None:
    """Add a version before it is changed, with the user of the call."""
    row = await call.db.one(_LAST_ENTRY, order_id=order_id, kind=kind)
    await call.db.run(
        _ADD,
        order_id=order_id,
        kind=kind,
        entry_no=(row[0] if row else 0) + 1,
        changed_at=int(call.clock.now()),
        user_id=call.identity.user_id,
        user_name=call.identity.app.name,
        document=msgspec.json.encode(before).decode(),
    )
