"""Calls that are to be carried out afterwards, and what came of them."""

from typing import Any

from tests.world import World

LATER = {"Prefer": "respond-async"}
NOW = "2026-11-21T09:00:00+09:00"
ARTICLES = "boards/5/articles"
QUEUED = {
    "state": "queued",
    "done": 0,
    "refused": 0,
    "created_date": NOW,
    "started_date": None,
    "finished_date": None,
    "error": None,
}


def article(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "writer": "Mina",
        "title": f"t{number}",
        "content": "c",
        "client_ip": "1.2.3.4",
    } | fields


def articles(*numbers: int) -> dict[str, Any]:
    return {"requests": [article(each) for each in numbers]}


def later(world: World, path: str, body: Any, **headers: str) -> Any:
    return world.call("POST", path, json=body, headers={**LATER, **headers})


def carry_on(world: World) -> None:
    """Do what is due, in this mall and those of other tests."""
    world.stage.run(world.stage.app.periodic_tasks.job_executor.work)


def job(world: World, number: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = world.get(f"jobs/{number}")["job"]
    return found


def titles(world: World) -> list[str]:
    listed = world.get(ARTICLES, limit=100)["articles"]
    return sorted(each["title"] for each in listed)
