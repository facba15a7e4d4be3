"""Workers die at every statement of an order of a subscription: it is placed and charged once."""

import json
import subprocess
import sys
import tempfile

import pytest

from tests.journeys.conftest import STORES
from tests.journeys.demo_server import ENVIRONMENT, WAIT
from tests.postgres import server
from tests.random_cases import cases, combinations

CASES = [(store, card) for store in STORES for card in ("approved", "declined")]
USUAL = [("sqlite", "approved"), ("postgresql", "declined")]
"""A case starts two processes for each death: all of them take half an hour."""


@pytest.mark.parametrize(("store", "card"), combinations(CASES, usual=USUAL))
def test_nobody_is_charged_twice_whoever_is_killed(store: str, card: str) -> None:
    step = cases(1, usual=5)
    url = server().new_database() if store == "postgresql" else ""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.faults.subscription_deaths",
                folder,
                url,
                card,
                str(step),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=20 * WAIT,
            check=True,
        )
    said = json.loads(done.stdout)

    assert said["wrong"] == []
    # placing, charging and settling write this much at least
    assert said["died"]["statement"] >= 20 // step
    assert said["died"]["commit"] >= 4
