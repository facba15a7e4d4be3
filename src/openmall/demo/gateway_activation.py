"""Switches the test gateway on in every shop of the demo mall."""

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.contract.call import Mall
from openmall.contract.crud.settings import write_setting
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import load_progress


async def open_(database: Database, seal: Seal, mall: Mall) -> None:
    """Switch the test gateway on once; one that was switched off stays off."""
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.TILL):
            return
        for shop_no in mall.shops:
            await write_setting(db, seal, TestGatewayUse(shop_no=shop_no, use_test_gateway="T"))
        await sequences.allocate(db, load_progress.TILL)
