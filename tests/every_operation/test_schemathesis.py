"""A program that knows nothing but the printed OpenAPI finds nothing that contradicts it."""

import functools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from openmall.contract import api_versions
from openmall.pages.reference.openapi import document as openapi
from tests.coverage_scope import nothing_at_all, the_application_alone
from tests.every_operation.operation_calls import (
    PREFIXES,
    send_raw,
    things,
)
from tests.every_operation.prerequisites import (
    Row,
)
from tests.every_operation.registry_rows import every_row, named
from tests.random_cases import cases
from tests.tiers import part_of
from tests.world import World, open_stage

ALWAYS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
"""What holds of every answer. Left out on purpose: `unsupported_method`, which wants 405 where the
specification knows only 404; `positive_data_acceptance`, because a schema cannot say that a number
must exist or that two dates come together; `ignored_auth`, because permission has its own sweep."""

NOT_SENT = {
    *("authorization", "cookie", "x-openmall-session", "idempotency-key", "prefer"),
    api_versions.HEADER.lower(),
}
"""Headers that are not made up: credentials and the version, which are those of the test, and
what makes a call a job or the repetition of another; both have tests of their own."""

BODY_NEGATIVE = [checks.negative_data_rejection]
"""Only for bodies, and only where the data breaks a rule: unknown parameters are ignored by rule,
and every query text is a valid string."""

SOME = settings(
    max_examples=cases(8, usual=2),
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ROWS = [row for row in every_row() if row[0].name in PREFIXES]
DRAWN = [row for row in ROWS if part_of(named(row), cases(1, usual=3)) == 1]
"""A third of the operations for every commit, all of them with `--thorough`."""


@pytest.fixture(scope="module")
def shop() -> Iterator[World]:
    """A mall on SQLite: what is checked here does not depend on the store."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder)) as stage,
        the_application_alone(),
        nothing_at_all(stage.client.run),
    ):
        world = stage.new_world("printed")
        for _ in range(2):
            for row in ROWS:
                things(world, row[1])
        yield world


@functools.cache
def _schema(api: str) -> Any:
    """Return the document of an API, without the parameters that would be drawn for nothing."""
    document = openapi.document(api)
    named = document["components"]["parameters"]
    for path in document["paths"].values():
        for operation in path.values():
            operation["parameters"] = [
                each
                for each in operation.get("parameters", [])
                if named.get(each.get("$ref", "").rpartition("/")[2], each)["name"].lower()
                not in NOT_SENT
            ]
    return schemathesis.openapi.from_dict(document)


def _cases(row: Row, mode: GenerationMode) -> st.SearchStrategy[Case]:
    operation = _schema(row[0].name)[f"/{row[1].path}"][row[1].method]
    cases: st.SearchStrategy[Case] = operation.as_strategy(generation_mode=mode)
    return cases


def _answer(shop: World, row: Row, case: Case) -> Any:
    sent = case.as_transport_kwargs(base_url=f"https://x{PREFIXES[row[0].name]}")
    # the newest version is what the document describes
    headers = {**dict(sent.get("headers") or {}), api_versions.HEADER: api_versions.NEWEST}
    headers = {n: v for n, v in headers.items() if n.lower() not in NOT_SENT}
    rest = {name: sent[name] for name in ("params", "json") if sent.get(name) is not None}
    if sent.get("data") is not None:
        rest["content"] = sent["data"]
    if row[0].credential != "bearer":
        headers["X-Platform-Client-Id"] = shop.full.basic[0]
    url = sent["url"].removeprefix("https://x")
    return send_raw(shop, row[0], row[1].method, url, headers=headers, **rest)


@pytest.mark.parametrize("printed", DRAWN, ids=map(named, DRAWN))
def test_valid_data_gets_a_documented_answer(shop: World, printed: Row) -> None:
    @SOME
    @given(_cases(printed, GenerationMode.POSITIVE))
    def sent(case: Case) -> None:
        case.validate_response(_answer(shop, printed, case), checks=ALWAYS)

    sent()


BODIES = [row for row in DRAWN if row[1].has_body and row[1].objects == 1]
"""Where one object is sent: several may be refused differently, within a 207."""


def _body_is_wrong(case: Case) -> bool:
    assert case.meta is not None
    body = case.meta.components.get(ParameterLocation.BODY)
    return body is not None and body.mode is GenerationMode.NEGATIVE


@pytest.mark.parametrize("printed", BODIES, ids=map(named, BODIES))
def test_invalid_bodies_are_refused(shop: World, printed: Row) -> None:
    @SOME
    @given(_cases(printed, GenerationMode.NEGATIVE))
    def sent(case: Case) -> None:
        more = BODY_NEGATIVE if _body_is_wrong(case) else []
        case.validate_response(_answer(shop, printed, case), checks=ALWAYS + more)

    sent()
