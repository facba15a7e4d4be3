"""Enrols the demo mall in the partner programme, unless its owner has left it."""

from typing import Final

from openmall.access.oauth.directory import Directory
from openmall.commerce.category.categories.shape import CategoryQuery
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.partner import participation
from openmall.commerce.partner_projection.shape import Terms
from openmall.contract.call import Call, Mall
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Database, Session
from openmall.demo import load_progress

TERMS: Final = Terms(
    score=85,
    depth1="D02",
    depth2="D0200",
    shop_popular_age="thirties",
    shop_region="Seoul",
    shop_tags=["home", "kitchen", "linen"],
    social_logins=["socialnet", "chatapp"],
    use_platformpay=True,
    shipping_fee_type="M",
    benefits=["DP", "PG"],
    global_payment_type=["GA"],
)


FIRST: Final = 0
"""In a code of the programme: what is of none of the categories below."""


async def _map(db: Session, clock: Clock, mall: Mall) -> None:
    """Map every category to a code of each of the programme's three levels.

    A category without a level below is mapped to the first code there, "other goods of it".
    """
    call = Call(clock, db, mall)
    for each in await category_rules.listing(call, CategoryQuery(limit=100)):
        above = [number for number in each.full_category_no.values() if number is not None]
        depth1, depth2, depth3 = [*above, FIRST, FIRST][:3]
        place = (f"D{depth1:02}", f"D{depth1:02}{depth2:02}", f"D{depth1:02}{depth2:02}{depth3:02}")
        await participation.map_category(db, clock, mall, each.category_no, place)


async def join(database: Database, clock: Clock, counters: Counters, mall_id: str) -> None:
    """Enrol every shop of the mall, and record it."""
    directory = Directory(database, clock, lambda: 0)
    mall = await directory.mall(mall_id)
    assert mall is not None
    async with database.writing(mall_id) as db:
        for shop_no in mall.shops:
            await participation.enrol(db, clock, mall, shop_no=shop_no, terms=TERMS)
        await _map(db, clock, mall)
        await sequences.allocate(db, load_progress.PROGRAMME)
    await counters.invalidate_caches()
    joined = await Directory(database, clock, lambda: 0).mall(mall_id)
    assert joined is not None
    await participation.rebuild(database, clock, joined, lambda count: None)
