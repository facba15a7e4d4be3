"""The change feed, which its first call begins, for the sweeps."""

from collections.abc import Callable

from tests.world import World


def _begun(world: World) -> None:
    world.get("changes")


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET changes": _begun,
    "GET changes/snapshot": _begun,
    "GET changes/digests": _begun,
}
