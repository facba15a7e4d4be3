"""Whatever is sent, no write or search ends in a fault of ours, and what fails changes nothing."""

import contextlib
import json
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from openmall.contract.errors import Malformed
from openmall.http.body import decode
from tests.every_operation import examples
from tests.every_operation.operation_calls import (
    PREFIXES,
    rows,
    things,
)
from tests.every_operation.prerequisites import (
    Row,
)
from tests.every_operation.registry_rows import every_row, named
from tests.hostile import wire
from tests.random_cases import cases
from tests.world import World

pytestmark = [pytest.mark.one_store, pytest.mark.by_chance]

SOME = settings(
    max_examples=cases(40, usual=12),
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
WRITES = [row for row in every_row() if row[1].has_body]
READS = [row for row in every_row() if not row[1].has_body]

numbers = st.one_of(
    st.integers(),
    st.integers(-(2**80), 2**80),
    st.floats(),
    st.sampled_from([0, -1, 2**31, 2**63, 2**64, -0.0, 1e308]),
)
texts = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["", "T", "1e400", "NaN", "-0", "\x00", "2026-02-30", "٣", "0001-01-01"]),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def _status(world: World, row: Row, target: str, body: bytes = b"") -> int:
    headers = wire.known(world)
    if row[0].credential != "bearer":
        headers = [headers[0], (b"x-platform-client-id", world.full.basic[0].encode())]
    return wire.send(
        world.stage, row[1].method.encode(), target.encode(), headers, body
    ).status  # fmt: skip


def _target(row: Row, path: dict[str, Any]) -> str:
    return f"{PREFIXES[row[0].name]}/{row[1].path.format(**path)}"


@pytest.mark.parametrize("row", WRITES, ids=map(named, WRITES))
def test_a_body_of_random_values_is_never_a_fault(world: World, row: Row) -> None:
    operation = row[1]
    target = _target(row, things(world, operation))
    names = st.sampled_from(sorted(operation.fields))
    valid = {name: examples.valid(field.type) for name, field in operation.fields.items()}
    drawn = st.one_of(
        values,
        st.fixed_dictionaries(
            {n: st.just(valid[n]) for n, f in operation.fields.items() if f.required}
        ).flatmap(lambda base: st.dictionaries(names, values, max_size=3).map(base.__or__)),
    )

    before = rows(world)

    @SOME
    @given(drawn)
    def sent(inner: Any) -> None:
        nonlocal before
        envelope = {"requests": [inner]} if operation.objects > 1 else {"request": inner}
        body = json.dumps(envelope, allow_nan=True).encode("utf-8", "surrogatepass")
        status = _status(world, row, target, body)
        # whoever moves a sandbox's clock on may end the own token with it
        ended = operation.path == "sandbox/clock" and status == 401
        assert status in (200, 201, 207, 400, 404, 409, 422) or ended, inner
        after = rows(world)
        if ended or status in (400, 404, 409, 422):
            assert after == before
        before = after

    sent()


@pytest.mark.parametrize("row", READS, ids=map(named, READS))
def test_a_query_of_random_values_is_never_a_fault(world: World, row: Row) -> None:
    operation = row[1]
    path = things(world, operation)
    names = st.sampled_from([*sorted(operation.fields), "fields", "embed", "x"])
    octets = st.one_of(
        texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.integers(-(2**80), 2**80).map(lambda number: b"%d" % number),
        st.sampled_from([b"1,2", b"a,,b", b",", b"1e9", b"Infinity", b"9999-12-31T23:59:59-14:00"]),
    )

    # a shopper without a session has nothing of their own, nor may they write everywhere
    mine = (401, 403) if row[0].name == "storefront" else ()

    @SOME
    @given(st.lists(st.tuples(names, octets), max_size=4))
    def sent(pairs: list[tuple[str, bytes]]) -> None:
        query = "&".join(f"{name}={quote_from_bytes(value)}" for name, value in pairs)
        status = _status(world, row, f"{_target(row, path)}?{query}")
        assert status in (*mine, 200, 400, 404, 422), query

    sent()


@given(st.binary(max_size=60))
@settings(SOME, max_examples=200)
def test_octets_are_read_as_an_object_or_refused(octets: bytes) -> None:
    for body in (octets, b'{"request":' + octets + b"}", b'{"request":"' + octets + b'"}'):
        with contextlib.suppress(Malformed):
            assert isinstance(decode(body), dict)
