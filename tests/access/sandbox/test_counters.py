"""What all malls share is counted by the machine's clock, whatever a sandbox's clock says."""

import pytest

from openmall.access.limits.local_counters import LocalCounters
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.access.sandbox.sandbox_calls import A_DAY, forward
from tests.pages.console.developer_browser import signed_up
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import PASSWORD as MANAGERS
from tests.world import World

pytestmark = pytest.mark.both_stores

LONGEST = 2 * 3_600
"""Seconds for which anything of these is counted."""


def _signed_in(browser: Browser) -> int:
    form = {**hidden(browser.open(SIGN_IN)), "user_id": "owner", "password": MANAGERS}
    status: int = browser.submit(SIGN_IN, form).status_code
    return status


def test_a_sign_in_in_a_sandbox_that_is_ahead_locks_nobody_out_elsewhere(
    world: World, trial: World
) -> None:
    world.stage.forget_counts()
    for each in (world, trial):
        manager(each)
    hana = Shopper(world)
    hana.sign_up()
    forward(trial, 30 * A_DAY)
    inside = Shopper(trial)
    inside.sign_up()
    inside.send("POST", "sessions", member_id="hana", password=PASSWORD)
    inside.send("POST", "boards/5/articles", title="A", content="B")
    assert _signed_in(Browser(trial)) == 303

    assert _signed_in(Browser(world)) == 303
    hana.send("POST", "sessions", member_id="hana", password=PASSWORD)
    hana.send("PUT", "customers/me", current_password=PASSWORD, password="another password")
    hana.send("POST", "boards/5/articles", title="A", content="B")
    assert signed_up(world).open("/developers").status_code == 200


def test_nothing_that_is_counted_in_a_sandbox_outlasts_what_is_counted_elsewhere(
    world: World, trial: World
) -> None:
    manager(trial)
    forward(trial, 30 * A_DAY)
    world.stage.forget_counts()
    inside = Shopper(trial)
    inside.sign_up()
    inside.refused("POST", "sessions", member_id="hana", password="wrong password")
    inside.send("POST", "boards/5/articles", title="A", content="B")
    trial.get("products/count")
    _signed_in(Browser(trial))

    counters = world.stage.app.counters
    assert isinstance(counters, LocalCounters)
    assert len(counters._states) >= 6
    until = world.stage.clock.now() + LONGEST
    assert {name: state[0] for name, state in counters._states.items() if state[0] > until} == {}
