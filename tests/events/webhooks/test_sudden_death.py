"""Workers and receivers die in the middle: nothing is lost, and what comes twice is marked."""

import socket
import tempfile
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import pytest

from openmall.contract.journal import batch as journal_batch
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.addresses import Networks
from openmall.running.server import certificates
from tests import postgres
from tests.events.webhooks.receiver import ProductChanged
from tests.fork_server import ForkServer
from tests.random_cases import cases
from tests.world import World, open_stage

pytestmark = pytest.mark.journey

WORKER = "tests.events.webhooks.delivery_worker"
RECEIVER = "tests.events.webhooks.recording_receiver"
ROUNDS = 6
EVENTS = ROUNDS * cases(100, usual=50)
THINGS = 25
PATIENCE = 60.0


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_nothing_is_lost_and_what_comes_twice_is_marked(store: str) -> None:
    database = postgres.server().new_database() if store == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as name,
        open_stage(Path(name), database=database) as stage,
        ForkServer(WORKER, RECEIVER) as server,
    ):
        # given a mall with an app, two workers and the app's receiver
        folder = Path(name)
        tls = certificates.ensure(folder, ("receiver.test",), now=datetime.now(UTC))
        book = folder / "received"
        book.touch()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        world = stage.new_world("mortal-1")
        app = world.install()
        context = webhook_rules.WebhookContext(
            database=stage.app.database,
            clock=stage.clock,
            seal=world.stage.app.periodic_tasks.webhooks.context.seal,
            networks=Networks(["127.0.0.0/8"]),
        )
        client_id = app.credentials.client_id
        stage.run(webhook_rules.set_events, context, client_id, [90002])
        stage.run(webhook_rules.set_address, context, client_id, f"https://receiver.test:{port}/")
        work = (WORKER, folder, database, tls.ca_file)
        receive = (RECEIVER, port, tls.certificate, tls.key, book)
        workers = [server.start(*work) for _ in range(2)]
        receiver = server.start(*receive)

        # when things happen, and one after the other is killed and another one begins
        told = 0
        for _ in range(ROUNDS):
            told = _announce(world, told)
            _wait_for(book, told // 2)
            workers.pop(0).kill()
            workers.append(server.start(*work))
            receiver.kill()
            receiver = server.start(*receive)
        _wait_for(book, EVENTS)

        # then each came, marked when it was not the first time, and things in their order
        lines = [line.split() for line in book.read_text().splitlines()]
    received = [int(sequence) for sequence, _ in lines]
    assert set(received) == set(range(1, EVENTS + 1))
    seen: set[int] = set()
    unmarked = []
    first_times = defaultdict(list)
    for sequence, redelivery in lines:
        number = int(sequence)
        if number not in seen:
            first_times[number % THINGS].append(number)
        elif redelivery != "T":
            unmarked.append(number)
        seen.add(number)
    assert unmarked == []
    assert len(received) > EVENTS, "nobody was killed in the middle of anything"
    for line in first_times.values():
        assert line == sorted(line)


def _announce(world: World, told: int) -> int:
    """Let the events of a round happen, some at a time."""
    upto = told + EVENTS // ROUNDS
    while told < upto:
        events = [ProductChanged(product_no=(told + at) % THINGS) for at in range(1, 11)]
        world.in_transaction(
            lambda db, some=events: journal_batch.publish(db, world.stage.clock, some)
        )
        told += 10
    return told


def _wait_for(book: Path, number: int) -> None:
    until = time.monotonic() + PATIENCE
    while len({line.split()[0] for line in book.read_text().splitlines()}) < number:
        assert time.monotonic() < until, f"{len(book.read_text().splitlines())} of {number} came"
        time.sleep(0.02)
