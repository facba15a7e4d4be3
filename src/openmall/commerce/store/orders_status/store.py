"""The rows of shops' own names of order states; a state without one has no row."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select, update

from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

SHOWN: Final = shop_table(
    "shown_status",
    number("shop_no"),
    number("status_name_id"),
    text("custom_name", null=True),
    text("reservation_custom_name", null=True),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "status_name_id"),
)
"""null: the default name, in the shop's current language."""


class OwnNames(Struct, frozen=True, kw_only=True):
    """A shop's own names of a state; None: the default name."""

    custom_name: str | None = None
    reservation_custom_name: str | None = None


_NAMES: Final = (SHOWN.c.custom_name, SHOWN.c.reservation_custom_name)
_SHOP: Final = (
    SHOWN.c.mall_id == bindparam("mall_id"),
    SHOWN.c.shop_no == bindparam("shop_no"),
)
_KEY: Final = (*_SHOP, SHOWN.c.status_name_id == bindparam("status_name_id"))
# the table's own bounded number of states, not a mall's rows
_ALL: Final = Statement(select(SHOWN.c.status_name_id, *_NAMES).where(*_SHOP))
_CLAIM: Final = Statement(
    lambda insert: (
        insert(SHOWN)
        .values({c.name: bindparam(c.name) for c in SHOWN.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no", "status_name_id"])
    )
)
_ONE_TO_CHANGE: Final = Statement(select(*_NAMES).where(*_KEY).with_for_update())
_CHANGE: Final = Statement(
    update(SHOWN).where(*_KEY).values({c.name: bindparam(c.name) for c in _NAMES})
)


async def of_shop(call: Call) -> dict[int, OwnNames]:
    """Return what the call's shop has renamed: number of the state -> its names."""
    rows = await call.db.all(_ALL, shop_no=call.shop_no)
    return {
        number: OwnNames(custom_name=custom, reservation_custom_name=reservation)
        for number, custom, reservation in rows
    }


async def to_change(call: Call, status_name_id: int) -> OwnNames:
    """Return the names of one state; no other call may change them until this one ends."""
    key = {"shop_no": call.shop_no, "status_name_id": status_name_id}
    # a row to lock must exist before two calls can take turns on it
    await call.db.run(_CLAIM, **key, custom_name=None, reservation_custom_name=None)
    row = await call.db.one(_ONE_TO_CHANGE, **key)
    assert row is not None
    return OwnNames(custom_name=row[0], reservation_custom_name=row[1])


async def change(call: Call, status_name_id: int, names: OwnNames) -> None:
    """Write the names of a state that was locked to be changed.

    The row stays when both are the basic ones again: another call may wait to lock it.
    """
    await call.db.run(
        _CHANGE,
        shop_no=call.shop_no,
        status_name_id=status_name_id,
        custom_name=names.custom_name,
        reservation_custom_name=names.reservation_custom_name,
    )
