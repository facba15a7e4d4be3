"""What a client may ask to see, and what happens to names nobody knows."""

from typing import Any

import pytest

from openmall.contract import api_versions
from tests.error_bodies import error
from tests.every_operation.operation_calls import (
    send,
    succeed,
    things,
)
from tests.every_operation.prerequisites import (
    Row,
)
from tests.every_operation.registry_rows import rows_where
from tests.every_operation.shared_malls import Lend, Ready, prepare
from tests.every_operation.test_envelope import _TO_SOME, _resources, _whole
from tests.world import Installed, World

pytestmark = pytest.mark.one_store

BOGUS = "nobody_knows_this"


def test_fields_cuts_an_answer_to_what_was_asked(ready: Ready, shaped: Row) -> None:
    operation = shaped[1]
    world, path, values, _ = ready(shaped)
    wanted = sorted(_whole(operation) - _TO_SOME[operation.path])[:2]
    answer = send(world, shaped, values, path, params={"fields": ", ".join(wanted)})
    assert answer.is_success, answer.text
    found = _resources(operation, answer.json())
    assert found
    assert [set(resource) for resource in found] == [set(wanted)] * len(found)
    assert "x-platform-ignored" not in answer.headers


def test_fields_may_stand_beside_the_request(ready: Ready, with_body: Row) -> None:
    operation = with_body[1]
    world, path, values, _ = ready(with_body)
    [first, *_] = sorted(_whole(operation))
    inner = {"requests": [values]} if operation.objects > 1 else {"request": values}
    answer = send(world, with_body, values, path, json={**inner, "fields": first})
    assert [set(each) for each in _resources(operation, answer.json())] == [{first}]


def test_unknown_fields_are_ignored_and_named(ready: Ready, shaped: Row) -> None:
    operation = shaped[1]
    world, path, values, _ = ready(shaped)
    first = min(_whole(operation))
    answer = send(world, shaped, values, path, params={"fields": f"{first},{BOGUS}"})
    assert [set(each) for each in _resources(operation, answer.json())][:1] == [{first}]
    assert answer.headers["x-platform-ignored"] == BOGUS


def test_unknown_parameters_and_embeds_are_ignored_and_named(ready: Ready, row: Row) -> None:
    world, path, values, _ = ready(row)
    # a body that has nothing else is refused
    extra = {BOGUS: "1"} if row[1].contents & values.keys() else {}
    extra = extra if row[1].has_body else {}
    query = {"embed": "no_such_embed", f"{BOGUS}_2": "1"}
    answer = send(world, row, {**values, **extra}, path, params=query)
    assert answer.is_success, answer.text
    named = answer.headers["x-platform-ignored"].split(", ")
    assert sorted(named) == sorted([*extra, "no_such_embed", f"{BOGUS}_2"])


def _strict_app(world: World) -> Installed:
    return world.install(strict=True, restricted=True)


def test_a_strict_app_is_refused_what_nobody_knows(unchanged: Lend, row: Row) -> None:
    world, path, values, strict = unchanged(row, _strict_app)
    tries: list[tuple[str, dict[str, Any]]] = [
        ("no_such_embed", {"params": {"embed": "no_such_embed"}}),
        (BOGUS, {"params": {BOGUS: "1"}}),
        (BOGUS, {"params": {"fields": BOGUS}}),
    ]
    for name, sent in tries:
        answer = send(world, row, values, path, app=strict, **sent)
        said = f"The operation has no such parameter. (parameter.{name})"
        assert (answer.status_code, answer.json()) == (422, error(422, said, parameter=name))


def test_a_strict_app_is_served_what_is_known(world: World, row: Row) -> None:
    # the app of the mall, because some things belong to the app that makes them
    world.full = _strict_app(world)
    _, path, values, _ = prepare(world, row)
    succeed(world, row, values, path)


@rows_where("shaped", lambda row: row[1].gives is not None and bool(row[1].embeds))
def test_embeds_are_answered_only_when_asked_for(ready: Ready, shaped: Row) -> None:
    operation = shaped[1]
    world, path, values, _ = ready(shaped)
    for name in sorted(operation.embeds):
        plain = _resources(operation, send(world, shaped, values, path).json())
        asked = send(world, shaped, values, path, params={"embed": name})
        assert plain
        assert all(name not in each for each in plain)
        assert all(name in each for each in _resources(operation, asked.json()))
        assert "x-platform-ignored" not in asked.headers


def _takes_a_shop(row: Row) -> bool:
    operation = row[1]
    chosen = operation.fields.keys() - set(operation.placeholders)
    return "shop_no" in chosen and not operation.fields["shop_no"].many


@rows_where("row", _takes_a_shop)
def test_a_shop_that_is_not_there_is_404(unchanged: Lend, row: Row) -> None:
    world, path, values, _ = unchanged(row)
    missing = send(world, row, {**values, "shop_no": 3}, path)
    said = "The mall has no such shop. (parameter.shop_no)"
    assert (missing.status_code, missing.json()) == (404, error(404, said, parameter="shop_no"))


@rows_where("with_body", lambda row: row[1].has_body and _takes_a_shop(row))
def test_the_query_of_a_write_chooses_its_shop(unchanged: Lend, with_body: Row) -> None:
    world, path, values, _ = unchanged(with_body)
    inner = {name: value for name, value in values.items() if name != "shop_no"}
    missing = send(world, with_body, inner, path, params={"shop_no": "3"})
    said = "The mall has no such shop. (parameter.shop_no)"
    assert (missing.status_code, missing.json()) == (404, error(404, said, parameter="shop_no"))
    two = send(world, with_body, {**values, "shop_no": 1}, path, params={"shop_no": "2"})
    said = "`shop_no` is sent with different values. (parameter.shop_no)"
    assert (two.status_code, two.json()) == (422, error(422, said, parameter="shop_no"))


@rows_where("with_body", lambda row: row[1].has_body and bool(row[1].contents))
def test_a_write_of_nothing_known_is_422_and_names_what_was_sent(
    unchanged: Lend, with_body: Row
) -> None:
    world, path, values, _ = unchanged(with_body)
    shop = {name: values[name] for name in ("shop_no",) if name in values}
    answer = send(world, with_body, {**shop, BOGUS: "1", "b": 2}, path)
    said = f"The operation knows none of the parameters sent: `{BOGUS}`, `b`. (parameter.{BOGUS})"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter=BOGUS))


def _says_its_shop(row: Row) -> bool:
    operation = row[1]
    told = _takes_a_shop(row) and "shop_no" in (_whole(operation) if operation.gives else ())
    return told and "{id}" not in operation.path


@rows_where("row", _says_its_shop)
def test_the_shop_is_chosen_with_shop_no(ready: Ready, row: Row) -> None:
    operation = row[1]
    world, path, values, _ = ready(row)
    second = send(world, row, {**values, "shop_no": 2}, path)
    # elsewhere a product is hidden, and so is what would hide it; an order is nowhere else
    if second.status_code in (200, 201):
        assert {int(each["shop_no"]) for each in _resources(operation, second.json())} <= {2}


def test_every_row_speaks_the_version_it_is_asked_for(ready: Ready, row: Row) -> None:
    world, path, values, _ = ready(row)
    for asked, spoken in (
        ("2026-03-01", "2026-03-01"),
        ("2030-01-01", "2026-03-01"),
        ("2025-06-01", "2024-03-01"),
        ("2022-06-01", "2024-03-01"),
        ("2024-03-01", "2024-03-01"),
    ):
        if row[1].method == "DELETE":
            path = things(world, row[1])
        answer = send(world, row, values, path, headers={api_versions.HEADER: asked})
        if row[0].has(row[1], spoken):
            assert answer.is_success or answer.status_code in (409, 422), answer.text
        else:
            assert answer.status_code == 404
        assert answer.headers[api_versions.HEADER] == spoken


def test_a_version_that_is_no_date_is_422(unchanged: Lend, row: Row) -> None:
    world, path, values, _ = unchanged(row)
    for malformed in ("2026-3-1", "2026-02-30", "newest", "20260301", " "):
        answer = send(world, row, values, path, headers={api_versions.HEADER: malformed})
        said = f"{api_versions.HEADER} is not a date of the form yyyy-mm-dd."
        assert (answer.status_code, answer.json()) == (
            422,
            error(422, f"{said} (parameter.{api_versions.HEADER})", parameter=api_versions.HEADER),
        )


def test_without_a_header_the_version_of_the_app_is_spoken(world: World) -> None:
    for version, spoken in (("2024-03-01", "2024-03-01"), ("2023-12-01", "2024-03-01"),
                            ("2026-03-01", "2026-03-01")):  # fmt: skip
        app = world.install(version=version)
        answer = world.call("GET", "products/count", app=app)
        assert answer.headers[api_versions.HEADER] == spoken
