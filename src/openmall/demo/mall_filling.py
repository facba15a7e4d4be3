"""Fills a mall that was created while the server runs with the catalogue."""

from collections.abc import Awaitable, Callable

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.demo.loader import Loader
from openmall.media.store import Store


def filling(database: Database, clock: Clock, files: Store) -> Callable[[Mall], Awaitable[None]]:
    """Return a function that fills a mall: categories, products with pictures, posts."""

    async def fill(mall: Mall) -> None:
        await Loader(database, clock, mall, files).load(
            products=0, seed=1, progress=lambda written: None
        )

    return fill
