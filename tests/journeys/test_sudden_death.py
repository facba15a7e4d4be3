"""The power of a process ends in the middle of work: what was acknowledged is there afterwards."""

import tempfile
import threading
from pathlib import Path

import httpx
import pytest

from tests.journeys.conftest import STORES, database_options
from tests.journeys.running import Running, soon

WRITERS = 4
ENOUGH = 60
"""Acknowledged writes before the server is killed."""


class Merchant(threading.Thread):
    """Creates products and raises their prices until the server is gone."""

    def __init__(self, mall: Running, number: int) -> None:
        super().__init__(name=f"merchant {number}")
        self.acknowledged: dict[int, str] = {}
        """product_no -> the last price the server confirmed."""
        self.asked: dict[int, str] = {}
        """product_no -> the price that was asked for when the server died."""
        self.writes = 0
        self._client = mall.new_client()
        token = mall.demo.app("full").access_token
        self._client.headers["Authorization"] = f"Bearer {token}"
        self._number = number

    def run(self) -> None:
        try:
            while True:
                self._sell()
        except httpx.TransportError:
            pass  # it was killed
        finally:
            self._client.close()

    def _sell(self) -> None:
        product = {
            "product_name": f"Goods of {self._number}",
            "supply_price": "500.00",
            "price": "1000.00",
        }
        made = self._client.post("/api/v2/admin/products", json={"request": product})
        assert made.status_code == 201, made.text
        number = made.json()["product"]["product_no"]
        self.acknowledged[number] = "1000.00"
        self.writes += 1
        for step in range(1, 4):
            price = f"{1000 + step}.00"
            self.asked[number] = price
            changed = self._client.put(
                f"/api/v2/admin/products/{number}", json={"request": {"price": price}}
            )
            assert changed.status_code == 200, changed.text
            self.acknowledged[number] = changed.json()["product"]["price"]
            self.writes += 1


@pytest.mark.parametrize("store", STORES)
def test_acknowledged_writes_survive_a_kill(store: str) -> None:
    options = [*database_options(store), "--no-limits"]
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        mall = Running(data_dir, *options)
        merchants = [Merchant(mall, number) for number in range(WRITERS)]
        try:
            for merchant in merchants:
                merchant.start()
            assert soon(lambda: sum(merchant.writes for merchant in merchants) >= ENOUGH)
        finally:
            mall.kill()
        for merchant in merchants:
            merchant.join(30)
            assert not merchant.is_alive()

        again = Running(data_dir, *options)
        try:
            for merchant in merchants:
                for number, price in merchant.acknowledged.items():
                    found = again.call("GET", f"products/{number}")
                    assert found.status_code == 200, f"product {number} is lost"
                    # a change that was carried out but not yet confirmed may be there
                    assert found.json()["product"]["price"] in {price, merchant.asked.get(number)}
        finally:
            again.kill()
