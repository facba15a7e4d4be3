"""Ready-made handlers for a resource that is one object of settings in each shop.

A setting is a field of a struct whose defaults are what a new shop has; only what a shop changed
is a row, so a setting that is added later has its default in every shop at once.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.params import ShopParams
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement

SETTING: Final = shop_table(
    "setting", number("shop_no"), text("name"), text("content"), key=("shop_no", "name"), wide=True
)
"""Settings of a shop, by the name of their struct. `content` is JSON."""

_READ: Final = select(SETTING.c.content).where(
    SETTING.c.mall_id == bindparam("mall_id"),
    SETTING.c.shop_no == bindparam("shop_no"),
    SETTING.c.name == bindparam("name"),
)
_GET: Final = Statement(_READ)
_GET_TO_CHANGE: Final = Statement(_READ.with_for_update())
_KEEP: Final = Statement(
    lambda insert: (
        insert(SETTING)
        .values({c.name: bindparam(c.name) for c in SETTING.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "name"],
            set_={"content": bindparam("content")},
        )
    )
)
_CLAIM: Final = Statement(
    lambda insert: (
        insert(SETTING)
        .values({c.name: bindparam(c.name) for c in SETTING.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no", "name"])
    )
)


class Setting(Struct, frozen=True, kw_only=True):
    """Settings of one shop. The defaults of its fields are what a new shop has."""

    shop_no: int = 1


S = TypeVar("S", bound=Setting)
C = TypeVar("C", bound=ShopParams)


async def current(call: Call, kind: type[S], *, to_change: bool = False) -> S:
    """Return the settings `kind` of the call's shop; `to_change` locks them."""
    if to_change:
        # a row to lock must exist before two calls can take turns on it
        await call.db.run(_CLAIM, shop_no=call.shop_no, name=kind.__name__, content="{}")
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, name=kind.__name__)
    kept = msgspec.json.decode(row[0], type=kind) if row is not None else kind()
    return msgspec.structs.replace(kept, shop_no=call.shop_no)


def read_setting(kind: type[S]) -> Callable[[Call, ShopParams], Awaitable[S]]:
    """Return the handler that retrieves the settings `kind`."""

    async def retrieve(call: Call, params: ShopParams) -> S:
        return await current(call, kind)

    retrieve.__doc__ = f"Retrieve {_words(kind)}."
    return retrieve


def change_setting(kind: type[S], change: type[C]) -> Callable[[Call, C], Awaitable[S]]:
    """Return the handler that updates the settings `kind` with what a `change` holds.

    Absent fields are left alone, nested objects merged; identical content is 409.
    """

    async def update(call: Call, params: C) -> S:
        before = await current(call, kind, to_change=True)
        after = patched(before, params)
        content = msgspec.json.encode(after).decode()
        await call.db.run(_KEEP, shop_no=call.shop_no, name=kind.__name__, content=content)
        call.journal(_words(kind), differences(before, after))
        return after

    update.__doc__ = f"Update {_words(kind)}."
    return update


def _words(kind: type[Setting]) -> str:
    """Return a struct's name in words: CouponsSetting is `coupons setting`."""
    name = kind.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
