"""What happens to orders, step by step, and what every list of sales then says of each day."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

from openmall.analytics.engine import fact_shipment
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.contract.moments import moment
from tests.analytics.reports.test_wire import ask
from tests.commerce.order import order_setup
from tests.commerce.order.placement.subscriber import A_DAY
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import stocked
from tests.world import World

ZERO = Decimal(0)
Days = dict[str, tuple[int, Decimal]]
"""Day -> number of orders, and what was paid."""


def count_facts(world: World) -> None:
    """Let the reports count what happened, as the server does every few seconds."""
    app = world.stage.app

    async def work() -> None:
        sessions = Sessioniser(app.database, world.stage.clock, lateness=EVERYTHING)
        await sessions.work()
        await fact_shipment.ship(app.database, world.stage.engine, world.mall_id)

    world.stage.clock.pass_(2)
    world.stage.run(work)


class Orders:
    """Orders of a shop to which things happen; a step that is not possible changes nothing."""

    def __init__(self, world: World) -> None:
        self.world = world
        _, self.code = stocked(world, 1_000)
        self.numbers: list[str] = []
        self.days = [self.today()]

    def today(self) -> str:
        return moment(self.world.stage.clock.now()).date().isoformat()

    def next_day(self) -> None:
        wait(self.world, A_DAY)
        self.days.append(self.today())

    def step(self, name: str, at: int = -1) -> None:
        """Let something happen to the order at a place of the list: the last one, unless named."""
        self.world.stage.clock.pass_(60)
        self.world.stage.forget_counts()
        if name.startswith("order"):
            self.numbers.append(order_setup.order(self.world, *_wanted(self.code, name)))
        else:
            STEPS[name](self, self.numbers[at])

    def send(self, method: str, path: str, **request: Any) -> Any:
        return self.world.call(method, path, json={"request": request})


def _wanted(code: str, name: str) -> Iterable[Any]:
    many = int(name.removeprefix("order") or 1)
    return [order_setup.wanted(code, many)]


def _claim(kind: str, status: str) -> Callable[[Orders, str], None]:
    def claim(orders: Orders, number: str) -> None:
        item = {"order_item_code": f"{number}-01", "quantity": 1}
        more = {"same_product": "T"} if kind == "exchange" else {}
        orders.send("POST", f"orders/{number}/{kind}", status=status, items=[item], **more)

    return claim


def _add(orders: Orders, number: str) -> None:
    more = {"requests": [{"variant_code": orders.code}]}
    orders.world.call("POST", f"orders/{number}/items", json=more)


def _send(orders: Orders, number: str) -> None:
    parcel = {"tracking_no": "1111", "shipping_company_code": "0001", "status": "shipping"}
    orders.send("POST", f"orders/{number}/shipments", **parcel)


def _terms(orders: Orders, number: str) -> None:
    more = {"change_payment_amount": "T", "admin_additional_amount": "12.00", "commission": 1}
    orders.send("PUT", f"orders/{number}/payments", change_payment_method="F", **more)


STEPS: dict[str, Callable[[Orders, str], Any]] = {
    "pay": lambda orders, number: order_setup.pay(orders.world, number),
    "unpay": lambda orders, number: order_setup.pay(orders.world, number, "unpaid"),
    "add": _add,
    "send": _send,
    "change the amount": _terms,
    "cancel": _claim("cancellation", "canceled"),
    "return": _claim("return", "returned"),
    "exchange": _claim("exchange", "exchanged"),
}

HISTORIES: dict[str, tuple[tuple[str, ...], ...]] = {
    "paid again on another day": (("order", "pay"), ("unpay",), ("pay",)),
    "paid again on the same day": (("order", "pay", "unpay", "pay"),),
    "taken back for good": (("order", "pay", "order2", "pay"), ("unpay",)),
    "taken back twice": (("order", "pay"), ("unpay", "pay"), ("unpay",), ("pay",)),
    "an item added before it is paid": (("order", "add"), ("pay",)),
    "paid by two receipts": (("order", "pay"), ("add",), ("pay", "add"), ("pay",)),
    "two receipts taken back": (("order", "pay"), ("add", "pay"), ("unpay",), ("pay",)),
    "the amount changed, and paid": (("order", "change the amount"), ("pay",)),
    "taken back, changed and paid": (("order", "pay"), ("unpay", "change the amount"), ("pay",)),
    "cancelled in part, and refunded": (("order3", "pay"), ("cancel",), ("cancel",)),
    "cancelled in part, and paid": (("order3", "cancel"), ("pay",), ("unpay",), ("pay",)),
    "cancelled before it is paid": (("order", "cancel"), ("order2", "pay")),
    "exchanged": (("order2", "pay"), ("send", "exchange"), ("exchange",)),
    "returned, with an item added": (("order2", "pay", "send"), ("add", "pay"), ("return",)),
}


def drawn(seed: int) -> tuple[tuple[str, ...], ...]:
    """Return a random history of several days."""
    draw = Random(seed)
    names = [*STEPS, "pay", "pay", "unpay", "unpay", "add", "order", "order2"]
    days = [[draw.choice(names) for _ in range(draw.randrange(1, 6))] for _ in range(5)]
    days[0][:0] = ["order", "pay"]
    return tuple(tuple(day) for day in days)


def reported(world: World, days: Iterable[str], shop_no: int = 1) -> Days:
    """Return the sales of days by the analytics API."""
    found: Days = {}
    for day in days:
        world.stage.forget_counts()
        rows = ask(world, "sales/times", shop_no=shop_no, start_date=day, end_date=day).json()
        number = sum(row["order_count"] for row in rows["times"])
        amount = sum((Decimal(str(row["order_amount"])) for row in rows["times"]), ZERO)
        if number or amount:
            found[day] = (number, amount)
    return found


def daily_sales(world: World, first: str, last: str, shop_no: int = 1, **more: Any) -> Days:
    """Return the same by the daily sales of the admin API."""
    world.stage.forget_counts()
    period = {"start_date": first, "end_date": last, **more}
    rows = world.get("financials/dailysales", shop_no=shop_no, **period)["dailysales"]
    return {
        row["date"]: (int(row["sales_count"]), Decimal(row["payment_amount"]))
        for row in rows
        if row["shop_no"] == shop_no and (int(row["sales_count"]) or Decimal(row["payment_amount"]))
    }


def refunded(world: World, first: str, last: str, shop_no: int = 1) -> Decimal:
    """Return what was refunded in a period by the daily sales of the admin API."""
    world.stage.forget_counts()
    rows = world.get("financials/dailysales", start_date=first, end_date=last)["dailysales"]
    return sum((Decimal(row["refund_amount"]) for row in rows if row["shop_no"] == shop_no), ZERO)


def hourly_sales(world: World, first: str, last: str, shop_no: int = 1) -> Days:
    """Return the same by the hourly sales, which the first page of the back office draws."""
    world.stage.forget_counts()
    period = {"start_date": first, "end_date": last, "limit": 1000}
    found: dict[str, list[Any]] = defaultdict(lambda: [0, ZERO])
    for row in world.get("reports/hourlysales", shop_no=shop_no, **period)["hourlysales"]:
        day = found[row["collection_date"]]
        day[0] += int(row["order_count"])
        day[1] += Decimal(row["actual_order_amount"])
        day[1] -= Decimal(row["used_points"]) + Decimal(row["used_credits"])
    return {day: (each[0], each[1]) for day, each in found.items() if any(each)}


def units(world: World, day: str, shop_no: int = 1) -> tuple[int, int]:
    """Return the units that were sold on a day: by the analytics API, and by the admin API."""
    world.stage.forget_counts()
    period = {"shop_no": shop_no, "start_date": day, "end_date": day}
    rows = ask(world, "products/sales", **period).json()["sales"]
    hours = world.get("reports/productsales", **period, limit=1000)["productsales"]
    return (
        sum(row["order_product_count"] for row in rows),
        sum(int(row["settle_count"]) for row in hours),
    )


def paid_orders(world: World, first: str, last: str, shop_no: int = 1) -> list[Any]:
    """Return the orders that were paid in a period, by the admin API."""
    world.stage.forget_counts()
    query = {"date_type": "pay_date", "start_date": first, "end_date": last, "limit": 500}
    found: list[Any] = world.get("orders", shop_no=shop_no, **query)["orders"]
    return found


def compare(world: World, days: Iterable[str], shop_no: int = 1) -> Days:
    """Require that every list of sales says the same of each day; return it."""
    every = sorted(days)
    first, last = every[0], every[-1]
    expected = daily_sales(world, first, last, shop_no)
    assert reported(world, every, shop_no) == expected
    assert hourly_sales(world, first, last, shop_no) == expected
    for day in every:
        by_reports, by_admin = units(world, day, shop_no)
        assert by_reports == by_admin, day
    orders = paid_orders(world, first, last, shop_no)
    counted: dict[str, int] = defaultdict(int)
    for order in orders:
        counted[order["payment_date"][:10]] += 1
    assert counted == {day: number for day, (number, _) in expected.items() if number}
    # what the orders of the list keep is what came in less what was given back
    kept = sum((Decimal(order["payment_amount"]) for order in orders), ZERO)
    received = sum((amount for _, amount in expected.values()), ZERO)
    assert kept == received - refunded(world, first, last, shop_no)
    # by the payment method that each order has
    rows = ask(world, "sales/paymethods", shop_no=shop_no, start_date=first, end_date=last).json()
    by_method: dict[str, int] = defaultdict(int)
    for order in orders:
        by_method[order["payment_method"][0]] += 1
    found = {row["payment_method"]: row["order_count"] for row in rows["paymethods"]}
    assert {name: number for name, number in found.items() if number} == by_method
    return expected


def today_by_dashboard(world: World, shop_no: int = 1) -> tuple[int, Decimal]:
    """Return the sales of today by the numbers of the admin API's dashboard."""
    world.stage.forget_counts()
    found = world.get("orders/dashboard", shop_no=shop_no)["dashboard"]
    return int(found["total_paid_count"]), Decimal(found["total_paid_amount"])


def days_from(first: date, last: date) -> list[str]:
    """Return all days of a period."""
    return [
        date.fromordinal(number).isoformat()
        for number in range(first.toordinal(), last.toordinal() + 1)
    ]
