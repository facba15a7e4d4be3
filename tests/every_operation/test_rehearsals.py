"""A rehearsed write leaves nothing behind, and is answered as the write itself is afterwards."""

import hashlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from openmall.api.pipeline.idempotency.rules import has_secret_fields
from openmall.api.pipeline.rehearsal import NOT_REHEARSED, Rehearsals, Rehearsed
from openmall.contract.outgoing import Reply
from openmall.database.sequences import SEQUENCE
from openmall.events.plans.tables import CHANGE, PLAN
from openmall.events.webhooks.outgoing_client import OutgoingClient
from tests.every_operation.approval_kinds import changed_kinds, kinds_of
from tests.every_operation.operation_calls import installation_rows, least, rows, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.registry_rows import rows_where
from tests.fresh_stages import fresh_stage
from tests.world import Stage, World

_DATABASE = "openmall.sqlite"
"""Beginning of the names of the embedded store's files."""
REHEARSE = {"Prefer": "handling=rehearse"}
CHOSEN = {
    "POST sms": ["queue_code"],
    "POST push": ["push_code"],
    "POST appstore/orders": ["order_id", "confirmation_url"],
}
"""Creating operation -> the fields of its response that are drawn at random."""


def _is_refused(writing: Row) -> bool:
    api, operation = writing
    return (
        api.name != "admin"
        or operation.path.startswith(tuple(NOT_REHEARSED))
        or has_secret_fields(operation)
    )


def _kept(world: World) -> tuple[Any, ...]:
    """Return every row of the mall but those of plans, of the installation, and every file."""
    found = rows(world)
    found[SEQUENCE.name] = [each for each in found[SEQUENCE.name] if '"plan"' not in each]
    own = {name: each for name, each in found.items() if name not in (PLAN.name, CHANGE.name)}
    return own, installation_rows(world), dict(_files(world))


def _files(world: World) -> Iterator[tuple[str, str]]:
    """Yield the stored files, and what is in them."""
    folder = world.stage.app.configuration.data_dir
    for each in sorted(folder.rglob("*")):
        if each.is_file() and not each.name.startswith(_DATABASE):
            yield str(each), hashlib.sha256(each.read_bytes()).hexdigest()


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application for these tests alone: each reads all apps and files of the installation."""
    with fresh_stage(request.param, request.config) as made:
        yield made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the addresses to which operations send requests."""
    addresses: list[str] = []
    send_request = OutgoingClient.request

    async def request(client: OutgoingClient, method: Any, address: str, **rest: Any) -> Reply:
        addresses.append(address)
        return await send_request(client, method, address, **rest)

    monkeypatch.setattr(OutgoingClient, "request", request)
    return addresses


@pytest.fixture
def captured(monkeypatch: pytest.MonkeyPatch) -> list[Rehearsed]:
    """Record what rehearsals have captured."""
    found: list[Rehearsed] = []
    run = Rehearsals.run

    async def recording(*given: Any, **rest: Any) -> Rehearsed:
        found.append(await run(*given, **rest))
        return found[-1]

    monkeypatch.setattr(Rehearsals, "run", recording)
    return found


def test_a_rehearsal_leaves_nothing_and_is_answered_as_the_write(
    world: World, writing: Row, sent: list[str], captured: list[Rehearsed]
) -> None:
    operation = writing[1]
    path = things(world, operation)
    values = least(world, operation, path)
    before = _kept(world)
    sent.clear()

    rehearsed = send(world, writing, values, path, headers=REHEARSE)

    assert (_kept(world), sent) == (before, [])
    if _is_refused(writing):
        assert rehearsed.status_code == 422
        assert "This operation cannot be rehearsed" in rehearsed.json()["error"]["message"]
        return
    assert rehearsed.is_success, rehearsed.text
    assert rehearsed.headers["Preference-Applied"] == "handling=rehearse"
    kinds = kinds_of(writing)
    assert changed_kinds(captured[0]) <= kinds.shown | kinds.also, "see spec/approvals.tsv"
    plan_no = _plan_no(rehearsed)
    plan = world.get(f"plans/{plan_no}")["plan"]
    assert (plan["operation"], plan["status"]) == (operation.name, rehearsed.status_code)
    assert plan["changes"] > 0 or plan["effects"]["rows"] == [], plan
    changes = world.get(f"plans/{plan_no}/changes", limit=100)["changes"]
    assert len(changes) == min(plan["changes"], 100)
    assert _kept(world) == before

    chosen = CHOSEN.get(operation.name, [])
    done = send(world, writing, values, path)

    assert (done.status_code, _shown(done.json(), chosen)) == (
        rehearsed.status_code,
        _shown(rehearsed.json(), chosen),
    )


@rows_where("writing", lambda row: row[1].writes and not _is_refused(row))
def test_an_applied_plan_is_answered_as_it_was_rehearsed(world: World, writing: Row) -> None:
    path = things(world, writing[1])
    values = least(world, writing[1], path)
    chosen = CHOSEN.get(writing[1].name, [])
    rehearsed = send(world, writing, values, path, headers=REHEARSE)
    plan_no, token = _plan_no(rehearsed), rehearsed.headers["X-Platform-Plan-Token"]

    applied = world.call("POST", f"plans/{plan_no}/apply", json={"request": {"token": token}})

    assert applied.status_code == 201, applied.text
    plan = applied.json()["plan"]
    assert plan["state"] == "applied"
    assert plan["outcome"]["status"] == rehearsed.status_code
    assert _shown(plan["outcome"]["body"], chosen) == _shown(rehearsed.json(), chosen)


def _plan_no(answer: httpx.Response) -> int:
    return int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])


def _shown(body: Any, chosen: list[str]) -> Any:
    """Return a body without what is chosen at random."""
    for content in body.values() if chosen else ():
        for name in chosen:
            assert content.pop(name)
    return body
