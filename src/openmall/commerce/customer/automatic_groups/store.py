"""SQL of automatic moves: the customers of a shop in parts, and what each of them bought."""

from typing import Final

import msgspec
from sqlalchemy import and_, bindparam, func, or_, select

from openmall.commerce.customer.customergroups_setting import (
    OF_CUSTOMER_GROUPS,
    CustomergroupsSetting,
)
from openmall.commerce.customer.customers.tables import CUSTOMER, GROUPED
from openmall.contract.crud.settings import SETTING
from openmall.database.schema import FALSE, fixed
from openmall.database.session import Row, Session
from openmall.database.statements import Statement

_C: Final = CUSTOMER.c
_G: Final = GROUPED.c
_S: Final = SETTING.c
_SETTINGS: Final = Statement(
    select(_S.mall_id, _S.shop_no, _S.content).where(OF_CUSTOMER_GROUPS),
    across_malls="a worker looks for shops that move customers between groups",
)
_MEMBERS: Final = Statement(
    select(_C.member_id, func.coalesce(_G.group_no, fixed(1)))
    .select_from(
        CUSTOMER.outerjoin(
            GROUPED,
            and_(
                _G.mall_id == _C.mall_id,
                _G.member_id == _C.member_id,
                _G.shop_no == bindparam("shop_no"),
            ),
        )
    )
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.member_id > bindparam("after"),
        _C.left_at.is_(None),
        or_(_G.fixed_group.is_(None), _G.fixed_group == FALSE),
    )
    .order_by(_C.member_id)
    .limit(bindparam("most"))
)
_OF_GROUP: Final = Statement(
    select(_G.member_id)
    .where(
        _G.mall_id == bindparam("mall_id"),
        _G.shop_no == bindparam("shop_no"),
        _G.group_no == bindparam("group_no"),
    )
    .order_by(_G.member_id)
    .limit(bindparam("most"))
)


async def settings(db: Session) -> list[tuple[str, CustomergroupsSetting]]:
    """Return mall and settings of every shop that has changed these settings."""
    found = []
    for mall_id, shop_no, content in await db.all(_SETTINGS):
        setting = msgspec.json.decode(content, type=CustomergroupsSetting)
        found.append((mall_id, msgspec.structs.replace(setting, shop_no=shop_no)))
    return found


async def members(db: Session, shop_no: int, *, after: str, most: int) -> list[tuple[str, int]]:
    """Return customers who are not kept in their group, and its number, by their ids."""
    rows: Row = await db.all(_MEMBERS, shop_no=shop_no, after=after, most=most)
    return [(member_id, group_no) for member_id, group_no in rows]


async def of_group(db: Session, shop_no: int, group_no: int, *, most: int) -> list[str]:
    """Return customers of a group other than the general one, also those who are kept in it."""
    rows = await db.all(_OF_GROUP, shop_no=shop_no, group_no=group_no, most=most)
    return [row[0] for row in rows]
