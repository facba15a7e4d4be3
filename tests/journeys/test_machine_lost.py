"""One of two API machines is lost: the other one serves, and carries on what the lost one began."""

import base64
import tempfile
import threading
import time
from pathlib import Path

import httpx

from tests import postgres
from tests.journeys.demo_server import WAIT, DemoServer, soon
from tests.journeys.second_machine import Second

CLIENTS = 4
BEFORE, AFTER = 40, 40
"""Acknowledged writes of all clients before one machine is lost, and after."""
JOBS = 12


class Client(threading.Thread):
    """Creates products at one machine, and at the other one when that does not answer.

    What was not answered is sent again with the same `Idempotency-Key`, as clients should.
    """

    def __init__(self, number: int, machines: list[httpx.Client], token: str) -> None:
        super().__init__(daemon=True)
        self.acknowledged: list[int] = []
        self.ending = threading.Event()
        self.failures: list[str] = []
        """Calls that were sent again, and why."""
        self._headers = {"Authorization": f"Bearer {token}"}
        self._machines = machines[number % 2 :] + machines[: number % 2]
        self._name = f"client-{number}"

    def run(self) -> None:
        while not self.ending.is_set():
            self._create(f"{self._name}-{len(self.acknowledged)}")

    def _create(self, name: str) -> None:
        product = {"product_name": name, "supply_price": "1.00", "price": "2.00"}
        headers = {**self._headers, "Idempotency-Key": name}
        while True:
            try:
                made = self._machines[0].post(
                    "/api/v2/admin/products", json={"request": product}, headers=headers
                )
            except httpx.TransportError as error:
                self.failures.append(type(error).__name__)
                self._machines.reverse()
                continue
            if made.status_code == 201:
                self.acknowledged.append(made.json()["product"]["product_no"])
                return
            self.failures.append(str(made.status_code))
            time.sleep(float(made.headers.get("Retry-After", "0.1")))


def written(clients: list[Client]) -> int:
    return sum(len(each.acknowledged) for each in clients)


def products(machine: httpx.Client, headers: dict[str, str], prefix: str) -> list[tuple[str, int]]:
    """Return the names and numbers of the products whose name begins with `prefix`."""
    found = []
    for offset in range(0, 5_000, 100):
        page = machine.get(
            "/api/v2/admin/products",
            params={"fields": "product_no,product_name", "limit": 100, "offset": offset},
            headers=headers,
        ).json()["products"]
        found += [(each["product_name"], each["product_no"]) for each in page]
        if len(page) < 100:
            break
    return sorted(each for each in found if each[0].startswith(prefix))


def test_the_other_machine_serves_and_ends_what_was_begun() -> None:
    settings = {
        "OPENMALL_DATABASE": postgres.server().new_database(),
        "OPENMALL_SECRET_KEYS": base64.b64encode(bytes(32)).decode(),
        "OPENMALL_LIMITS": "count",
        "OPENMALL_WORKERS": "1",
    }
    with tempfile.TemporaryDirectory() as folder:
        lost = DemoServer(Path(folder) / "lost", **settings)
        left = Second(Path(folder) / "left", lost, **settings)
        token = lost.demo.app("full").access_token
        headers = {"Authorization": f"Bearer {token}"}
        clients = [Client(each, [lost.client, left.client], token) for each in range(CLIENTS)]
        try:
            for each in clients:
                each.start()
            assert soon(lambda: written(clients) >= BEFORE), [each.failures for each in clients]
            jobs = [
                lost.client.post(
                    "/api/v2/admin/products",
                    json={"request": {"product_name": f"job {at}", "supply_price": "1.00"}},
                    headers={**headers, "Prefer": "respond-async"},
                ).json()["job"]["job_no"]
                for at in range(JOBS)
            ]
            lost.kill()
            before = written(clients)
            assert soon(lambda: written(clients) >= before + AFTER)
            for each in clients:
                each.ending.set()
            for each in clients:
                each.join(WAIT)

            def states() -> set[str]:
                return {
                    left.client.get(f"/api/v2/admin/jobs/{each}", headers=headers).json()["job"][
                        "state"
                    ]
                    for each in jobs
                }

            assert soon(lambda: states() == {"succeeded"}), states()
            kept = products(left.client, headers, "client-")
            of_jobs = products(left.client, headers, "job ")
            left.command("verify", "--mall", "demo")  # fails if it finds anything
        finally:
            for each in clients:
                each.ending.set()
            lost.kill()
            left.end()

    print(f"{written(clients)} writes, sent again: {[each.failures for each in clients]}")
    acknowledged = {number for each in clients for number in each.acknowledged}
    assert {number for _, number in kept} == acknowledged, "lost, or made twice"
    assert any(each.failures for each in clients)
    # nothing was refused but by connections that broke
    assert all(not failure.isdigit() for each in clients for failure in each.failures)
    assert [name for name, _ in of_jobs] == sorted(f"job {at}" for at in range(JOBS))
