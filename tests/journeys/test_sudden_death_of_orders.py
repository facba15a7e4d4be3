"""A worker is killed while many order and pay: each order is there once, paid once, by itself."""

import json
import os
import signal
import threading
import time
from functools import partial
from typing import Any

import httpx
import psutil
import pytest

from tests.journeys.demo_server import DemoServer, command, soon
from tests.storefront.shopper_client import BUYER, RECEIVER

SHOPPERS = 4
ENOUGH = 4
"""Orders of each, before a worker is killed and after it."""
KILLS = 8
"""Of workers, until one was answering somebody."""
UNITS = 1_000


class Shopper(threading.Thread):
    """Orders and pays as a guest, sending again whatever was not answered."""

    def __init__(self, mall: DemoServer, variant: str, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.ending = threading.Event()
        self.paid: dict[str, str] = {}
        """Order -> what it cost."""
        self.unanswered = 0
        self._mall = mall
        self._client = mall.new_client()
        app = mall.demo.app("full")
        self._client.auth = (app.client_id, app.front_api_key)
        self._variant = variant

    def run(self) -> None:
        while not self.ending.is_set():
            key = f"{self.name}-{len(self.paid)}-{'0' * 20}"
            order = {
                "receiver": RECEIVER,
                "buyer": BUYER,
                "payment_method": "card",
                "variants": [{"variants_code": self._variant, "quantity": 1}],
            }
            placed = self._send("orders", order, key)["order"]
            payment = {"outcome": "approved"}
            said = self._send(f"testgateway/payments/{placed['payment_id']}", payment, key)
            for callback in said["payment"]["callbacks"]:
                taken = self._post(said["payment"]["callback_url"], json=callback, auth=None)
                assert taken.status_code == 204
            self.paid[placed["order_id"]] = placed["amount"]
        self._client.close()

    def _send(self, path: str, request: dict[str, Any], key: str) -> Any:
        headers = {"Idempotency-Key": key}
        return self._post(f"/api/v2/{path}", json={"request": request}, headers=headers).json()

    def _post(self, url: str, **rest: Any) -> httpx.Response:
        """Post until it is answered."""
        while True:
            try:
                # each as a guest of its own: what is not answered gives no session
                self._client.cookies.clear()
                answer = self._client.post(url, **rest)
            except httpx.TransportError:
                self.unanswered += 1
                time.sleep(0.05)
                continue
            assert answer.is_success, answer.text
            return answer


def victim(mall: DemoServer) -> psutil.Process:
    """Return a worker that has a connection of a shopper."""
    port = int(mall.demo.local_url.rpartition(":")[2])
    for process in mall.family()[1:]:
        for each in process.net_connections("tcp"):
            if each.status == psutil.CONN_ESTABLISHED and each.laddr.port == port:
                return process
    raise AssertionError("nobody is served")


@pytest.mark.both_stores
def test_orders_are_placed_and_paid_once_whoever_is_killed(mall: DemoServer) -> None:
    where = ["--data-dir", str(mall.data_dir), *mall.store_options]
    sold = {"product_name": "Cup", "supply_price": "1", "display": "T", "selling": "T"}
    made = mall.call("POST", "products", json={"request": {**sold, "price": "1000.00"}})
    number = made.json()["product"]["product_no"]
    [variant] = mall.call("GET", f"products/{number}/variants").json()["variants"]
    code = variant["variant_code"]
    kept = {"use_inventory": "T", "quantity": UNITS}
    path = f"products/{number}/variants/{code}"
    counted = mall.call("PUT", f"{path}/inventories", json={"request": kept})
    assert counted.status_code == 200, counted.text
    shoppers = [Shopper(mall, code, f"shopper-{at}") for at in range(SHOPPERS)]
    before = mall.call("GET", "orders/count").json()["count"]
    for shopper in shoppers:
        shopper.start()

    def each_paid(often: int) -> bool:
        assert all(shopper.is_alive() for shopper in shoppers)
        return all(len(shopper.paid) >= often for shopper in shoppers)

    assert soon(lambda: each_paid(ENOUGH))
    for _ in range(KILLS):
        os.kill(victim(mall).pid, signal.SIGKILL)
        so_far = max(len(shopper.paid) for shopper in shoppers)
        assert soon(partial(each_paid, so_far + ENOUGH))
        if sum(shopper.unanswered for shopper in shoppers):
            break  # else whoever was killed was between two calls
    for shopper in shoppers:
        shopper.ending.set()
    for shopper in shoppers:
        shopper.join(30)
    mall.reconnect()

    paid = {order: cost for each in shoppers for order, cost in each.paid.items()}
    assert sum(shopper.unanswered for shopper in shoppers) > 0
    assert sum(len(shopper.paid) for shopper in shoppers) == len(paid)
    # one order for each that was wanted, one payment for each order, one unit for each
    assert mall.call("GET", "orders/count").json()["count"] - before == len(paid)
    for order_id, cost in paid.items():
        timeline = mall.call("GET", f"orders/{order_id}/paymenttimeline").json()
        assert [each["paid_amount"] for each in timeline["paymenttimeline"]] == [cost]
    left = mall.call("GET", path).json()["variant"]["quantity"]
    assert left == UNITS - len(paid)
    checked = command("verify", *where, "--json")
    found = json.loads(checked.stdout)
    assert {name: each["differences"] for name, each in found.items()} == {
        name: [] for name in ("stock", "orders", "coupons", "points", "codes")
    }
