"""A developer opens a sandbox beside a running mall, moves its clock, and loses answers."""

import time

import httpx
import pytest

from tests.journeys.demo_server import DemoServer, soon
from tests.journeys.trial import Trial

pytestmark = pytest.mark.both_stores


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
