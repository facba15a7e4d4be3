"""The power of a process ends in the middle of work: what was acknowledged is there afterwards."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.journeys.demo_server import DemoServer, soon
from tests.journeys.filled_malls import FilledMalls

WRITERS = 4
ENOUGH = 60
"""Acknowledged writes before the server is killed."""
LOGGED = "read-only"
"""The app whose calls are looked for in the log: merchants use another one."""
pytestmark = pytest.mark.both_stores


class Merchant(threading.Thread):
    """Creates products and raises their prices until the server is gone."""

    def __init__(self, mall: DemoServer, number: int) -> None:
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


class Death:
    """A server that was killed while merchants wrote, and the one that followed it."""

    def __init__(self, data_dir: Path, options: list[str]) -> None:
        mall = DemoServer(data_dir, *options, "--no-limits")
        try:
            self.logged = self._fill_log(mall)
            self.merchants = [Merchant(mall, number) for number in range(WRITERS)]
            for merchant in self.merchants:
                merchant.start()
            assert soon(lambda: sum(merchant.writes for merchant in self.merchants) >= ENOUGH)
            for _ in range(20):
                mall.call("GET", "products/count", LOGGED)
        finally:
            mall.kill()
        for merchant in self.merchants:
            merchant.join(30)
            assert not merchant.is_alive()
        self.again = DemoServer(data_dir, *options, "--no-limits")

    def _fill_log(self, mall: DemoServer) -> list[str]:
        """Call until the log shows it; return the paths that were called."""
        paths = [f"/api/v2/admin/products/{number}" for number in (1, 2, 3)]
        for number in (1, 2, 3):
            mall.call("GET", f"products/{number}", LOGGED)
        assert soon(lambda: sorted(log_of(mall)) == paths, pause=0.2)
        return paths


def log_of(mall: DemoServer) -> list[str]:
    """Return the paths of the calls that the log of an app shows."""
    client_id = mall.demo.app(LOGGED).client_id
    lines = mall.openmall("app", "calls", client_id, "--rows", "1000", "--json").splitlines()
    return [msgspec.json.decode(line)["path"] for line in lines]


@pytest.fixture(scope="module")
def deaths(filled: FilledMalls) -> Iterator[Callable[[str], Death]]:
    """A function that returns what happened on a store; it happens at the first call."""
    happened: dict[str, Death] = {}
    with ExitStack() as stack:

        def happen(store: str) -> Death:
            if store not in happened:
                data_dir = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
                happened[store] = Death(data_dir, filled.copy(data_dir, store))
                stack.callback(happened[store].again.kill)
            return happened[store]

        yield happen


@pytest.fixture
def death(store: str, deaths: Callable[[str], Death]) -> Death:
    return deaths(store)


def test_acknowledged_writes_survive_a_kill(death: Death) -> None:
    assert sum(len(merchant.acknowledged) for merchant in death.merchants) >= WRITERS
    for merchant in death.merchants:
        for number, price in merchant.acknowledged.items():
            found = death.again.call("GET", f"products/{number}")
            assert found.status_code == 200, f"product {number} is lost"
            # a change that was carried out but not yet confirmed may be there
            assert found.json()["product"]["price"] in {price, merchant.asked.get(number)}


def test_the_log_survives_the_death_of_the_server(death: Death) -> None:
    kept = log_of(death.again)
    assert sorted(set(kept) - {"/api/v2/admin/products/count"}) == death.logged
    assert kept.count("/api/v2/admin/products/count") <= 20
    assert death.again.call("GET", "products/4", LOGGED).status_code == 200
    assert soon(lambda: "/api/v2/admin/products/4" in log_of(death.again), pause=0.2)
