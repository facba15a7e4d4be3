"""How far the shop on display has been filled, so that a second start has nothing to do."""

from typing import Final

from sqlalchemy import bindparam, select

from openmall.database import numbers
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

CATALOGUE: Final = "demo catalogue"
"""Series of the mall's numbers that says how many of the catalogue's products were written.

They are written all at once, so any number means all.
"""

CONTRACT: Final = "demo payment gateway contract"
"""Series that says whether the contract on display was written; an owner may have removed it."""

PROGRAMME: Final = "demo partner programme"
"""Series that says whether the mall has joined the partner programme; an owner may have left it."""

_TAKEN: Final = Statement(
    select(numbers.COUNTER.c.value).where(
        numbers.COUNTER.c.mall_id == bindparam("mall_id"),
        numbers.COUNTER.c.name == bindparam("name"),
    )
)


def series(seed: int) -> str:
    """Return the series that says how many products generated from `seed` were written."""
    return f"demo products of seed {seed}"


async def taken(db: Session, name: str) -> int:
    """Return how many of a series were written."""
    row = await db.one(_TAKEN, name=name)
    return row[0] if row else 0


async def everything(database: Database, mall_id: str, *, products: int, seed: int) -> bool:
    """Say whether a mall has what is on display and `products` generated products of `seed`."""
    async with database.reading(mall_id) as db:
        shown = await taken(db, CATALOGUE) and await taken(db, CONTRACT)
        return bool(shown) and await taken(db, series(seed)) >= products
