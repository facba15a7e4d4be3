"""SQL of recipient groups."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.commerce.notification.recipientgroups.shape import Conditions
from openmall.commerce.notification.recipientgroups.tables import RECIPIENT_GROUP
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import Row, Session
from openmall.database.statements import Statement

_G: Final = RECIPIENT_GROUP.c
_SHOP: Final = (_G.mall_id == bindparam("mall_id"), _G.shop_no == bindparam("shop_no"))
_THIS: Final = (*_SHOP, _G.group_no == bindparam("group_no"))
_COLUMNS: Final = (
    _G.shop_no, _G.group_no, _G.group_name, _G.group_description, _G.conditions, _G.member_count,
    _G.created_at,
)  # fmt: skip
_GET: Final = Statement(select(*_COLUMNS).where(*_THIS))
_GET_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_THIS).with_for_update())
_LIST: Final = Statement(
    select(*_COLUMNS)
    .where(*_SHOP, _G.group_no > 0)
    .order_by(_G.group_no)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_ADD: Final = Statement(insert(RECIPIENT_GROUP).values({c.name: bindparam(c.name) for c in _G}))
_SET: Final = Statement(
    update(RECIPIENT_GROUP)
    .where(*_THIS)
    .values(
        {
            name: bindparam(name)
            for name in ("group_name", "group_description", "conditions", "member_count")
        }
    )
)
_SET_COUNT: Final = Statement(
    update(RECIPIENT_GROUP).where(*_THIS).values(member_count=bindparam("member_count"))
)
_DELETE: Final = Statement(delete(RECIPIENT_GROUP).where(*_THIS))


class Group(Struct, frozen=True, kw_only=True):
    """A recipient group as it is stored."""

    shop_no: int
    group_no: int
    group_name: str
    group_description: str
    conditions: Conditions
    member_count: int
    created_at: int


async def get(call: Call, group_no: int, *, to_change: bool = False) -> Group:
    """Return a group of the call's shop. Raises NotFound (404)."""
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, group_no=group_no)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("recipient group"))
    return _group(row)


async def listing(call: Call, *, limit: int, offset: int) -> Sequence[Group]:
    """Return a page of the groups of the call's shop, in the order of their numbers."""
    rows = await call.db.all(_LIST, shop_no=call.shop_no, limit=limit, offset=offset)
    return [_group(row) for row in rows]


async def add(call: Call, group: Group) -> Group:
    """Add a group under the next number."""
    numbered = msgspec.structs.replace(
        group, group_no=await sequences.allocate(call.db, "recipient_group")
    )
    await call.db.run(_ADD, **_values(numbered), created_at=group.created_at)
    return numbered


async def write(call: Call, group: Group) -> None:
    """Write a changed group."""
    await call.db.run(_SET, **_values(group))


async def write_count(db: Session, shop_no: int, group_no: int, member_count: int) -> None:
    """Write how many customers a group has."""
    await db.run(_SET_COUNT, shop_no=shop_no, group_no=group_no, member_count=member_count)


async def delete_group(call: Call, group_no: int) -> None:
    """Delete a group. Raises NotFound (404)."""
    if not await call.db.run(_DELETE, shop_no=call.shop_no, group_no=group_no):
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("recipient group"))


def _group(row: Row) -> Group:
    shop_no, group_no, name, description, conditions, member_count, created_at = row
    return Group(
        shop_no=shop_no,
        group_no=group_no,
        group_name=name,
        group_description=description,
        conditions=msgspec.json.decode(conditions, type=Conditions),
        member_count=member_count,
        created_at=created_at,
    )


def _values(group: Group) -> dict[str, int | str]:
    return {
        "shop_no": group.shop_no,
        "group_no": group.group_no,
        "group_name": group.group_name,
        "group_description": group.group_description,
        "conditions": msgspec.json.encode(group.conditions).decode(),
        "member_count": group.member_count,
    }
