"""Somebody dies while an order is paid and refunded: `python -m tests.faults.stripe_deaths`.

As `payment_app_deaths`, through Stripe's library at a localstripe instead of an app.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from tests.faults.crash_points import Say
from tests.faults.localstripe import GOOD, give_card, use_stripe
from tests.faults.payment_app import reach_this_machine
from tests.faults.payment_app_deaths import MALL, AppDeaths
from tests.world import World


class StripeDeaths(AppDeaths):
    """Lets processes die while orders are paid through Stripe."""

    def _made(self, say: Say) -> None:
        with self._open() as stage:
            world = stage.new_world(MALL, ("ko_KR",), sandbox=True)
            use_stripe(world, self._app)
            parts = [msgspec.to_builtins(world.full.credentials)]
            parts.append(msgspec.to_builtins(world.full.token))
        say("known", {MALL: {"app": parts}})

    def _pay(self, world: World, placed: list[str]) -> None:
        reach_this_machine(world)
        _, _, url = placed
        client: Any = world.stage.client
        page = client.get(url, follow_redirects=False)
        if page.status_code == 200:
            # the browser knows only the PaymentIntent of the page
            secret = page.text.split('data-secret="')[1].split('"')[0]
            give_card(self._app, secret.split("_secret_")[0], GOOD)
        client.get(f"{url}/return", follow_redirects=False)


def main(folder: str, url: str, address: str, step: str) -> None:
    """Kill processes on one store; print how many died, and what was found wrong."""
    deaths = StripeDeaths(Path(folder), url, address, int(step))
    deaths.prepare()
    print(json.dumps(deaths.strike()))


if __name__ == "__main__":
    main(*sys.argv[1:])
