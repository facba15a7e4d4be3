"""The change feed, which its first call begins, for the sweeps."""

from collections.abc import Callable

from tests.every_operation.prerequisites.kinds import Values
from tests.world import World


def _begun(world: World) -> Values:
    """Begin the feed, and let what waits get its number."""
    world.get("changes")
    return {}


def _some(world: World) -> Values:
    """Let the feed have a change; return the position before it."""
    since = world.get("changes")["changes"]["head"]
    world.product()
    world.get("changes")
    return {"since": since}


EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "GET changes": _some,
    "GET changes/snapshot": _begun,
    "GET changes/digests": _begun,
}
