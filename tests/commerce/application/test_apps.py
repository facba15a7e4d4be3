"""The versions of an app and how it is opened, as the app reads and changes them."""

from typing import Any

import pytest

from openmall.contract import api_versions
from tests.world import World


@pytest.fixture
def world(world: World) -> World:
    """A mall whose app was registered before the newest version."""
    return world.speaking("2024-03-01")


def information(world: World) -> dict[str, Any]:
    found: dict[str, Any] = world.get("apps")["app"]
    return found


def spoken(world: World) -> str:
    """Return the version in which a call that names none is answered."""
    version: str = world.call("GET", "apps").headers[api_versions.HEADER]
    return version


def test_an_app_that_never_changed_has_the_version_it_was_registered_with(world: World) -> None:
    assert information(world) == {
        "version": "2024-03-01",
        "version_expiration_date": "2027-02-01T00:00:00+09:00",
        "initial_version": "2024-03-01",
        "previous_version": None,
        "extension_type": "section",
    }


def test_a_new_version_is_that_of_the_next_call_and_the_old_one_the_previous(world: World) -> None:
    before = spoken(world)

    changed = world.put("apps", version="2026-03-01")

    assert changed == {"app": {"version": "2026-03-01", "extension_type": "section"}}
    assert (before, spoken(world)) == ("2024-03-01", "2026-03-01")
    assert information(world) == {
        "version": "2026-03-01",
        "version_expiration_date": None,
        "initial_version": "2024-03-01",
        "previous_version": "2024-03-01",
        "extension_type": "section",
    }
    world.put("apps", version="2024-03-01")
    after = information(world)
    versions = [after[f"{name}version"] for name in ("", "initial_", "previous_")]
    assert versions == ["2024-03-01", "2024-03-01", "2026-03-01"]


def test_another_kind_leaves_the_versions_alone(world: World) -> None:
    before = information(world)

    world.put("apps", extension_type="embedded")
    same = world.call("PUT", "apps", json={"request": {"extension_type": "embedded"}})

    assert information(world) == {**before, "extension_type": "embedded"}
    assert same.status_code == 409


def test_a_date_between_releases_is_the_release_before_it(world: World) -> None:
    assert world.put("apps", version="2026-04-01")["app"]["version"] == "2026-03-01"


def test_a_version_that_is_not_served_is_refused(world: World) -> None:
    for version in ("2023-12-01", "2019-06-26", "newest"):
        answer = world.call("PUT", "apps", json={"request": {"version": version}})
        assert answer.status_code == 422
        assert answer.json()["error"]["more_info"]["parameter"] == "version"
    assert spoken(world) == "2024-03-01"


def test_a_change_is_of_the_calling_app_alone(world: World) -> None:
    other = world.install(version="2024-03-01")
    world.put("apps", version="2026-03-01", extension_type="embedded")

    answer = world.call("GET", "apps", app=other).json()["app"]

    assert (answer["version"], answer["extension_type"]) == ("2024-03-01", "section")
