"""Somebody dies before and after every commit of a purchase, and nobody notices afterwards.

Each step of it is struck on one of the stores, in turns; with `--thorough` on both.
"""

import json
import subprocess
import sys
import tempfile

import pytest

from tests import random_cases
from tests.journeys.conftest import STORES
from tests.journeys.demo_server import ENVIRONMENT, WAIT
from tests.postgres import server

EVENTS_OF_A_PURCHASE = 29


@pytest.mark.parametrize("store", STORES)
def test_a_purchase_is_whole_whoever_is_killed_at_any_commit_of_it(store: str) -> None:
    url = server().new_database() if store == "postgresql" else ""
    half = [] if random_cases.THOROUGH else [str(STORES.index(store))]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.crash_points", "commit", folder, url, *half],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=20 * WAIT,
            check=True,
        )
    told = json.loads(done.stdout)

    # what was seen after each death: all or nothing, ledgers that add up, and repeated calls
    # that are answered as before and change nothing
    assert told["wrong"] == []
    assert told["steps"] >= 10
    assert told["kills"] >= 2 * (told["steps"] - 2)
    # and at the end what there is in the mall where nobody died, events in their order included
    assert told["rows"]["struck"] == told["rows"]["calm"]
    assert told["events"]["struck"] == told["events"]["calm"]
    assert len(told["events"]["calm"]) == EVENTS_OF_A_PURCHASE
    assert told["rows"]["calm"]["order_payment"] == 4  # paid twice, given back twice
