"""A shop's changes to its boards: a document of each kind, by the name of its struct."""

from typing import Final

from sqlalchemy import bindparam, select

from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

ABOUT: Final = shop_table(
    "board_about",
    number("shop_no"),
    number("board_no"),
    text("name"),
    text("content"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "name", "board_no"),
    wide=True,
)
"""`content` is JSON; empty: nothing was changed yet."""

_A: Final = ABOUT.c
_KEY: Final = (
    _A.mall_id == bindparam("mall_id"),
    _A.shop_no == bindparam("shop_no"),
    _A.board_no == bindparam("board_no"),
    _A.name == bindparam("name"),
)
_GET: Final = Statement(select(_A.content).where(*_KEY))
_GET_TO_CHANGE: Final = Statement(select(_A.content).where(*_KEY).with_for_update())
_ALL: Final = Statement(
    select(_A.board_no, _A.content).where(_KEY[0], _KEY[1], _KEY[3]).order_by(_A.board_no)
)
_CLAIM: Final = Statement(
    lambda insert: (
        insert(ABOUT)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no", "name", "board_no"])
    )
)
_UPSERT: Final = Statement(
    lambda insert: (
        insert(ABOUT)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "name", "board_no"],
            set_={"content": bindparam("content")},
        )
    )
)


async def read(call: Call, board_no: int, name: str, *, to_change: bool = False) -> str:
    """Return a document about a board; empty: unchanged. `to_change` locks it."""
    about: dict[str, BoundValue] = {"shop_no": call.shop_no, "board_no": board_no, "name": name}
    if to_change:
        # a row to lock must exist before two calls can take turns on it
        await call.db.run(_CLAIM, **about, content="")
    row = await call.db.one(_GET_TO_CHANGE if to_change else _GET, **about)
    return row[0] if row else ""


async def every(call: Call, name: str) -> dict[int, str]:
    """Return the documents of one kind of the call's shop, by board."""
    return {row[0]: row[1] for row in await call.db.all(_ALL, shop_no=call.shop_no, name=name)}


async def keep(call: Call, board_no: int, name: str, content: str) -> None:
    """Write a document about a board."""
    await call.db.run(_UPSERT, shop_no=call.shop_no, board_no=board_no, name=name, content=content)
