"""Reads the settings of several shops at once."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from sqlalchemy import bindparam, select

from openmall.contract.call import Call
from openmall.contract.crud.settings import SETTING, Setting, initial
from openmall.database.statements import InList, Statement

S = TypeVar("S", bound=Setting)
_OF_SHOPS: Final = Statement(
    select(SETTING.c.shop_no, SETTING.c.content).where(
        SETTING.c.mall_id == bindparam("mall_id"),
        InList(SETTING.c.shop_no, "shop_nos"),
        SETTING.c.name == bindparam("name"),
    )
)


async def of_shops(call: Call, kind: type[S], shop_nos: Sequence[int]) -> dict[int, S]:
    """Return the settings `kind` of several shops, by shop; for settings without secrets."""
    rows = await call.db.all(_OF_SHOPS, shop_nos=list(shop_nos), name=kind.__name__)
    found = {no: msgspec.json.decode(content, type=kind) for no, content in rows}
    return {
        no: msgspec.structs.replace(
            found.get(no) or initial(kind, call.mall.shops[no].currency), shop_no=no
        )
        for no in shop_nos
    }
