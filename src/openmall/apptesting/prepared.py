"""The contents of new test malls: made once in a mall of its own, and kept as rows.

The rows are written by the rules that operations use; a new mall gets copies of them, which takes a
few statements. They are made again after a day, so that orders and coupons are of the last hours.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.access.malls.rules import Manager
from openmall.access.oauth import secrets
from openmall.access.oauth.directory import Directory
from openmall.analytics.sessionising.tables import CURSOR, FACT_BATCH
from openmall.apptesting import store as test_store
from openmall.apptesting.store import Rows, TestMall
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.order.placement.placing import bulk_store
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import write_setting
from openmall.contract.journal import record
from openmall.contract.moments import Clock, moment
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import customers, gateway_activation, promotion
from openmall.demo.catalogue import DemoProduct, catalogue
from openmall.demo.loader import Loader
from openmall.demo.simulated_history import open_orders
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.world_writer import goods_of

Contents = Literal["catalogue", "empty"]

SHOPS: Final = (("ko_KR", "KRW"), ("en_US", "USD"))
COUNTRY: Final = "KR"
USER_ID: Final = "owner"
"""The manager of a test mall, who consents to what its apps ask for."""
MEMBER_ID: Final = "shopper"
"""A customer who can sign in."""
PASSWORD: Final = "correct-horse-battery"  # noqa: S105 # of malls that hold nothing but samples
"""Of the manager and the customer."""
SECONDS: Final = 86_400
"""Age at which the contents are made again."""
_EVERY: Final = 3
"""Of the demo catalogue's products, one in so many: enough for an order in every state."""
_LEFT_OUT: Final = frozenset({CURSOR.name, FACT_BATCH.name})
"""Tables with numbers of batches, which each mall counts from 1."""
_SOURCE: Final = "prepared"
_DELIVERED_AFTER: Final = 3
_CONFIRMED_AFTER: Final = 7
"""Days after which a parcel counts as delivered, and then a purchase as confirmed."""


class Prepared(Struct, frozen=True):
    """The rows of a new mall, and when they were made, in UTC seconds."""

    rows: Rows
    made_at: float


class PreparedContents:
    """The contents of new test malls, made at first need and kept by the process."""

    def __init__(self, database: Database, clock: Clock, directory: Directory, seal: Seal) -> None:
        self._database, self._clock, self._seal = database, clock, seal
        self._directory = directory
        self._prepared: dict[Contents, Prepared] = {}
        self._making = asyncio.Lock()

    async def rows(self, contents: Contents) -> Rows:
        """Return the rows of a new mall; makes them, which takes a second, where there are none."""
        async with self._making:
            found, now = self._prepared.get(contents), self._clock.now()
            if found is None or not 0 <= now - found.made_at < SECONDS:
                found = self._prepared[contents] = Prepared(await self._make(contents), now)
        return found.rows

    async def _make(self, contents: Contents) -> Rows:
        mall_id = f"prepared-{secrets.generate(8).lower()}"
        entry = TestMall(
            store_id=mall_id,
            client_id="",
            own_app="F",
            scopes="",
            contents=contents,
            name="",
            created_at=int(self._clock.now()),
            used_at=int(self._clock.now()),
        )
        # registered, so that the sweep deletes what a killed process leaves
        async with self._database.writing("") as db:
            await test_store.add(db, entry)
        shops = [Language("Test mall", language, currency) for language, currency in SHOPS]
        await mall_rules.create(
            self._database, self._clock, mall_id, "Test mall", COUNTRY, shops, sandbox=True
        )
        mall = await self._directory.mall(mall_id)
        assert mall is not None, "it was created just now"
        await self._people(mall)
        if contents == "catalogue":
            await self._fill(mall)
        async with self._database.reading(mall_id) as db:
            rows = await test_store.read_rows(db)
        async with self._database.writing(mall_id) as db:
            await test_store.delete_rows(db)
            await test_store.drop(db, mall_id)
        return {name: some for name, some in rows.items() if name not in _LEFT_OUT}

    async def _people(self, mall: Mall) -> None:
        """Create the manager and the customer who can sign in."""
        hashed = await passwords.hash_password_in_thread(PASSWORD)
        async with self._database.writing(mall.mall_id) as db:
            call = Call(self._clock, db, mall, 1, seal=self._seal)
            manager = Manager(USER_ID, "Owner", "P", hashed, None, "owner@example.com")
            await mall_rules.admit(db, self._clock, manager)
            draft = CustomerDraft(
                member_id=MEMBER_ID, name="Sam Shopper", email="shopper@example.com"
            )
            await customer_rules.join(call, draft, password_hash=hashed)
            await gateway_activation.add_accounts(db, self._seal, mall)
            today = moment(self._clock.now()).date()
            for shop_no in mall.shops:
                setting = OrdersSetting(
                    shop_no=shop_no,
                    auto_delivery_completion="T",
                    delivery_completion_after_days=_DELIVERED_AFTER,
                    use_purchase_confirmation_auto_check="T",
                    purchase_confirmation_auto_check_day=_CONFIRMED_AFTER,
                    purchase_confirmation_auto_check_set_date=today,
                )
                await write_setting(db, self._seal, setting)
            await record.write_events(call)

    async def _fill(self, mall: Mall) -> None:
        """Create products, customers, coupons, and an order in every state."""
        loader = Loader(self._database, self._clock, mall, None)
        await loader.load_products(_products())
        await customers.fill(self._database, self._clock, self._seal, mall)
        await promotion.fill(self._database, self._clock, self._seal, mall)
        goods = await goods_of(self._database, mall, self._clock)
        orders = [each for each in open_orders.plan(goods) if each.shop_no == 1]
        executor = Executor(mall, self._seal, Moment(), goods)
        async with self._database.writing(mall.mall_id) as db:
            await open_orders.write(db, executor, orders, int(self._clock.now()))
        async with self._database.writing(mall.mall_id) as db:
            # the events of their payments are not copied: reports count them as imported orders
            numbers = [(number, number) for number in await test_store.order_ids(db)]
            await bulk_store.add_known(Call(self._clock, db, mall, 1), _SOURCE, numbers)


def _products() -> Sequence[DemoProduct]:
    return catalogue().products[::_EVERY]
