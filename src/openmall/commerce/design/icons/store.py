"""The rows of icons that a shop changed, read and written."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

ICON: Final = shop_table(
    "design_icon",
    number("shop_no"),
    text("type"),
    number("id"),
    text("path"),
    text("display"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "type", "id"),
)
"""An icon in which a shop differs from the catalogue. `path`: empty for the default picture."""

_I: Final = ICON.c
_OF_SHOP: Final = Statement(
    select(_I.type, _I.id, _I.path, _I.display)
    .where(_I.mall_id == bindparam("mall_id"), _I.shop_no == bindparam("shop_no"))
    .order_by(_I.type, _I.id)
)
_UPSERT: Final = Statement(
    lambda adding: (
        adding(ICON)
        .values({c.name: bindparam(c.name) for c in _I})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "type", "id"],
            set_={"path": bindparam("path"), "display": bindparam("display")},
        )
    )
)


class ChangedIcon(Struct, frozen=True):
    """An icon in which a shop differs from the catalogue."""

    type: str
    id: int
    path: str
    display: str


async def of_shop(db: Session, shop_no: int) -> tuple[ChangedIcon, ...]:
    """Return the icons that a shop changed: at most those of the catalogue, for both screens."""
    return tuple(ChangedIcon(*row) for row in await db.all(_OF_SHOP, shop_no=shop_no))


async def write(db: Session, shop_no: int, icon: ChangedIcon) -> None:
    """Write an icon of a shop."""
    await db.run(
        _UPSERT,
        shop_no=shop_no,
        type=icon.type,
        id=icon.id,
        path=icon.path,
        display=icon.display,
    )
