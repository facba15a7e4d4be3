"""Files that are imported and exported by calls, and the worker that does it."""

import base64
from typing import Any

from openmall.events.file_transfers import store as transfer_store
from tests.world import World

NOW = "2026-11-21T09:00:00+09:00"
HEAD = "custom_product_code,product_name,price,supply_price\n"


def content(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def upload(world: World, import_no: int, *parts: str) -> None:
    for number, part in enumerate(parts, 1):
        world.post(f"imports/{import_no}/parts", part_no=number, content=content(part))


def uploaded(world: World, *parts: str, **draft: Any) -> int:
    """Create an import with its file, and start it."""
    number: int = world.post("imports", **{"kind": "products", **draft})["import"]["import_no"]
    upload(world, number, *parts)
    world.call("POST", f"imports/{number}/start", json={"request": {}})
    return number


def carry_on(world: World) -> None:
    """Do what is due, in this mall and those of other tests."""
    world.stage.run(world.stage.app.periodic_tasks.file_transfers.work)


def due(world: World) -> int:
    """Return how many imports and exports of this mall are due and held by nobody."""
    app = world.stage.app
    found = world.stage.run(
        lambda: transfer_store.due(app.database, int(app.clock.now()), busy=[], most=10_000)
    )
    return sum(mall_id == world.mall_id for mall_id, _ in found)


def imported(world: World, *parts: str, **draft: Any) -> dict[str, Any]:
    """Import a file; return what came of it."""
    number = uploaded(world, *parts, **draft)
    carry_on(world)
    found: dict[str, Any] = world.get(f"imports/{number}")["import"]
    return found


def exported(world: World, **draft: Any) -> dict[str, Any]:
    """Export a file; return what came of it."""
    number = world.post("exports", **draft)["export"]["export_no"]
    carry_on(world)
    found: dict[str, Any] = world.get(f"exports/{number}")["export"]
    return found


def fetch(world: World, export: dict[str, Any], **headers: str) -> Any:
    path = export["file_url"].partition("/exports/")[2]
    return world.request("GET", f"/exports/{path}", headers=headers)


def counts(found: dict[str, Any]) -> tuple[int, ...]:
    return tuple(found[name] for name in ("new", "changed", "unchanged", "rejected", "errors"))


def names(world: World) -> set[str]:
    return {each["product_name"] for each in world.get("products", limit=100)["products"]}
