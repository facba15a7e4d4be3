"""The channels that an installation's settings configure, and the sweep of old messages."""

import base64
import hashlib
import hmac
import json
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.moments import Clocks
from openmall.events.messages.delivery import RETRIES
from openmall.events.messages.service import Messages
from openmall.running.server import certificates
from tests.events.messages.mail_server import mail_server
from tests.events.messages.test_mail import DRAFT, enqueue, listed
from tests.world import World

pytestmark = pytest.mark.both_stores

KEY = b"a key that provider and installation share"
SMS = replace(DRAFT, channel="sms", recipient="010-1234-5678", subject="", html="")


class Provider:
    """A provider of text messages that keeps what is posted to it."""

    def __init__(self) -> None:
        self.posted: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                provider.posted.append((dict(self.headers.items()), body))
                self.send_response(provider.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/messages"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def provider() -> Iterator[Provider]:
    running = Provider()
    yield running
    running.stop()


def messages(world: World, **settings: Any) -> Messages:
    """Return the messages of an installation with some settings, in this test's mall only."""

    async def mall(mall_id: str) -> Mall | None:
        found = await world.stage.app.directory.mall(mall_id)
        return found if mall_id == world.mall_id else None

    configuration = Configuration(**{"data_dir": Path("/nowhere"), **settings})
    return Messages(configuration, world.stage.app.database, world.stage.clock, malls=mall)


def work(world: World, **settings: Any) -> None:
    """Deliver what is due with the channels of some settings."""
    delivery = messages(world, **settings).delivery

    async def once() -> None:
        await delivery.work()
        await delivery.end()

    world.stage.run(once)


def provided(provider: Provider) -> dict[str, str]:
    secret = f"whsec_{base64.b64encode(KEY).decode()}"
    return {"message_provider": provider.address, "message_provider_secret": secret}


def test_a_text_message_is_posted_signed_to_the_provider(world: World, provider: Provider) -> None:
    enqueue(world, SMS)

    work(world, **provided(provider))

    [(headers, body)], [message] = provider.posted, listed(world)
    sent = json.loads(body)
    assert message.state == "sent"
    assert (sent["channel"], sent["to"], sent["mall_id"]) == ("sms", "010-1234-5678", world.mall_id)
    assert sent["id"] == headers["Webhook-Id"]
    signed = f"{sent['id']}.{headers['Webhook-Timestamp']}.".encode() + body
    digest = base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    assert headers["Webhook-Signature"] == f"v1,{digest}"


@pytest.mark.parametrize(
    ("status", "state"), [(500, "queued"), (429, "queued"), (302, "queued"), (422, "failed")]
)
def test_a_provider_that_refuses_is_asked_again_unless_it_never_will(
    world: World, provider: Provider, status: int, state: str
) -> None:
    provider.status = status
    enqueue(world, SMS)

    work(world, **provided(provider))

    [message] = listed(world)
    assert (message.state, message.answer) == (state, str(status))


def test_a_message_has_the_same_id_in_every_attempt(world: World, provider: Provider) -> None:
    provider.status = 503
    enqueue(world, SMS)
    work(world, **provided(provider))
    provider.status = 200
    world.stage.clock.pass_(RETRIES[0])
    work(world, **provided(provider))

    first, second = (headers["Webhook-Id"] for headers, _ in provider.posted)
    assert first == second


def test_a_provider_that_is_away_costs_no_message(world: World, provider: Provider) -> None:
    provider.stop()
    enqueue(world, SMS)

    work(world, **provided(provider))

    assert listed(world)[0].state == "queued"


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """Return the folder of a certificate for `localhost`, with its authority."""
    certificates.ensure(tmp_path, ("localhost",), now=datetime.now(UTC))
    return tmp_path


def context(folder: Path) -> tuple[ssl.SSLContext, Path]:
    files = certificates.ensure(folder, ("localhost",), now=datetime.now(UTC))
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    found.load_cert_chain(files.certificate, files.key)
    assert files.ca_file is not None
    return found, files.ca_file


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_is_sent_over_tls(world: World, authority: Path, scheme: str) -> None:
    enqueue(world, DRAFT)
    server, ca_file = context(authority)
    with mail_server(**{"starttls" if scheme == "smtp" else "tls": server}) as running:
        work(world, mail_server=f"{scheme}://localhost:{running.port}", mail_ca=ca_file)

        assert listed(world)[0].state == "sent"
        assert len(running.keeper.mails) == 1


def test_mail_is_given_to_no_server_with_a_strange_certificate(
    world: World, authority: Path
) -> None:
    enqueue(world, DRAFT)
    server, _ = context(authority)
    with mail_server(starttls=server) as running:
        work(world, mail_server=f"smtp://localhost:{running.port}")

        assert listed(world)[0].state == "queued"
        assert running.keeper.mails == []


def test_a_server_without_starttls_gets_no_mail_unencrypted(world: World) -> None:
    enqueue(world, DRAFT)
    with mail_server() as running:
        work(world, mail_server=f"smtp://127.0.0.1:{running.port}")

        assert listed(world)[0].state == "queued"
        assert running.keeper.mails == []


def test_old_messages_and_the_log_of_their_delivery_are_deleted(
    world: World, provider: Provider
) -> None:
    enqueue(world, SMS, SMS)
    work(world, **provided(provider))
    world.stage.clock.pass_(29 * 86_400)
    kept = messages(world, message_days=30)

    assert world.stage.run(lambda: kept.sweep(Clocks(world.stage.clock), [world.mall_id])) == 0
    world.stage.clock.pass_(2 * 86_400)
    assert world.stage.run(lambda: kept.sweep(Clocks(world.stage.clock), [world.mall_id])) == 2
    assert listed(world) == []


PLUG_IN = """
from openmall.events.messages.channels import Outcome

class Chat:
    async def send(self, message, hand_over):
        return Outcome("accepted", "chat " + message.recipient[:3])

    async def close(self):
        pass
"""


def test_an_installed_plug_in_delivers_its_channel(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chat_plug_in.py").write_text(PLUG_IN)
    installed = tmp_path / "chat_plug_in-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: chat-plug-in\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(
        "[openmall.message_channels]\nchatapp = chat_plug_in:Chat\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    enqueue(world, replace(SMS, channel="chatapp"))

    work(world)

    [message] = listed(world)
    assert (message.state, message.answer) == ("sent", "chat 010")
