"""What the command line does with webhooks, and how events come to a program without a tunnel."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from openmall.apptesting.scenarios import TRIGGERS
from openmall.cli.apps import event_forwarding, remote_events
from openmall.configuration import Configuration
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys
from tests.cli.command_line import Shell
from tests.events.webhooks.plaintext_receiver import Plain
from tests.events.webhooks.receiver import OrderCame, ProductMade, Receiver


class Office:
    """A shell at an installation with a mall, an app in it, and a receiver on this machine."""

    def __init__(self, shell: Shell, receiver: Receiver) -> None:
        self.shell = shell
        self.receiver = receiver
        self.address = f"https://127.0.0.1:{receiver.port}/hooks"
        made = self.json("app", "create", "--name", "Kite", "--all-scopes")
        self.client_id = made["client_id"]
        self.text("app", "install", self.client_id, "--mall", "myshop")

    def json(self, *words: str) -> Any:
        return self.shell.json(*words)

    def text(self, *words: str) -> str:
        return self.shell.text(*words)

    def webhooks(self, verb: str, *words: str) -> Any:
        return self.json("app", "webhooks", verb, self.client_id, *words)

    async def happen(self) -> None:
        database = open_database(Configuration(data_dir=self.shell.data_dir))
        events = [ProductMade(product_no=7), OrderCame(order_id="20261121-0000001")]
        async with database.writing("myshop") as db:
            await journal_batch.publish(db, SystemClock(), events)
        await database.close()


@pytest.fixture
def office(shop: Shell, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Office:
    monkeypatch.setenv("OPENMALL_WEBHOOK_NETWORKS", "127.0.0.0/8")
    monkeypatch.setenv("OPENMALL_WEBHOOK_CA", str(receiver.authority))
    return Office(shop, receiver)


def test_events_are_chosen_by_their_changed_fields(office: Office) -> None:
    chosen = office.webhooks("events", "product_updated:price,display", "90001")
    shown = office.text("app", "webhooks", "show", office.client_id)
    all_again = office.webhooks("events", "product_updated")

    assert chosen["events"] == [90001, 90002]
    assert chosen["changed_fields"] == {"90002": ["display", "price"]}
    assert "display" in shown
    assert all_again["changed_fields"] == {}


def test_an_app_is_set_up_and_tried_out(office: Office) -> None:
    told = office.webhooks("address", office.address)
    assert (told["address"], told["events"]) == (office.address, [])
    told = office.webhooks("events", "order_received", "90001")
    assert (told["events"], told["changed_fields"]) == ([90001, 90023], {})

    made = office.webhooks("test", "order_received", "--mall", "myshop")

    [received] = office.receiver.taken()
    assert received.event_no == 90023
    assert received.headers["X-API-Key"] == told["api_key"]
    assert (made["log_type"], made["success"], made["http_code"]) == ("T", True, 200)
    [line] = office.webhooks("log", "--mall", "myshop")
    assert line == made
    assert office.webhooks("log", "--mall", "myshop", "--failed") == []
    shown = office.webhooks("show")
    assert shown["malls"] == [
        {
            "mall_id": "myshop",
            "reception_status": "T",
            "delivered_up_to": 0,
            "failures": 0,
            "failing_since": None,
        }
    ]


def test_an_event_that_was_not_received_ends_with_one(office: Office) -> None:
    office.webhooks("address", office.address)
    office.receiver.answer = lambda received: (500, b"broken")
    words = ("app", "webhooks", "test", office.client_id, "90001", "--mall", "myshop")
    told = office.shell.run(*words)
    assert told.exit_code == 1
    assert told.stdout.startswith("Not received: 500 in ")


def test_reception_is_switched_off_and_on(office: Office) -> None:
    for verb, state in (("off", "F"), ("off", "F"), ("on", "T")):
        office.webhooks(verb, "--mall", "myshop")
        assert office.webhooks("show")["malls"][0]["reception_status"] == state
    words = ("app", "webhooks", "on", office.client_id, "--mall", "myshop")
    assert office.text(*words) == f"Webhooks of {office.client_id} are on in myshop already.\n"


def test_new_keys_are_shown(office: Office) -> None:
    old, new = office.webhooks("show"), office.webhooks("key")
    assert old["api_key"] != new["api_key"]
    assert old["secret"] != new["secret"]
    assert new["old_secret_until"] > 0


def test_every_event_is_listed_with_its_scopes(office: Office) -> None:
    every = office.json("app", "webhooks", "events")
    assert {"event_no": 90023, "name": "order_received", "scopes": ["mall.read_order"]} in every
    assert "90023     order_received" in office.text("app", "webhooks", "events")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("address", "http://127.0.0.1/"), "the address does not begin with https://"),
        (("address", "https://10.0.0.1/"), "10.0.0.1 is not on the internet"),
        (("events", "kite"), "there is no event 'kite'"),
        (("events", "90001:price"), "event 90001 never lists the field 'price': it lists none"),
        (("events", "90024:price"), "it lists items, shipping_status"),
        (("log", "--mall", "nowhere"), "there is no mall 'nowhere'"),
        (("resend", "5", "--mall", "myshop"), "the app has no address"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    office: Office, words: tuple[str, ...], told: str
) -> None:
    found = office.shell.run("app", "webhooks", words[0], office.client_id, *words[1:])
    assert found.exit_code == 1
    assert told in found.stderr


def test_events_come_to_a_program_on_this_machine_without_tls(office: Office) -> None:
    asyncio.run(office.happen())
    shown = office.webhooks("show")
    with Plain() as program:
        words = ["listen", "--forward", program.address, "--app", office.client_id]
        words += ["--mall", "myshop", "--since", "0", "--once", "--json"]
        lines = [json.loads(line) for line in office.text(*words).splitlines()]

        assert [(each["sequence"], each["event_no"], each["code"]) for each in lines] == [
            (1, 90001, 200),
            (2, 90023, 200),
        ]
        assert [each.about for each in program.received] == [7, "20261121-0000001"]
        first, second = program.received
        assert first.headers["X-API-Key"] == shown["api_key"]
        assert (second.sequence, second.previous) == (2, 1)
        assert first.headers["X-Trace-Id"] == lines[0]["trace_id"]
        program.received.clear()

        # and only some, after one
        words[words.index("--since") + 1] = "1"
        told = office.text(*words[:-1], "--events", "90001,order_received")
        assert [each.event_no for each in program.received] == [90023]
        assert "2  90023 order_received  -> 200" in told


_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
_EVENT = {
    "sequence": 1203,
    "event_no": 90001,
    "resource": {"mall_id": "myshop", "product_no": 7},
    "trace_id": "0d492786-ae82-4073-aa88-0991b08ee732",
    "created_date": "2026-11-21T09:00:00+09:00",
}
_TEST = {
    "log_id": "31",
    "log_type": "T",
    "event_no": 90023,
    "trace_id": "5b2f8a9e-8f3d-4b64-9d6d-2f8f1a7d9c11",
    "request_body": '{"event_no":90023,"resource":{"mall_id":"myshop","order_id":"1"}}',
}


def _said(**lists: Any) -> bytes:
    return json.dumps(lists).encode()


def _refused(status: int, message: str) -> bytes:
    return _said(error={"code": str(status), "message": message, "more_info": {}})


def _from(program: Plain, *words: str) -> list[str]:
    said = ["listen", "--forward", program.address, "--server", program.address, "--token", "abc"]
    return [*said, *words, "--once"]


def test_events_come_from_a_server_elsewhere(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMALL_LISTEN_SECRET", _SECRET)
    with Plain() as program:
        nothing = [_said(events=[]), _said(logs=[])]
        program.answers = [*nothing, _said(logs=[]), _said(events=[_EVENT])]
        shell.text(*_from(program, "--since", "1200", "--events", "90001"))

        path = "/api/v2/admin/webhooks/events?since=1200&limit=100&event_no=90001"
        assert program.asked[-1] == (path, "Bearer abc")
        [received] = program.received
        assert received.raw == (
            b'{"event_no":90001,"resource":{"mall_id":"myshop","product_no":7}}'
        )
        keys = Keys(api_key="", secret=_SECRET)
        now = int(received.headers["Webhook-Timestamp"])
        proof = signing.signature(keys, str(_EVENT["trace_id"]), received.raw, now=now)
        assert received.headers["Webhook-Signature"] == proof
        assert (received.sequence, received.previous) == (1203, 0)

        # and when the server refuses, its reason is told
        program.answers = [_refused(403, "No scope.")]
        found = shell.run(*_from(program, "--since", "1200"))
        assert found.exit_code == 1
        assert "No scope." in found.stderr


def test_tests_come_from_a_server_elsewhere(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENMALL_LISTEN_SECRET", _SECRET)
    monkeypatch.setattr(remote_events, "POLL_SECONDS", 0.0)
    state = tmp_path / "listen.json"
    with Plain() as program:
        # a server that is busy is asked again; what was tested before is not brought
        busy = [_refused(429, "Too many requests."), _said(logs=[_TEST])]
        begin = [_said(events=[_EVENT]), _said(logs=[_TEST]), _said(logs=[]), _said(events=[])]
        program.answers = [*busy, *begin]
        shell.run(*_from(program, "--state", str(state)))
        assert program.received == []

        program.answers = [_said(logs=[{**_TEST, "log_id": "32"}]), _said(events=[])]
        told = shell.text(*_from(program, "--state", str(state)))

        assert [path for path, _ in program.asked[-2:]] == [
            "/api/v2/admin/webhooks/logs?log_type=T&since_log_id=31&limit=100",
            "/api/v2/admin/webhooks/events?since=1203&limit=100",
        ]
        assert "test  90023 order_received  -> 200" in told
        [received] = program.received
        assert received.raw == str(_TEST["request_body"]).encode()
        assert received.headers["Webhook-Id"] == _TEST["trace_id"]
        assert "X-Event-Sequence" not in received.headers
        assert json.loads(state.read_text()) == {"sequence": 1203, "log_no": 32}


def test_a_listener_goes_on_where_the_last_one_was(office: Office, tmp_path: Path) -> None:
    state = tmp_path / "listen.json"
    with Plain() as program:
        words = ["listen", "--forward", program.address, "--app", office.client_id]
        words += ["--mall", "myshop", "--once", "--json", "--state", str(state)]
        assert office.shell.run(*words).stdout == ""  # from now on
        asyncio.run(office.happen())

        lines = [json.loads(line) for line in office.text(*words).splitlines()]
        assert [(each["sequence"], each["event_no"]) for each in lines] == [(1, 90001), (2, 90023)]
        assert office.shell.run(*words).stdout == ""
        # unless it is said where
        assert len(office.text(*words, "--since", "1").splitlines()) == 1

        state.write_text("[]")
        found = office.shell.run(*words)
        assert (found.exit_code, "is no state of a listener" in found.stderr) == (1, True)


def test_an_event_that_is_not_accepted_is_sent_again_and_then_left_out(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_forwarding, "MOST_PAUSE", 0.01)
    asyncio.run(office.happen())
    with Plain() as program:
        words = ["listen", "--forward", program.address, "--app", office.client_id]
        words += ["--mall", "myshop", "--since", "0", "--once", "--json", "--retries", "1"]
        program.statuses = [500, 200, 500, 503]
        lines = [json.loads(line) for line in office.text(*words).splitlines()]

        assert [(each["sequence"], each["attempt"], each["code"]) for each in lines] == [
            (1, 1, 500), (1, 2, 200), (2, 1, 500), (2, 2, 503),
        ]  # fmt: skip
        marks = [
            (each.headers["X-Webhook-Attempt"], each.headers["X-Webhook-Redelivery"])
            for each in program.received
        ]
        assert marks == [("1", "F"), ("2", "T")] * 2


def test_a_listener_brings_tests_and_prints_its_secret(office: Office, tmp_path: Path) -> None:
    secret = office.webhooks("show")["secret"]
    with Plain() as program:
        words = ["listen", "--forward", program.address, "--app", office.client_id]
        words += ["--mall", "myshop", "--once", "--state", str(tmp_path / "state.json")]
        office.shell.run(*words)

        told = office.text(
            "app", "webhooks", "test", office.client_id, "order_received", "--mall", "myshop"
        )
        assert "The app has no address: openmall listen brings it." in told
        found = office.shell.run(*words, "--print-secret")

        assert f"Events are signed with {secret}" in found.stderr
        assert "test  90023 order_received  -> 200" in found.stdout
        [received] = program.received
        keys = Keys(api_key="", secret=secret)
        now = int(received.headers["Webhook-Timestamp"])
        proof = signing.signature(keys, received.headers["Webhook-Id"], received.raw, now=now)
        assert received.headers["Webhook-Signature"] == proof
        assert "X-Event-Sequence" not in received.headers
        assert office.shell.run(*words).stdout == ""


def test_what_is_triggered_comes_to_a_listener(office: Office) -> None:
    office.text("mall", "create", "trial", "--name", "Trial", "--sandbox")
    office.text("app", "install", office.client_id, "--mall", "trial")
    with Plain() as program:
        told = office.json("trigger", "product_created", "--mall", "trial")
        order = office.json("trigger", "order_paid", "--mall", "trial", "--quantity", "2")
        words = ["listen", "--forward", program.address, "--app", office.client_id]
        office.text(*words, "--mall", "trial", "--since", "0", "--once")

        assert (told["event"], told["product_no"]) == ("product_created", 1)
        assert [each.event_no for each in program.received] == [90001, 90023, 90025]
        assert {each.about for each in program.received[1:]} == {order["order_id"]}


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("order_paid", "--mall", "myshop"), 1, "no sandbox"),
        (("order_paid", "--mall", "nowhere"), 1, "nowhere"),
        (("order_paid",), 2, "say EVENT and --mall, or --list"),
        (("moon", "--mall", "trial"), 1, "There is no trigger 'moon'"),
        (
            ("order_paid", "--mall", "trial"),
            1,
            "Nothing is on sale in shop 1: the trigger product_created makes a product."
            " openmall trigger product_created --mall trial\n",
        ),
        (("order_paid", "--mall", "trial", "--product", "9"), 1, "on sale. (--product)\n"),
    ],
)
def test_what_cannot_be_triggered_is_said(
    office: Office, words: tuple[str, ...], status: int, told: str
) -> None:
    office.text("mall", "create", "trial", "--name", "Trial", "--sandbox")

    found = office.shell.run("trigger", *words)

    assert (found.exit_code, told in found.stderr) == (status, True), found.stderr


def test_what_can_be_triggered_is_listed(office: Office) -> None:
    assert "order_paid" in office.text("trigger", "--list")
    assert office.json("trigger", "--list") == TRIGGERS


def test_listening_needs_to_know_where(office: Office) -> None:
    found = office.shell.run("listen", "--forward", "http://localhost:1/")
    assert found.exit_code == 2
    assert "say --app and --mall, or --server and --token" in found.stderr
