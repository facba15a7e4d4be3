"""Lets the shops of the demo mall be paid: by the test gateway, and by an invented bank account."""

from typing import Final

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.commerce.store.accounts import Account, Accounts
from openmall.contract.call import Mall
from openmall.contract.crud.settings import write_setting
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.demo import load_progress

_HOLDERS: Final = {True: "여울담 잡화점 (데모)", False: "Yeouldam General Store (demo)"}
"""By whether the shop is in Korean."""


async def open_(database: Database, seal: Seal, mall: Mall) -> None:
    """Switch the test gateway on and add an account, once; what was removed stays so."""
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.TILL):
            return
        for shop_no in mall.shops:
            await write_setting(db, seal, TestGatewayUse(shop_no=shop_no, use_test_gateway="T"))
        await add_accounts(db, seal, mall)
        await sequences.allocate(db, load_progress.TILL)


async def add_accounts(db: Session, seal: Seal, mall: Mall) -> None:
    """Write an invented bank account into every shop."""
    for shop_no, shop in mall.shops.items():
        is_korean = shop.language.startswith("ko")
        account = Account(
            shop_no=shop_no,
            bank_account_id=1,
            bank_name="데모은행" if is_korean else "Demo Bank",
            bank_code="bank_00",
            bank_account_no="000-0000-0000-00",
            bank_account_holder=_HOLDERS[is_korean],
        )
        await write_setting(db, seal, Accounts(shop_no=shop_no, accounts=[account]))
