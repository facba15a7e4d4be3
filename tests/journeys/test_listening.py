"""`openmall listen --server` as a process, with a running server and a program that receives."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import openmall_client
from openmall.events.webhooks import signing
from tests.events.webhooks.plaintext_receiver import Plain
from tests.events.webhooks.receiver import Received
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, WAIT, DemoServer, command, soon

SECRET = signing.new_secret()
CREATED = 90001


@pytest.fixture
def credentials(mall: DemoServer) -> tuple[str, str]:
    """Client ID and access token of an app of this test."""
    client_id = mall.new_app(
        "Listener", "--scope", "mall.read_application", "--scope", "mall.read_product"
    )
    issue = ("token", "issue", "--mall", mall.demo.mall_id, "--app", client_id, "--json")
    return client_id, json.loads(mall.openmall(*issue))["access_token"]


class Listening:
    """A listener that runs, and the lines that it has printed."""

    def __init__(self, process: subprocess.Popen[str], printed: Path) -> None:
        self._process, self._printed = process, printed

    def lines(self) -> list[str]:
        return self._printed.read_text().splitlines()

    def stop(self) -> int:
        """Ask it to stop; return its exit status."""
        self._process.terminate()
        return self._process.wait(WAIT)


@contextmanager
def listening(mall: DemoServer, program: Plain, token: str, folder: Path) -> Iterator[Listening]:
    """Yield a listener that remembers in a folder how far it is, once it listens."""
    authority = mall.demo.ca_file
    assert authority is not None
    printed = folder / "printed.txt"
    with printed.open("w") as output:
        process = subprocess.Popen(
            [*COMMAND, "listen", "--forward", program.address, "--server", mall.demo.local_url,
             "--token", token, "--ca", authority, "--events", "product_created",
             "--state", str(folder / "listen.json")],
            env={**ENVIRONMENT, "OPENMALL_LISTEN_SECRET": SECRET, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=output,
            text=True,
        )  # fmt: skip
    try:
        found = Listening(process, printed)
        assert soon(lambda: "Listening" in printed.read_text() or process.poll() is not None)
        assert process.poll() is None, printed.read_text()
        yield found
    finally:
        process.kill()
        process.wait(WAIT)


def create_product(mall: DemoServer, name: str) -> int:
    draft = {"product_name": name, "price": "1000", "supply_price": "0"}
    answer = mall.call("POST", "products", json={"request": draft})
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["product"]["product_no"]
    return number


def about(received: Received) -> int:
    """Return the product of a delivery, whose signature has to be genuine."""
    event = openmall_client.verify(SECRET, received.headers, received.raw)
    assert event.number == CREATED
    number: int = event.resource["product_no"]
    return number


def test_events_of_a_server_arrive_once_over_a_stop_of_the_listener(
    mall: DemoServer, credentials: tuple[str, str], tmp_path: Path
) -> None:
    _, token = credentials
    create_product(mall, "Before anybody listened")
    with Plain() as program:
        with listening(mall, program, token, tmp_path) as listener:
            # the first is not accepted, and sent again
            program.statuses = [500]
            first = create_product(mall, "Heard at once")
            assert soon(lambda: len(program.received) == 2)
            second = create_product(mall, "Heard next")
            assert soon(lambda: len(program.received) == 3)
            assert soon(lambda: len(listener.lines()) == 4)
            assert [line.split()[-3] for line in listener.lines()[1:]] == ["500", "200", "200"]
            assert listener.stop() == 0
        assert [about(each) for each in program.received] == [first, first, second]
        repeated = [each.headers["Webhook-Id"] for each in program.received[:2]]
        assert repeated[0] == repeated[1]
        sequence = program.received[-1].sequence
        assert json.loads((tmp_path / "listen.json").read_text())["sequence"] == sequence

        program.received.clear()
        missed = [create_product(mall, f"Nobody listened {number}") for number in range(3)]
        with listening(mall, program, token, tmp_path) as listener:
            assert soon(lambda: len(program.received) == 3)
            last = create_product(mall, "Heard again")
            assert soon(lambda: len(program.received) == 4)
            assert soon(lambda: len(listener.lines()) == 5)
            assert listener.stop() == 0
        assert [about(each) for each in program.received] == [*missed, last]


def test_what_is_tested_at_the_server_arrives(
    mall: DemoServer, credentials: tuple[str, str], tmp_path: Path
) -> None:
    client_id, token = credentials
    with Plain() as program, listening(mall, program, token, tmp_path) as listener:
        said = mall.openmall(
            "app", "webhooks", "test", client_id, "product_created", "--mall", mall.demo.mall_id
        )
        assert "openmall listen brings it" in said
        assert soon(lambda: len(program.received) == 1)
        assert listener.stop() == 0

        [received] = program.received
        about(received)
        assert "X-Event-Sequence" not in received.headers


def test_a_server_that_refuses_or_is_not_there_ends_the_listener_with_its_reason(
    mall: DemoServer,
) -> None:
    authority = mall.demo.ca_file
    assert authority is not None
    words = ("listen", "--forward", "http://localhost:1/", "--token", "nonsense")

    refused = command(*words, "--server", mall.demo.local_url, "--ca", authority)
    untrusted = command(*words, "--server", mall.demo.local_url)
    nobody = command(*words, "--server", "https://127.0.0.1:9", "--ca", authority)

    assert [each.returncode for each in (refused, untrusted, nobody)] == [1, 1, 1]
    notice, reason = refused.stderr.splitlines()
    assert "signed" in notice
    assert reason.startswith(f"error: {mall.demo.local_url}: ")
    assert "token" in reason
    assert "certificate" in untrusted.stderr
    assert "connect" in nobody.stderr.lower()
    assert os.linesep.join(each.stdout for each in (refused, untrusted, nobody)).strip() == ""
