"""Two servers of one installation, as on two machines: a folder each, one PostgreSQL, one Redis."""

import base64
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests import postgres
from tests.journeys.demo_server import WAIT, DemoServer, soon
from tests.journeys.second_machine import Second
from tests.random_cases import cases
from tests.redis import Server

KEYS = base64.b64encode(bytes(32)).decode()


def call(client: httpx.Client, token: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return client.get("/api/v2/admin/products/count", headers=headers)


@pytest.fixture(scope="module")
def redis() -> Iterator[Server]:
    with Server() as server:
        yield server


Start = Callable[[str], tuple[DemoServer, Second]]


@pytest.fixture(scope="module")
def start(redis: Server) -> Iterator[Start]:
    """A function that returns two servers of one installation, and stops those before.

    It is called with what they do while Redis is away. Nothing drains from a bucket.
    """
    settings = {
        "OPENMALL_DATABASE": postgres.server().new_database(),
        "OPENMALL_LIMITS_STORE": redis.url,
        "OPENMALL_SECRET_KEYS": KEYS,
        "OPENMALL_SHOP_DRAIN": "0.001",
        "OPENMALL_WORKERS": str(cases(2, usual=1)),
        "OPENMALL_BUCKET_PER": "shop_and_app",
        "OPENMALL_JOBS": "elsewhere",
    }
    started: dict[str, tuple[DemoServer, Second]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:

        def start(limits_away: str) -> tuple[DemoServer, Second]:
            if limits_away not in started:
                stack.close()
                started.clear()
                settings["OPENMALL_LIMITS_AWAY"] = limits_away
                # the second pair finds the mall that the first has filled
                one = DemoServer(Path(folder) / "one", **settings)
                stack.callback(one.stop)
                other = Second(Path(folder) / "other", one, **settings)
                stack.callback(other.end)
                started[limits_away] = one, other
            return started[limits_away]

        yield start


def storm(one: DemoServer, other: Second, token: str, calls: int) -> Counter[int]:
    """Return the statuses of many calls at once, every other one to the other machine."""
    own = threading.local()

    def go(at: int) -> int:
        if not hasattr(own, "clients"):
            own.clients = (
                httpx.Client(base_url=one.client.base_url, verify=False, timeout=WAIT),
                httpx.Client(base_url=other.client.base_url, verify=False, timeout=WAIT),
            )
        return call(own.clients[at % 2], token).status_code

    with ThreadPoolExecutor(16) as pool:
        return Counter(pool.map(go, range(calls)))


def test_a_storm_on_two_machines_is_admitted_up_to_the_bucket_and_not_once_more(
    start: Start,
) -> None:
    one, other = start("local")
    token = one.demo.app("read-only").access_token

    statuses = storm(one, other, token, 200)

    assert statuses == {200: 40, 429: 160}


def test_a_token_that_a_command_revoked_on_one_machine_works_on_none(
    start: Start,
) -> None:
    one, other = start("local")
    token = other.issue()
    assert [call(client, token).status_code for client in (one.client, other.client)] == [200, 200]

    other.command("token", "revoke", "-", "--mall", "demo", given=token)

    assert [call(client, token).status_code for client in (one.client, other.client)] == [401, 401]


@pytest.mark.parametrize(
    ("limits_away", "redis_is_away", "expected"),
    [("local", False, 200), ("local", True, 200), ("refuse", True, 503)][: cases(3, usual=2)],
)
def test_a_token_that_is_revoked_on_one_machine_works_on_none(
    start: Start, redis: Server, limits_away: str, redis_is_away: bool, expected: int
) -> None:
    one, other = start(limits_away)
    tokens = [other.issue() for _ in range(cases(3, usual=1))]
    if redis_is_away:
        redis.kill()
    for token in tokens:
        # every worker of both has heard of it
        before = [call(client, token).status_code for client in (one.client, other.client)] * 2
        basic = (one.demo.app("full").client_id, one.demo.app("full").client_secret)
        answer = one.client.post("/api/v2/oauth/revoke", data={"token": token}, auth=basic)
        after = [call(client, token).status_code for client in (other.client, one.client)]

        assert (set(before), answer.status_code, after) == ({expected}, 200, [401, 401])
    if redis_is_away:
        redis.start()
        token = other.issue()
        assert soon(lambda: call(one.client, token).status_code == 200)
        assert soon(lambda: call(other.client, token).status_code == 200)
