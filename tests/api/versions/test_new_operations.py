"""Operations that a release added, in calls of the versions before."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openmall.contract import api_versions
from tests.events.jobs.job_calls import LATER as DEFERRED
from tests.events.jobs.job_calls import carry_on, job
from tests.world import World, open_stage

ADDED = "commenttemplates"
"""A URL that 2026-03-01 added."""
BETWEEN = "discountcodes"
"""A URL that 2026-02-01 added."""
PART_ADDED = "mobile/setting"
"""A URL whose GET every version has, and whose PUT 2026-03-01 added."""
OLDER = {api_versions.HEADER: "2024-03-01"}
UNKNOWN = "There is no such operation at this URL."
_ANOTHER_YEAR = 101 * 24 * 3600.0


def outcome(world: World, path: str = ADDED, method: str = "GET", **rest: Any) -> tuple[int, str]:
    answer = world.call(method, path, **rest)
    message = answer.json()["error"]["message"] if answer.is_error else ""
    return answer.status_code, message


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("2026-03-01", True),
        ("2027-01-01", True),
        ("2026-02-01", False),
        ("2024-03-01", False),
        ("2025-06-01", False),
        ("2023-12-01", False),
        ("2022-06-01", False),
    ],
)
def test_the_version_in_effect_decides_and_not_the_one_asked_for(
    world: World, asked: str, known: bool
) -> None:
    expected = (200, "") if known else (404, UNKNOWN)

    assert outcome(world, headers={api_versions.HEADER: asked}) == expected


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("2026-03-01", True),
        ("2026-02-28", True),
        ("2026-02-01", True),
        ("2026-01-31", False),
        ("2024-03-01", False),
    ],
)
def test_there_are_two_boundaries(world: World, asked: str, known: bool) -> None:
    expected = (200, "") if known else (404, UNKNOWN)

    assert outcome(world, BETWEEN, headers={api_versions.HEADER: asked}) == expected


def test_a_change_of_the_newest_release_is_undone_for_the_release_between(world: World) -> None:
    fields = {}
    for version in api_versions.RELEASES[1:]:
        answer = world.call("GET", "orders/setting", headers={api_versions.HEADER: version})
        assert answer.headers[api_versions.HEADER] == version
        fields[version] = set(answer.json()["order"])

    assert fields["2024-03-01"] == fields["2026-02-01"] < fields["2026-03-01"]


@pytest.mark.parametrize(
    ("version", "known"), [("2026-03-01", True), ("2024-03-01", False), ("2023-12-01", False)]
)
def test_without_a_header_the_version_of_the_app_decides(
    world: World, version: str, known: bool
) -> None:
    app = world.install(version=version)

    assert outcome(world, app=app)[0] == (200 if known else 404)
    assert outcome(world, app=app, headers={api_versions.HEADER: "2026-03-01"}) == (200, "")


def test_a_version_that_is_served_no_longer_is_answered_as_one_that_has_the_operation(
    world: World,
) -> None:
    assert outcome(world, headers=OLDER) == (404, UNKNOWN)
    world.stage.clock.pass_(_ANOTHER_YEAR)  # 2024-03-01 ends with February 2027
    app = world.install(version="2024-03-01")

    answer = world.call("GET", ADDED, app=app, headers=OLDER)

    assert answer.status_code == 200
    assert answer.headers[api_versions.HEADER] == "2026-03-01"


def test_the_methods_of_a_url_are_those_of_the_version(world: World) -> None:
    sent = {"json": {"shop_no": 1, "request": {"use_mobile_page": "T"}}}

    before = world.call("PUT", PART_ADDED, headers=OLDER, **sent)
    deleted = world.call("DELETE", PART_ADDED, headers=OLDER)
    deleted_of_newest = world.call("DELETE", PART_ADDED)
    deleted_of_added = world.call("DELETE", ADDED, headers=OLDER)

    assert outcome(world, PART_ADDED, headers=OLDER) == (200, "")
    assert (before.status_code, before.headers["allow"]) == (404, "GET")
    assert (deleted.status_code, deleted.headers["allow"]) == (404, "GET")
    assert deleted_of_newest.headers["allow"] == "GET, PUT"
    assert "allow" not in deleted_of_added.headers


def test_nothing_of_the_operation_is_checked_before(world: World) -> None:
    form = {**OLDER, "Content-Type": "application/x-www-form-urlencoded"}
    powerless = world.install([])

    assert outcome(world, method="POST", headers=form, content=b"a=b") == (404, UNKNOWN)
    assert outcome(world, method="POST", content=b"a=b")[0] == 400
    assert outcome(world, app=powerless, headers=OLDER) == (404, UNKNOWN)
    assert outcome(world, app=powerless)[0] == 403
    assert outcome(world, headers={**OLDER, "Authorization": "Bearer x"}) == (404, UNKNOWN)
    assert outcome(world, headers={"Authorization": "Bearer x"})[0] == 401


def test_a_malformed_version_is_refused_where_the_operation_is_known(world: World) -> None:
    malformed = {api_versions.HEADER: "newest"}

    assert outcome(world, headers=malformed)[0] == 422
    assert outcome(world, "no/such", headers=malformed) == (404, UNKNOWN)


def test_a_literal_segment_is_no_placeholder_before(world: World) -> None:
    # `products/{product_no}` has existed always
    assert outcome(world, "products/customproperties", headers=OLDER) == (404, UNKNOWN)
    assert outcome(world, "products/x", headers=OLDER)[0] == 422


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[World]:
    with open_stage(tmp_path, limits="enforce") as stage:
        yield stage.new_world("limited")


def test_it_costs_a_call_of_the_shop_and_none_of_the_operation(limited: World) -> None:
    used = [limited.call("GET", ADDED, headers=OLDER) for _ in range(40)]
    refused = limited.call("GET", ADDED, headers=OLDER)

    assert {each.status_code for each in used} == {404}
    assert used[-1].headers["x-api-call-limit"] == "40/40"
    assert refused.status_code == 429


def test_a_deferred_call_is_refused_or_keeps_its_version(world: World) -> None:
    sent = {"json": {"request": {"title": "Thanks", "content": "Thank you.", "board_type": 11}}}

    refused = world.call("POST", ADDED, headers={**DEFERRED, **OLDER}, **sent)
    deferred = world.call("POST", ADDED, headers=DEFERRED, **sent)
    carry_on(world)

    assert (refused.status_code, "preference-applied" in refused.headers) == (404, False)
    assert deferred.status_code == 202, deferred.text
    assert job(world, deferred.json()["job"]["job_no"])["state"] == "succeeded"


def test_an_older_default_of_the_app_does_not_stop_a_job_of_the_newest(world: World) -> None:
    app = world.install(version="2024-03-01")
    sent = {"json": {"request": {"title": "Thanks", "content": "Thank you.", "board_type": 11}}}
    newest = {**DEFERRED, api_versions.HEADER: "2026-03-01"}

    deferred = world.call("POST", ADDED, app=app, headers=newest, **sent)
    carry_on(world)
    path = f"jobs/{deferred.json()['job']['job_no']}"
    ended = world.call("GET", path, app=app).json()["job"]

    assert ended["state"] == "succeeded"
