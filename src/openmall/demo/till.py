"""The demo mall can be paid: the test gateway is switched on in every shop of it."""

from openmall.areas.order.gateways.testing import TestGatewayUse
from openmall.contract.call import Mall
from openmall.database import numbers
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import loaded
from openmall.standard.settings import keep


async def open_(database: Database, seal: Seal, mall: Mall) -> None:
    """Offer the test gateway once; where an owner switches it off it stays off."""
    async with database.writing(mall.mall_id) as db:
        if await numbers.taken(db, loaded.TILL):
            return
        for shop_no in mall.shops:
            await keep(db, seal, TestGatewayUse(shop_no=shop_no, use_test_gateway="T"))
        await numbers.take(db, loaded.TILL)
