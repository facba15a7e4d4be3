"""Progress markers of filling the demo shop, so that a second start is quick."""

from typing import Final

from openmall.database import sequences
from openmall.database.session import Database

CATALOGUE: Final = "demo catalogue"
"""Series of the mall's numbers that says how many of the catalogue's products were written.

They are written all at once, so any number means all.
"""

CONTRACT: Final = "demo payment gateway contract"
"""Records whether the contract on display was written; an owner may have removed it."""

CUSTOMERS: Final = "demo customers"
"""Records whether the customers on display joined; an owner may have deleted some."""
POSTS: Final = "demo posts"
"""Records whether shoppers' posts were written; an owner may have deleted them."""

HOME: Final = "demo home page"
"""Records whether the home page was arranged; an owner may have designed the shop."""

PROGRAMME: Final = "demo partner programme"
"""Records whether the mall has joined the partner programme; an owner may have left it."""

PROMOTION: Final = "demo coupons and benefits"
"""Records whether coupons and a benefit were written; an owner may have deleted them."""

SHIPPING: Final = "demo shipping"
"""Records whether suppliers, carriers and fees were written; an owner may change them."""

TILL: Final = "demo till"
"""Records whether the test gateway was switched on; an owner may switch it off."""

COMPANY: Final = "demo company"
"""Records whether the company and its terms were written; an owner may change them."""

WORLD: Final = "world"
"""Records whether a past was begun in the mall; there is one at most."""


def series(seed: int) -> str:
    """Return the series that says how many products generated from `seed` were written."""
    return f"demo products of seed {seed}"


async def everything(database: Database, mall_id: str, *, products: int, seed: int) -> bool:
    """Return whether a mall has the catalogue and `products` generated products of `seed`."""
    async with database.reading(mall_id) as db:
        for each in (CATALOGUE, CONTRACT, POSTS, HOME):
            if not await sequences.allocated(db, each):
                return False
        return await sequences.allocated(db, series(seed)) >= products
