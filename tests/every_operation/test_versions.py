"""An operation of a later version is an unknown URL in the older one."""

import httpx
import pytest

from openmall.contract import api_versions
from tests.error_bodies import error
from tests.every_operation.operation_calls import PREFIXES, send, send_raw
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import every_row, named
from tests.every_operation.shared_malls import Ready

LATER = [row for row in every_row() if row[1].name in row[0].first_releases]
OLDER = {api_versions.HEADER: "2024-03-01"}
NEWEST = {api_versions.HEADER: "2026-03-01"}


@pytest.mark.parametrize("added", LATER, ids=map(named, LATER))
def test_a_later_operation_is_unknown_before_and_known_from_then_on(
    ready: Ready, added: Row
) -> None:
    world, path, values, _ = ready(added)
    definition, operation = added
    others = [
        each.method
        for each in definition.operations
        if each.path == operation.path and each.name not in definition.first_releases
    ]

    world.stage.forget_counts()
    unknown = send_raw(
        world, definition, operation.method, f"{PREFIXES[definition.name]}/no/such", headers=OLDER
    )
    stranger = send(world, added, values, path, headers=OLDER, auth=None)
    world.stage.forget_counts()
    before = send(world, added, values, path, headers=OLDER)
    after = send(world, added, values, path, headers=NEWEST)

    assert before.status_code == 404
    assert stranger.status_code == (401 if others else 404)
    assert before.json() == unknown.json() == error(404, "There is no such operation at this URL.")
    assert before.headers.get("allow", "") == ", ".join(others)
    assert _steady(before) == _steady(unknown)
    assert before.headers[api_versions.HEADER] == "2024-03-01"
    assert after.is_success or after.status_code in (409, 422), after.text
    assert after.headers[api_versions.HEADER] == "2026-03-01"


def _steady(answer: httpx.Response) -> dict[str, str]:
    """Return the headers that are the same whenever the same is answered."""
    return {
        name: value
        for name, value in answer.headers.items()
        if name not in ("x-request-id", "allow", "date")
    }
