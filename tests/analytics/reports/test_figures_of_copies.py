"""Reports agree with the admin API in a mall that was restored, and in one that a program made."""

from pathlib import Path

from sqlalchemy import BigInteger, bindparam, cast, func, select

from openmall.analytics.engine import fact_shipment
from openmall.analytics.facts.tables import SALE
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.commerce.order.figures import search as figure_search
from openmall.contract.moments import moment
from openmall.database.snapshot import open_snapshot
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import BackupOptions, write_backup
from openmall.transfer.backup.reading import Copy, examine
from tests.analytics.reports.sale_histories import HISTORIES, Orders, compare, count_facts
from tests.analytics.reports.test_figures_agree import import_by_call
from tests.apptesting.test_calls import call, create
from tests.transfer.backup.test_one_mall import remove, restore
from tests.world import Stage


def _copy(stage: Stage, mall_id: str, target: Path) -> Copy:
    configuration = stage.app.configuration
    stage.run(
        lambda: write_backup(
            target,
            BackupOptions(mall_id=mall_id),
            configuration=configuration,
            snapshot=open_snapshot(configuration),
            store=open_store(configuration),
            engine=stage.engine,
            now=stage.clock.now,
            program="0.1.0",
            report_progress=lambda share: None,
        )
    )
    examined = examine(target)
    assert examined.copy is not None
    return examined.copy


def test_a_restored_mall_shows_the_same_and_goes_on(rested: Stage, tmp_path: Path) -> None:
    # given sales that moved and were paid in parts, in dollars, and sales in dollars and won
    stage = rested
    world = stage.new_world(currencies=("USD", "KRW"))
    import_by_call(world, tmp_path)
    import_by_call(world, tmp_path, shop_no=2)
    orders = Orders(world)
    for steps in HISTORIES["two receipts taken back"]:
        for step in steps:
            orders.step(step)
        count_facts(world)
        orders.next_day()
    orders.step("order")
    orders.step("pay")
    days = [*orders.days, "2026-11-02", "2026-11-03"]
    count_facts(world)
    before = [compare(world, days, shop_no) for shop_no in (1, 2)]

    copy = _copy(stage, world.mall_id, tmp_path / "mall.tar")
    remove(stage, world.mall_id)
    restore(stage, copy, world.mall_id, world.mall_id, ahead=True)

    world.full = world.install(restricted=True)
    assert [compare(world, days, shop_no) for shop_no in (1, 2)] == before
    # when the payment of an order of before is taken back, and received on another day
    orders.step("unpay")
    orders.next_day()
    orders.step("pay")
    count_facts(world)
    assert compare(world, [*days, orders.today()])[orders.today()][0] == 1


def test_a_test_mall_shows_the_same_after_its_orders_were_paid(rested: Stage) -> None:
    stage = rested
    mall_id = create(stage)["mall"]["mall_id"]
    for event in ("order_paid", "order_paid"):
        call(stage, "POST", f"/malls/{mall_id}/trigger", event=event)
    call(stage, "POST", f"/malls/{mall_id}/clock", forward="2d")
    call(stage, "POST", f"/malls/{mall_id}/trigger", event="order_paid")

    async def both() -> tuple[object, object]:
        database = stage.app.database
        sessions = Sessioniser(database, stage.clock, lateness=EVERYTHING)
        await sessions.finish(mall_id)
        await fact_shipment.ship(database, stage.engine, mall_id)
        reported = await stage.engine.ask(
            select(SALE.c.shop_no, SALE.c.day, func.count(), _total())
            .where(SALE.c.mall_id == bindparam("mall_id"))
            .group_by(SALE.c.shop_no, SALE.c.day),
            {"mall_id": mall_id},
        )
        sums: dict[tuple[int, int], list[int]] = {}
        async with database.reading(mall_id) as db:
            found = await figure_search.days(db, (0, 2**40), ("order_count", "paid_amount"))
        for each in found:
            key = (each.shop_no, int(moment(each.day).strftime("%Y%m%d")))
            day = sums.setdefault(key, [0, 0])
            day[0] += each.figures["order_count"]
            day[1] += each.figures["paid_amount"]
        administered = [(*key, *day) for key, day in sums.items() if any(day)]
        return sorted(map(tuple, reported)), sorted(administered)

    reported, administered = stage.run(both)
    assert reported
    assert reported == administered


def _total() -> object:
    return cast(func.sum(SALE.c.amount), BigInteger)
