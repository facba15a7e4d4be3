"""Many order, pay and claim at once, a process is killed: every ledger adds up afterwards."""

import asyncio
import json
import signal
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.access.oauth.directory import Directory
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.commerce.product.variants import codes
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.takes import CouponDraft
from openmall.commerce.store.coupons_setting import CouponsSetting, RecoverCoupon
from openmall.configuration import Configuration
from openmall.contract.call import Call
from openmall.contract.crud.settings import write_setting
from openmall.contract.journal import batch as journal_batch
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from tests import new_store, random_cases
from tests.commerce.promotion.coupon_setup import USUAL
from tests.journeys.buyers import FixedClock
from tests.journeys.conftest import database_options
from tests.journeys.demo_server import ENVIRONMENT, WAIT, command
from tests.journeys.shoppers import MALL, MEMBERS
from tests.random_cases import cases
from tests.world import NOVEMBER_2026, bank_account

UNITS = (40, 25)
COUPONS = 15
VARIANTS = ",".join(codes.of_product(number) + "000A" for number in (1, 2, 3, 4))
EVERYBODY = cases(3, usual=1) * MEMBERS


class Fair:
    """A mall with two products of which there are few, and a coupon for fifteen."""

    def __init__(self, folder: Path, url: str) -> None:
        self.configuration = Configuration(data_dir=folder, database=url)
        new_store.prepare(self.configuration)
        self.coupon_no = asyncio.run(self._open())

    async def _open(self) -> str:
        database, clock = open_database(self.configuration), FixedClock(NOVEMBER_2026)
        languages = [Language("Storm", "ko_KR", "KRW")]
        await mall_rules.create(database, clock, MALL, "Storm", "KR", languages)
        mall = await Directory(database, clock, lambda: 0).mall(MALL)
        assert mall is not None
        said = {
            "supply_price": Decimal(1),
            "price": Decimal(10_000),
            "display": "T",
            "selling": "T",
        }
        goods = [
            BulkProduct(
                code=f"p{at}",
                everywhere={"product_name": f"Product {at}", **said},
                variants=[BulkVariant(use_inventory="T", display_soldout="T", quantity=units)],
            )
            for at, units in enumerate(UNITS)
        ]
        # of which there are enough for everybody, whoever comes last
        goods += [
            BulkProduct(code=f"e{at}", everywhere={"product_name": f"Endless {at}", **said})
            for at in range(2)
        ]
        async with database.writing(MALL) as db:
            await product_bulk.write(db, mall, clock, goods)
        async with database.writing(MALL) as db:
            call = Call(clock, db, mall, seal=configured_seal(self.configuration))
            for number in range(EVERYBODY):
                name = f"m{number}"
                await customer_rules.join(call, CustomerDraft(member_id=name))
                await point_ledger.earn(call, name, Decimal(2_500), "", pending="")
                await credit_ledger.add(call, name, Decimal(1_500), case="G")
            made = await coupon_rules.create(call, self._coupon())
            recover = RecoverCoupon(cancel_after_pay="T", return_="T", exchange="T", part="M")
            await write_setting(db, call.seal, CouponsSetting(recover_coupon_setting=recover))
            await write_setting(db, call.seal, bank_account())
            await journal_batch.publish(db, clock, call.effects.events)
        await database.close()
        return made.coupon_no

    def _coupon(self) -> CouponDraft:
        said = {
            **USUAL,
            "issue_type": "D",
            "issue_max_count": COUPONS,
            "available_period_type": "R",
            "available_day_from_issued": 30,
        }
        said = {name: value for name, value in said.items() if not name.endswith("_datetime")}
        return msgspec.convert(said, CouponDraft, strict=False)

    def shoppers(self, seed: int, first: int, *, die: int = 0) -> "subprocess.Popen[str]":
        """Let thirty members go from the `first` on, in a process of their own."""
        kept = self.configuration
        words = (str(kept.data_dir), kept.database, VARIANTS, self.coupon_no)
        who = (NOVEMBER_2026, seed, first, die)
        return subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.shoppers", *words, *map(str, who)],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )

    def verify(self) -> tuple[int, dict[str, list[object]]]:
        """Return the exit status of `openmall verify`, and the differences it finds."""
        kept = self.configuration
        where = ["--database", kept.database] if kept.database else []
        done = command("verify", "--data-dir", str(kept.data_dir), *where, "--json")
        found = json.loads(done.stdout)
        return done.returncode, {name: report["differences"] for name, report in found.items()}


def orders_and_refusals(process: "subprocess.Popen[str]") -> tuple[int, int]:
    out, _ = process.communicate(timeout=3 * WAIT)
    assert process.returncode == 0
    orders, refused = map(int, out.split())
    return orders, refused


@pytest.mark.both_stores
def test_every_ledger_adds_up_after_a_storm(store: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = iter(database_options(store))
        url = dict(zip(options, options, strict=True)).get("--database", "")
        fair = Fair(Path(folder), url)

        victim = fair.shoppers(1, 0, die=10)
        # (seed, first member): each member shops in two processes at once
        crowds = [(2, 0), (3, 0)]
        if random_cases.THOROUGH:
            crowds = [(2, 0), (3, MEMBERS), (4, MEMBERS), (5, 2 * MEMBERS)]
        others = [fair.shoppers(seed, first) for seed, first in crowds]
        victim.communicate(timeout=3 * WAIT)
        assert victim.returncode == -signal.SIGKILL
        done = [orders_and_refusals(process) for process in others]

        shoppers = MEMBERS * len(crowds)
        assert sum(orders for orders, _ in done) > shoppers / 4, "too few orders to prove anything"
        assert sum(refused for _, refused in done) > shoppers / 4, "there was enough for everybody"
        assert fair.verify() == (
            0,
            {"stock": [], "orders": [], "coupons": [], "points": [], "codes": []},
        )
