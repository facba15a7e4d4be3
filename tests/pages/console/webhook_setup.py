"""Webhooks of the console's tests: a receiver that may be reached, and what the rules keep."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from openmall.database.seal import configured_seal
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.rules import Reception, Subscription
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.events.webhooks.service import Webhooks
from tests.events.webhooks.receiver import Receiver
from tests.pages.console.developer_browser import Developer, Registered
from tests.world import World

EVERYTHING = ("mall.read_product", "mall.write_product", "mall.read_order", "mall.read_application")


class Hooks:
    """What the console's pages send with, and a look at what they did."""

    def __init__(self, world: World, receiver: Receiver, webhooks: Webhooks) -> None:
        self.world = world
        self.receiver = receiver
        self.webhooks = webhooks
        self.address = f"https://127.0.0.1:{receiver.port}/hooks"

    def kept(self, app: Registered) -> Subscription | None:
        return self.world.stage.run(webhook_rules.find, self.webhooks.context, app.client_id)

    def receptions(self, app: Registered) -> list[Reception]:
        return self.world.stage.run(webhook_rules.receptions, self.webhooks.context, app.client_id)

    def tries(self, app: Registered, mall_id: str) -> list[Attempt]:
        """Return what was tried in a mall, the newest first."""
        run = self.world.stage.run
        return run(
            webhook_rules.deliveries, self.webhooks.context, mall_id, app.client_id, AttemptFilter()
        )

    def deliver(self) -> None:
        """Deliver what happened."""
        self.world.stage.run(self.webhooks.sender.finish)

    def settle(self, kim: Developer, app: Registered, *events: int) -> None:
        """Say where and of what an app is told."""
        page = f"{app.home}/webhooks"
        kim.send(page, {"deed": "address", "address": self.address})
        kim.send(page, {"deed": "events", **{f"e{each}": "T" for each in events}})


@contextmanager
def opened(world: World, receiver: Receiver) -> Iterator[Hooks]:
    """Let the console of a world send to a receiver on this machine."""
    app = world.stage.app
    configuration = replace(
        app.configuration, webhook_networks=("127.0.0.0/8",), webhook_ca=receiver.authority
    )
    webhooks = Webhooks(
        configuration,
        app.database,
        app.clock,
        configured_seal(configuration),
        malls=app.directory.mall,
    )
    before = app._console._services
    app._console._services = replace(before, webhooks=webhooks)
    try:
        yield Hooks(world, receiver, webhooks)
    finally:
        app._console._services = before
        world.stage.run(webhooks.end)
