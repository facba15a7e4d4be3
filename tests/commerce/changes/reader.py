"""A reader of the change feed, as short as one can be: rows by resource and id, and a position."""

from typing import Any, get_args

from openmall.commerce.changes.resources import ResourceName
from tests.world import World

RESOURCES: tuple[str, ...] = get_args(ResourceName)
Copy = dict[str, dict[str, Any]]


def snapshot(world: World, resource: str, *, limit: int = 500) -> tuple[int, dict[str, Any]]:
    """Return the position of a resource's first page, and all rows."""
    rows: dict[str, Any] = {}
    first, after = None, ""
    while True:
        page = world.get("changes/snapshot", resource=resource, after=after, limit=limit)
        found = page["snapshot"]
        first = found["sequence"] if first is None else first
        rows.update(zip(found["ids"], found["rows"], strict=True))
        if found["next"] is None:
            return first, rows
        after = found["next"]


def whole(world: World) -> Copy:
    """Return every row of every resource."""
    return {name: snapshot(world, name)[1] for name in RESOURCES}


class Reader:
    """A copy that follows the feed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.position = world.get("changes")["changes"]["head"]
        self.copy = whole(world)
        self.entries: list[dict[str, Any]] = []

    def follow(self) -> list[dict[str, Any]]:
        """Apply all changes; return the new ones. Fails where a number is missing."""
        new: list[dict[str, Any]] = []
        while True:
            page = self.world.get("changes", since=self.position, limit=500)["changes"]
            for entry in page["entries"]:
                assert entry["sequence"] == self.position + 1
                self.position = entry["sequence"]
                rows = self.copy[entry["resource"]]
                if entry["deleted"]:
                    rows.pop(entry["id"], None)
                else:
                    rows[entry["id"]] = entry["row"]
            new += page["entries"]
            if self.position == page["head"]:
                self.entries += new
                return new
