"""A file of products is imported by calls while the processes that do it are killed."""

import base64
import signal
import time
from typing import Any

import pytest

from openmall.transfer.file_transfers.worker import LEASE_SECONDS
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_processes import processes_of
from tests.random_cases import cases

PRODUCTS = cases(40_000, usual=8_000)
KILLS = cases(4, usual=2)


def sent(mall: DemoServer, path: str, **request: Any) -> Any:
    answer = mall.call("POST", path, json={"request": request})
    assert answer.is_success, answer.text
    return answer.json()


def found(mall: DemoServer, number: int) -> dict[str, Any]:
    answer: dict[str, Any] = mall.call("GET", f"imports/{number}").json()["import"]
    return answer


def has_gone_on(mall: DemoServer, number: int, before: int) -> bool:
    return bool(found(mall, number)["done"] > before)


@pytest.mark.one_store
def test_no_product_is_made_twice_or_lost_when_workers_are_killed(mall: DemoServer) -> None:
    before_all = mall.call("GET", "products/count").json()["count"]
    rows = "".join(f"KILL-{at},Name {at},1000,1\n" for at in range(PRODUCTS))
    text = f"custom_product_code,product_name,price,supply_price\n{rows}KILL-BAD,,x,1\n"
    number = sent(mall, "imports", kind="products")["import"]["import_no"]
    data = text.encode()
    for at in range(0, len(data), 1_048_576):
        part = base64.b64encode(data[at : at + 1_048_576]).decode()
        sent(mall, f"imports/{number}/parts", part_no=at // 1_048_576 + 1, content=part)
    sent(mall, f"imports/{number}/start")

    done = kills = 0
    while kills < KILLS and done <= PRODUCTS:
        latest = time.monotonic() + LEASE_SECONDS + 60
        while not has_gone_on(mall, number, done):
            assert time.monotonic() < latest, found(mall, number)
            time.sleep(0.05)
        for worker in processes_of(mall, "jobs work"):
            worker.send_signal(signal.SIGKILL)
        done = found(mall, number)["done"]
        kills += done <= PRODUCTS
    assert kills > 0, "everything was done before a worker was killed"
    deadline = time.monotonic() + 240
    while found(mall, number)["state"] not in ("succeeded", "failed"):
        assert time.monotonic() < deadline
        time.sleep(0.2)

    end = found(mall, number)
    counts = tuple(end[name] for name in ("done", "new", "changed", "unchanged", "rejected"))
    assert (end["state"], counts) == ("succeeded", (PRODUCTS + 1, PRODUCTS, 0, 0, 1))
    assert mall.call("GET", "products/count").json()["count"] == before_all + PRODUCTS
    [error] = mall.call("GET", f"imports/{number}/errors").json()["errors"]
    assert (error["line"], error["code"]) == (PRODUCTS + 2, "KILL-BAD")
