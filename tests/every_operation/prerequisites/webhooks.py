"""What an app was told of the mall, for the sweeps."""

from collections.abc import Callable

from openmall.events.webhooks.delivery import store as delivery_store
from tests.world import World


def attempted(world: World) -> None:
    """Log an attempt to deliver an event."""
    row = {
        "client_id": world.full.credentials.client_id,
        "log_type": "G",
        "event_no": 90001,
        "sequence": 1,
        "trace_id": "0d492786-ae82-4073-aa88-0991b08ee732",
        "requested_at": int(world.stage.clock.now()),
        "took": 12,
        "endpoint": "https://shop.example/hooks",
        "attempt": 1,
        "success": "F",
        "http_code": 403,
        "answer": "<p>Sample</p>",
        "failure": "",
        "body": "",
    }
    world.in_transaction(lambda db: delivery_store.add_log(db, [row]))


def _happened(world: World) -> None:
    world.product()


def _subscribed(world: World) -> None:
    """Let the app have a subscription, whose keys were shown."""
    # an app has one for all malls: that of an earlier test may be there
    request = {"address": "https://app.example.com/hooks", "events": [90001]}
    world.call("PUT", "webhooks/subscription", json={"request": request})


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET webhooks/logs": attempted,
    "GET webhooks/events": _happened,
    "GET webhooks/subscription": _subscribed,
    "PUT webhooks/subscription": _subscribed,
}
