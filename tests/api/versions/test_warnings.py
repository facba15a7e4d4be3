"""Calls of a version that ends soon, or has ended, are warned in their responses."""

from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import httpx
import pytest

from openmall.contract import api_versions
from tests.commerce.personal.cart_client import moved
from tests.world import World

KST = timezone(timedelta(hours=9))
WARNINGS = ("deprecation", "sunset", "link")
ENDING = api_versions.RELEASES[-2]
END = datetime.fromisoformat(api_versions.expires(ENDING) or "").replace(tzinfo=KST)
WARNED = END - timedelta(days=180)


def ask(world: World, version: str, path: str = "admin/products") -> httpx.Response:
    """Call as an app with a token of now."""
    headers = {"X-Platform-Api-Version": version}
    app = world.install()
    if path.startswith("admin/"):
        headers |= app.headers
        return world.request("GET", f"/api/v2/{path}", headers=headers)
    return world.request("GET", f"/api/v2/{path}", headers=headers, auth=app.basic)


def at(world: World, day: datetime) -> float:
    """Return how far the clock has to be moved to be at a moment."""
    return day.timestamp() - world.stage.clock.at


@pytest.mark.parametrize("path", ["admin/products", "products"])
@pytest.mark.parametrize("seconds", [0.0, 100 * 86_400.0])
def test_a_version_is_warned_of_for_180_days(world: World, path: str, seconds: float) -> None:
    with moved(world, at(world, WARNED) + seconds):
        answer = ask(world, ENDING, path)

    api = "admin" if path.startswith("admin") else "storefront"
    changes = (
        f"https://developers.openmall.localhost/developers/reference/{api}/"
        f"{api_versions.NEWEST}#changes"
    )
    assert answer.status_code == 200
    assert answer.headers["x-platform-api-version"] == ENDING
    assert answer.headers["deprecation"] == f"@{int(WARNED.timestamp())}"
    assert parsedate_to_datetime(answer.headers["sunset"]) == END
    links = answer.headers["link"].split(", ")
    assert links == [
        f'<{changes}>; rel="deprecation"; type="text/html"',
        f'<{changes}>; rel="sunset"; type="text/html"',
    ]
    page = world.stage.client.get(changes.partition("#")[0])
    assert (page.status_code, 'id="changes"' in page.text) == (200, True)


def test_before_that_it_is_not(world: World) -> None:
    with moved(world, at(world, WARNED) - 1):
        answer = ask(world, ENDING)

    assert [name for name in WARNINGS if name in answer.headers] == []


def test_the_newest_version_has_no_end(world: World) -> None:
    for version in (api_versions.NEWEST, "9999-12-31"):
        answer = ask(world, version)
        assert [name for name in WARNINGS if name in answer.headers] == []


@pytest.mark.parametrize("version", ["2023-12-01", "2001-01-01"])
def test_a_substituted_version_is_told_to_have_ended(world: World, version: str) -> None:
    answer = ask(world, version)

    assert answer.headers["x-platform-api-version"] == "2024-03-01"
    ended = parsedate_to_datetime(answer.headers["sunset"])
    assert ended == datetime(2025, 3, 1, tzinfo=KST)
    deprecated = int(answer.headers["deprecation"].removeprefix("@"))
    assert datetime.fromtimestamp(deprecated, KST) == ended - timedelta(days=180)


def test_errors_and_unknown_urls_are_warned_as_well(world: World) -> None:
    for path in ("admin/products?limit=0", "admin/nothing"):
        answer = ask(world, "2023-12-01", path)
        assert answer.status_code in (404, 422)
        assert "sunset" in answer.headers


def test_apis_without_versions_are_not_warned(world: World) -> None:
    headers = {**world.full.headers, "X-Platform-Api-Version": "2023-12-01"}
    answer = world.stage.client.get(
        f"https://analytics.openmall.localhost/visitors/view?mall_id={world.mall_id}",
        headers=headers,
    )

    assert [name for name in WARNINGS if name in answer.headers] == []
