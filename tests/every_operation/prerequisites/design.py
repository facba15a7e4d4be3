"""Themes and their pages, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

_OWN = "/own.html"


def theme(world: World, above: Values) -> int:
    return 1


def _page(world: World, above: Values) -> None:
    request = {"path": _OWN, "source": "<p>Own</p>"}
    answer = world.call("POST", "themes/1/pages", json={"request": request})
    assert answer.status_code in (201, 422), answer.text


def _new_path(world: World) -> Values:
    return {"path": f"/own{next(FRESH)}.html", "source": "<p>Own</p>"}


CREATORS: dict[str, Callable[[World, Values], Any]] = {"themes/{skin_no}": theme}

REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "DELETE themes/{skin_no}/pages": _page,
}

EXTRA_VALUES: dict[str, Values] = {
    "GET themes/{skin_no}/pages": {"path": "/index.html"},
    "PUT icons": {"id": 1, "group_code": "A", "display": "F"},
    "PUT themes/{skin_no}/pages": {"path": "/index.html", "source": "<p>Own</p>"},
    "DELETE themes/{skin_no}/pages": {"path": _OWN},
}

EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST themes/{skin_no}/pages": _new_path,
}
