"""Processes die at every step of a payment through Stripe: it is taken and refunded once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.localstripe import running
from tests.journeys.conftest import STORES
from tests.journeys.demo_server import ENVIRONMENT, WAIT
from tests.postgres import server
from tests.random_cases import cases, combinations


@pytest.mark.parametrize("store", combinations(STORES, usual=["sqlite"]))
def test_money_is_neither_lost_nor_doubled_whoever_is_killed(store: str, tmp_path: Path) -> None:
    step = cases(1, usual=30)
    url = server().new_database() if store == "postgresql" else ""
    (tmp_path / "store").mkdir()
    with running() as stripe:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.faults.stripe_deaths",
                str(tmp_path / "store"),
                url,
                stripe.address,
                str(step),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=20 * WAIT,
            check=True,
        )
        said = json.loads(done.stdout)
        taken = [
            each
            for each in stripe.ask("GET", "payment_intents", limit="1000")["data"]
            if each["status"] == "succeeded"
        ]
        refunds = [stripe.refunds(each["id"]) for each in taken]

    assert said["wrong"] == []
    # settling, claiming and refunding write this much at least
    assert said["died"]["statement"] >= 20 // step
    assert said["died"]["commit"] >= 8
    assert len({each["metadata"]["openmall_payment"] for each in taken}) == said["orders"]
    assert len(taken) == said["orders"]
    assert [each["amount"] for each in taken] == [22_000] * said["orders"]
    assert refunds == [[11_000]] * said["orders"]
