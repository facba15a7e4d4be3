"""Views of lists in the back office: a name for a set of filters, of one manager."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from openmall.access.malls.refusals import NAME_LENGTH, TOO_MANY_SAVED_VIEWS
from openmall.access.malls.tables import SAVED_VIEW
from openmall.contract.errors import Invalid
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement

MOST_VIEWS: Final = 50
"""Saved views of a manager."""
LONGEST_NAME: Final = 50
_SERIES: Final = "saved_view"
_V: Final = SAVED_VIEW.c
_OWN: Final = (_V.mall_id == bindparam("mall_id"), _V.user_id == bindparam("user_id"))
_LIST: Final = Statement(
    select(_V.view_no, _V.list, _V.name, _V.query).where(*_OWN).order_by(_V.view_no)
)
_ADD: Final = Statement(insert(SAVED_VIEW).values({c.name: bindparam(c.name) for c in _V}))
_REMOVE: Final = Statement(delete(SAVED_VIEW).where(*_OWN, _V.view_no == bindparam("view_no")))
_REMOVE_ALL: Final = Statement(delete(SAVED_VIEW).where(*_OWN))


class SavedView(Struct, frozen=True):
    """A saved view of a manager."""

    view_no: int
    list: str
    """The list: `orders`, `products` or `customers`."""
    name: str
    query: str
    """Its filters, URL-encoded."""


async def of_manager(db: Session, user_id: str) -> list[SavedView]:
    """Return the saved views of a manager, in the order in which they were saved."""
    return [SavedView(*row) for row in await db.all(_LIST, user_id=user_id)]


async def add(
    db: Session, clock: Clock, user_id: str, *, list_name: str, name: str, query: str
) -> int:
    """Save a view and return its number. Raises Invalid (422), which names `name`.

    A view of the same list and name is replaced.
    """
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Invalid(NAME_LENGTH, parameter="name", most=LONGEST_NAME)
    known = await of_manager(db, user_id)
    same = [each for each in known if (each.list, each.name) == (list_name, name)]
    for each in same:
        await remove(db, user_id, each.view_no)
    if len(known) - len(same) >= MOST_VIEWS:
        raise Invalid(TOO_MANY_SAVED_VIEWS, parameter="name")
    view_no = await sequences.allocate(db, _SERIES)
    await db.run(
        _ADD,
        user_id=user_id,
        view_no=view_no,
        list=list_name,
        name=name,
        query=query,
        created_at=int(clock.now()),
    )
    return view_no


async def remove(db: Session, user_id: str, view_no: int) -> bool:
    """Delete a view of a manager; False: there is none."""
    return bool(await db.run(_REMOVE, user_id=user_id, view_no=view_no))


async def remove_all(db: Session, user_id: str) -> None:
    """Delete the views of a manager who is removed."""
    await db.run(_REMOVE_ALL, user_id=user_id)
