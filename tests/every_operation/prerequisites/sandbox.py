"""A sandbox, for the sweeps: its clock, and a script of faults."""

from collections.abc import Callable
from typing import Any

from openmall.access.sandbox import store as sandbox_store
from openmall.contract.sandbox import Fault
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World


def _a_sandbox(world: World) -> None:
    """Let a mall be what it had to be opened as; no call can do that."""

    async def open_as_one(db: Any) -> None:
        if await sandbox_store.ahead(db) is None:
            await sandbox_store.add(db)

    world.in_transaction(open_as_one)
    world.stage.app.counters.advance_cache_epoch()


def _with_faults(world: World) -> None:
    _a_sandbox(world)
    script = {"rules": [{"effect": "500", "path": "nowhere"}]}
    assert world.call("PUT", "sandbox/faults", json={"request": script}).status_code in (200, 409)


def _with_messages(world: World) -> None:
    _a_sandbox(world)
    draft = Draft(
        shop_no=1, channel="email", occasion="joined", recipient="hana@example.com",
        sender="Sky Store", language="en_US", subject="[Sky Store] Joined", body="Welcome.",
        html="<p>Welcome.</p>", member_id="hana",
    )  # fmt: skip
    world.in_transaction(lambda db: outbox.enqueue(db, world.stage.clock, [draft]))


_RULE: Values = {name: getattr(Fault(effect="500"), name) for name in Fault.__struct_fields__}

EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET sandbox/clock": _a_sandbox,
    "PUT sandbox/clock": _a_sandbox,
    "POST sandbox/clock": _a_sandbox,
    "GET sandbox/messages": _with_messages,
    "GET sandbox/faults": _with_faults,
    "PUT sandbox/faults": _a_sandbox,
    "DELETE sandbox/faults": _with_faults,
}
SAMPLE_VALUES: dict[str, Any] = {
    "to": "2026-11-21T10:00:00+09:00",
    "rules": [_RULE | {"path": "nowhere"}],
}
