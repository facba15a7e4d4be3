"""Downloads from addresses that others choose: nothing of this machine, and not too much."""

import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from openmall.contract.outgoing import NoReply
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.outgoing_client import OutgoingClient
from tests.events.webhooks.receiver import NAME, Receiver
from tests.world import World

Page = tuple[int, dict[str, str], bytes]


class Site:
    """An HTTPS server with pages."""

    def __init__(self, receiver: Receiver) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append(self.path)
                status, headers, body = site.pages.get(self.path, (404, {}, b""))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(receiver.certificate, receiver.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://{NAME}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()


@pytest.fixture
def site(receiver: Receiver) -> Iterator[Site]:
    found = Site(receiver)
    yield found
    found.server.shutdown()
    found.server.server_close()


Download = Callable[..., bytes]


@pytest.fixture
def download(world: World, receiver: Receiver) -> Download:
    """Download an address; names of `known` have these addresses, others that of this machine."""

    def run(address: str, *, allowed: bool = True, **known: list[str]) -> bytes:
        async def lookup(host: str, port: int) -> list[str]:
            return known.get(host.partition(".")[0], ["127.0.0.1"])

        networks = Networks(["127.0.0.0/8"] if allowed else [])
        client = OutgoingClient(networks, authority=receiver.authority, lookup=lookup)

        async def both() -> bytes:
            try:
                return await client.download(address, max_bytes=1_000)
            finally:
                await client.close()

        return world.stage.run(both)

    return run


def test_a_download_is_led_on_a_few_times(site: Site, download: Download) -> None:
    site.pages = {
        "/a": (302, {"Location": "/b"}, b""),
        "/b": (301, {"Location": f"{site.address}/c#part"}, b""),
        "/c": (200, {"Content-Type": "image/png"}, b"picture"),
        "/round": (302, {"Location": "/round"}, b""),
    }

    assert download(f"{site.address}/a") == b"picture"
    assert download(f"{site.address.replace('https', 'http')}/c") == b"picture"
    site.asked.clear()
    with pytest.raises(NoReply, match="more than 3 times"):
        download(f"{site.address}/round")
    assert len(site.asked) == 4


@pytest.mark.parametrize(
    "location",
    [
        "https://10.0.0.1/x", "https://169.254.169.254/latest/meta-data", "https://[::1]/x",
        "https://internal.test/x", "http://192.168.0.1/x", "file:///etc/passwd", "ftp://a.test/x",
        "https://user:password@receiver.test/x", "//10.0.0.1/x", "https://2130706433/",
    ],
)  # fmt: skip
def test_no_redirect_leads_inside(site: Site, download: Download, location: str) -> None:
    site.pages["/a"] = (302, {"Location": location}, b"")

    with pytest.raises(NoReply):
        # given that the first host may be reached, and others are inside
        download(f"{site.address}/a", internal=["10.1.2.3"])
    assert site.asked == ["/a"]


def test_nothing_of_this_machine_is_downloaded(site: Site, download: Download) -> None:
    site.pages["/a"] = (200, {}, b"secret")

    with pytest.raises(NoReply, match="no address on the internet"):
        download(f"{site.address}/a", allowed=False)
    assert site.asked == []


def test_what_is_too_long_or_not_there_is_not_downloaded(site: Site, download: Download) -> None:
    site.pages["/long"] = (200, {"Content-Length": "5"}, b"x" * 5)
    site.pages["/longer"] = (200, {}, b"x" * 1_001)

    assert download(f"{site.address}/long") == b"xxxxx"
    with pytest.raises(NoReply, match="more than 1000 bytes"):
        download(f"{site.address}/longer")
    with pytest.raises(NoReply, match="status 404"):
        download(f"{site.address}/none")
