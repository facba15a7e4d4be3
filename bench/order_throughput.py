"""`python -m bench.order_throughput`: orders placed and paid per second in one process.

Members order a cart of two lines out of ten products that count their stock, with a coupon and
points, as the checkout takes orders; then each is paid: two transactions on the embedded store,
events written, nothing of HTTP.
"""

import argparse
import asyncio
import tempfile
import time
from decimal import Decimal
from pathlib import Path

import msgspec

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.takes import (
    CouponSelection,
    OrderDraft,
    ReceiverDraft,
)
from openmall.commerce.personal.carts.takes import VariantQuantity
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.commerce.product.variants import codes
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.takes import CouponDraft
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.store.accounts import Account, Accounts
from openmall.configuration import Configuration
from openmall.contract.call import Call, Mall, Shopper
from openmall.contract.crud.settings import write_setting
from openmall.contract.journal import record
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.seal import Seal, configured_seal
from openmall.database.session import Database, Session

MALL = "bench"
_PRODUCTS = 10
_EACH = 5
"""Orders of a member: no more coupons may be used in a day than twice as many."""
_CLOCK = SystemClock()
_RECEIVER = ReceiverDraft(name="Min Kim", zipcode="04524", address1="1 Sejong-daero")
_COUPON = {
    "coupon_name": "Bench",
    "benefit_type": "A",
    "issue_type": "D",
    "same_user_reissue": "T",
    "available_period_type": "R",
    "available_day_from_issued": 30,
    "available_site": ["W"],
    "available_coupon_count_by_order": 1,
    "discount_amount": {"benefit_price": "1000"},
}


class Shop:
    """A mall that sells, and the members who buy."""

    def __init__(self, database: Database, mall: Mall, seal: Seal) -> None:
        self._database, self._mall, self._seal = database, mall, seal
        self._sold: list[str] = []
        self._waiting: list[tuple[str, str]] = []

    def call(self, db: Session, member_id: str = "") -> Call:
        shopper = None
        if member_id:
            now = int(_CLOCK.now())
            shopper = Shopper(
                shop_no=1, kind="member", name=member_id, issued_at=now, expires_at=now + 3600
            )
        return Call(_CLOCK, db, self._mall, seal=self._seal, shopper=shopper, ip="127.0.0.1")

    async def open(self, orders: int) -> None:
        """Fill the shelves, and let members join who have points and coupons for `orders`."""
        for number in range(_PRODUCTS):
            self._sold.append(await self._stocked(number))
        async with self._database.writing(MALL) as db:
            call = self.call(db)
            draft = msgspec.convert(_COUPON, CouponDraft, strict=False)
            coupon_no = (await coupon_rules.create(call, draft)).coupon_no
        for at in range(-(-orders // _EACH)):
            name = f"member{at}"
            async with self._database.writing(MALL) as db:
                call = self.call(db)
                await customer_rules.join(call, CustomerDraft(member_id=name))
                await point_ledger.earn(call, name, Decimal(100_000), "", pending="")
                for _ in range(_EACH):
                    await issue_rules.download(call, coupon_no, name)
                held = await issue_store.held(call, name)
            self._waiting += [(name, str(each.issue_no)) for each in held]

    async def _stocked(self, number: int) -> str:
        values = {
            "product_name": "Cup",
            "price": Decimal(9_900),
            "supply_price": Decimal(5_000),
            "display": "T",
            "selling": "T",
        }
        stock = BulkVariant(use_inventory="T", quantity=1_000_000)
        draft = BulkProduct(code=f"B-{number}", everywhere=values, variants=[stock])
        async with self._database.writing(MALL) as db:
            done = await product_bulk.write(db, self._mall, _CLOCK, [draft])
        return f"{codes.of_product(done.product_nos[draft.code])}000A"

    async def sell(self, orders: int) -> None:
        """Let members order, each with the next of their coupons, and pay."""
        for at in range(orders):
            member_id, issue_no = self._waiting.pop()
            draft = OrderDraft(
                variants=[
                    VariantQuantity(variants_code=self._sold[at % _PRODUCTS], quantity=2),
                    VariantQuantity(variants_code=self._sold[(at + 3) % _PRODUCTS], quantity=1),
                ],
                receiver=_RECEIVER,
                payment_method="cash",
                coupons=[CouponSelection(issue_no=issue_no)],
                use_points=Decimal(100),
            )
            async with self._database.writing(MALL) as db:
                call = self.call(db, member_id)
                order_id = (await checkout_rules.order(call, draft)).order_id
                await record.write_events(call)
            async with self._database.writing(MALL) as db:
                call = self.call(db)
                await payment_rules.pay(call, await order_store.lock(call, order_id), auto=True)
                await record.write_events(call)


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.order_throughput", description=__doc__)
    parser.add_argument("--orders", type=int, default=1_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder))
        migrate(configuration)
        asyncio.run(_measure(configuration, options.orders))


async def _measure(configuration: Configuration, orders: int) -> None:
    database = open_database(configuration)
    language = mall_rules.Language("Bench", "ko_KR", "KRW")
    await mall_rules.create(database, _CLOCK, MALL, MALL, "KR", [language])
    account = Account(
        shop_no=1,
        bank_account_id=1,
        bank_name="Bench",
        bank_code="00",
        bank_account_no="0",
        bank_account_holder="Bench",
    )
    async with database.writing(MALL) as db:
        await write_setting(db, None, Accounts(accounts=[account]))
    mall = await Directory(database, _CLOCK, lambda: 0).mall(MALL)
    assert mall is not None
    shop = Shop(database, mall, configured_seal(configuration))
    await shop.open(orders + 50)
    await shop.sell(50)
    wall, cpu = time.perf_counter(), time.process_time()
    await shop.sell(orders)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{orders / wall:,.0f} orders a second, {orders / cpu:,.0f} a second of one core")
    await database.close()


if __name__ == "__main__":
    main()
