"""A developer opens a sandbox beside a running mall, moves its clock, and loses answers."""

import itertools
import time
from typing import Any

import httpx
import msgspec
import pytest

from tests.journeys.demo_server import DemoServer, soon

pytestmark = pytest.mark.both_stores
_NUMBERS = itertools.count(1)


class Trial:
    """A sandbox at a running installation, with an app in it."""

    def __init__(self, running: DemoServer) -> None:
        self.running = running
        self.mall_id = f"trial{next(_NUMBERS)}"
        port = running.demo.local_url.rpartition(":")[2]
        self._host = f"{self.mall_id}.openmall.localhost:{port}"
        self.run("mall", "create", self.mall_id, "--name", "Trial", "--sandbox")
        app = self.run("app", "create", "--name", f"Try {self.mall_id}", "--all-scopes")
        self.client_id: str = app["client_id"]
        self.run("app", "install", self.client_id, "--mall", self.mall_id)
        self.token = ""

    def run(self, *words: str, given: str = "") -> Any:
        """Return what a command that must succeed prints."""
        return msgspec.json.decode(self.running.openmall(*words, "--json", given=given))

    def refresh(self) -> None:
        """Continue with a token of the mall's present time."""
        issue = ("token", "issue", "--app", self.client_id, "--mall", self.mall_id)
        self.token = self.run(*issue)["access_token"]

    def call(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Call the admin API on a connection of its own, which any worker may answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Host": self._host}
        with self.running.new_client() as client:
            return client.request(method, f"/api/v2/admin/{path}", headers=headers, **rest)


@pytest.fixture
def trial(mall: DemoServer) -> Trial:
    return Trial(mall)


def test_no_worker_goes_by_the_old_time_and_an_answer_is_lost(trial: Trial) -> None:
    trial.refresh()
    # each connection may be held by another worker: let all of them know mall and token
    assert {trial.call("GET", "products/count").status_code for _ in range(12)} == {200}

    moved = trial.run("mall", "clock", trial.mall_id, "--forward", "3h")
    assert moved["mall_id"] == trial.mall_id
    assert {trial.call("GET", "products/count").status_code for _ in range(12)} == {401}
    # a token is of the mall's time, whoever issues it
    trial.refresh()
    assert {trial.call("GET", "products/count").status_code for _ in range(12)} == {200}

    # when it is moved by a call
    answer = trial.call("POST", "sandbox/clock", json={"request": {"forward": 3 * 3600}})
    assert (answer.status_code, answer.json()["clock"]["ahead"]) == (201, moved["ahead"] + 10_800)
    assert {trial.call("GET", "products/count").status_code for _ in range(12)} == {401}
    # the mall beside it has not moved
    assert trial.running.call("GET", "products/count").status_code == 200

    trial.refresh()
    script = '[{"effect": "drop", "method": "POST", "path": "products", "first": 1}]'
    trial.run("mall", "faults", trial.mall_id, "--load", "-", given=script)
    apron = {"request": {"product_name": "Apron", "price": "1.00", "supply_price": "1.00"}}
    with pytest.raises(httpx.RemoteProtocolError, match="without sending a response"):
        trial.call("POST", "products", json=apron)
    # it was done all the same
    named = {"params": {"product_name": "Apron"}}
    assert trial.call("GET", "products/count", **named).json() == {"count": 1}
    assert trial.call("POST", "products", json=apron).status_code == 201
    [rule] = trial.run("mall", "faults", trial.mall_id, "--list")
    assert (rule["matched"], rule["done"]) == (2, 1)


def test_workers_do_by_themselves_what_has_become_due(trial: Trial) -> None:
    trial.refresh()
    rule = {
        "use_main": "T", "category_no": 1, "display_group": 2, "display_count": 4,
        "use_reservation": "F", "use_hashtag": "F", "timetable": [6, 18],
    }  # fmt: skip
    cup = {"product_name": "Cup", "price": "1.00", "supply_price": "1.00", "display": "T"}
    made = trial.call("POST", "autodisplay", json={"request": rule})
    assert made.status_code == 201, made.text
    assert trial.call("POST", "products", json={"request": {**cup, "selling": "T"}}).is_success
    assert trial.call("GET", "mains/2/products").json() == {"products": []}

    trial.run("mall", "clock", trial.mall_id, "--forward", "12h")
    trial.refresh()

    def shown() -> bool:
        # no faster than the bucket drains
        time.sleep(0.5)
        return len(trial.call("GET", "mains/2/products").json()["products"]) == 1

    assert soon(shown)
