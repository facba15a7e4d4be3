"""Processes die at every step of a payment through an app: it is taken and refunded once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.payment_app import running
from tests.journeys.conftest import STORES
from tests.journeys.demo_server import ENVIRONMENT, WAIT
from tests.postgres import server
from tests.random_cases import cases, combinations


@pytest.mark.parametrize("store", combinations(STORES, usual=["sqlite"]))
def test_money_is_neither_lost_nor_doubled_whoever_is_killed(store: str, tmp_path: Path) -> None:
    step = cases(1, usual=6)
    url = server().new_database() if store == "postgresql" else ""
    (tmp_path / "store").mkdir()
    with running(tmp_path) as app:
        app.trust_anybody()  # what is signed is tested beside; the key is made elsewhere
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.faults.payment_app_deaths",
                str(tmp_path / "store"),
                url,
                app.address,
                str(step),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=20 * WAIT,
            check=True,
        )
        said = json.loads(done.stdout)
        book = app.book

    assert said["wrong"] == []
    # settling, claiming and refunding write this much at least
    assert said["died"]["statement"] >= 20 // step
    assert said["died"]["commit"] >= 8
    assert len(book.payments) == said["orders"]
    for payment in book.payments.values():
        assert (payment["state"], payment["refunded"]) == ("approved", "11000.00")
    assert len(book.refunds) == said["orders"]
