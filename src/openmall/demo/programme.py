"""The demo mall takes part in the partner programme, unless its owner has decided otherwise."""

from typing import Final

from openmall.areas.category.categories import rules as categories
from openmall.areas.category.categories.shape import CategoryQuery
from openmall.areas.partner import taking_part
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Database, Session
from openmall.demo import loaded
from openmall.limits.counters import Counters
from openmall.oauth.directory import Directory
from openmall.partner.shape import Terms

TERMS: Final = Terms(
    score=85,
    depth1="D10",
    depth2="D1010",
    shop_popular_age="thirties",
    shop_region="Seoul",
    shop_tags=["home", "kitchen", "linen"],
    social_logins=["socialnet", "chatapp"],
    use_platformpay=True,
    use_portalpay=True,
    shipping_fee_type="M",
    benefits=["DP", "PG"],
    global_payment_type=["GA"],
)


async def _map(db: Session, clock: Clock, mall: Mall) -> None:
    """Give every category a place of its own: the codes of those above it, down to the third."""
    call = Call(clock)
    call.db, call.mall = db, mall
    for each in await categories.listing(call, CategoryQuery(limit=100)):
        above = [f"C{number}" for number in each.full_category_no.values() if number is not None]
        depth1, depth2, depth3 = [*above, "", ""][:3]
        place = (depth1, depth2, depth3)
        await taking_part.map_category(db, clock, mall, each.category_no, place)


async def join(database: Database, clock: Clock, counters: Counters, mall_id: str) -> None:
    """Let every shop of the mall take part, and note that it has joined."""
    directory = Directory(database, clock, lambda: 0)
    mall = await directory.mall(mall_id)
    assert mall is not None
    async with database.writing(mall_id) as db:
        for shop_no in mall.shops:
            await taking_part.enrol(db, clock, mall, shop_no=shop_no, terms=TERMS)
        await _map(db, clock, mall)
        await numbers.take(db, loaded.PROGRAMME)
    await counters.outdate()
    joined = await Directory(database, clock, lambda: 0).mall(mall_id)
    assert joined is not None
    await taking_part.rebuild(database, clock, joined, lambda count: None)
