"""What may stand between openmall and PostgreSQL: TLS, a pooler, a count of the round trips."""

import asyncio
import contextlib
import select
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

_VERSION: Final = 196_608
_SSL: Final = 80_877_103
_KNOWN: Final = {"user", "database", "application_name", "client_encoding"}
"""What the pooler lets a client say of its session; anything else it refuses, as PgBouncer does."""


def _server_of(url: str) -> str:
    [folder] = parse_qs(urlsplit(url).query)["host"]
    return str(Path(folder) / ".s.PGSQL.5432")


def _through(url: str, port: int) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"postgres@127.0.0.1:{port}", query=""))


@contextlib.contextmanager
def tls(url: str, certificate: Path, key: Path) -> Iterator[str]:
    """Speak TLS in front of the server; give the URL that leads through it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def pass_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while some := await source.read(65_536):
                sink.write(some)
        sink.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            if struct.unpack("!ii", await reader.readexactly(8)) != (8, _SSL):
                writer.close()  # nobody gets in without
                return
            writer.write(b"S")
            await writer.start_tls(context)
            there, back = await asyncio.open_unix_connection(_server_of(url))
            await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    loop, ready, ports = asyncio.new_event_loop(), threading.Event(), []

    async def listen() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()

    def run() -> None:
        loop.run_until_complete(listen())
        loop.run_forever()

    threading.Thread(target=run, daemon=True).start()
    ready.wait()
    try:
        yield _through(url, ports[0])
    finally:
        loop.call_soon_threadsafe(loop.stop)


class Pooler:
    """A pooler in transaction mode: what comes after a transaction goes to another connection."""

    def __init__(self, url: str) -> None:
        self._address = _server_of(url)
        self.named: list[bytes] = []
        """The names of statements that clients prepared."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = _through(url, self._listening.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        servers: list[socket.socket] = []
        with contextlib.suppress(OSError, EOFError), client:
            startup = _startup(client)
            said = startup[8:-2].split(b"\0")
            if unknown := {name.decode() for name in said[::2]} - _KNOWN:
                text = f"unsupported startup parameter: {sorted(unknown)}".encode()
                _send(client, b"E", b"SFATAL\0C08P01\0M" + text + b"\0\0")
                return
            try:
                for _ in range(2):
                    server = socket.socket(socket.AF_UNIX)
                    servers.append(server)
                    server.connect(self._address)
                    server.sendall(startup)
                    greeting = [_message(server)]
                    while greeting[-1][0] != b"Z":
                        greeting.append(_message(server))
                for kind, content in greeting:
                    _send(client, kind, content)
                self._pass_on(client, servers)
            finally:
                for server in servers:
                    server.close()

    def _pass_on(self, client: socket.socket, servers: list[socket.socket]) -> None:
        while True:
            ready, _, _ = select.select([client, servers[0]], [], [])
            for source in ready:
                kind, content = _message(source)
                if source is client:
                    if kind == b"P" and (name := content.partition(b"\0")[0]):
                        self.named.append(name)
                    _send(servers[0], kind, content)
                else:
                    _send(client, kind, content)
                    if (kind, content) == (b"Z", b"I"):
                        servers.append(servers.pop(0))


class RoundTripCounter:
    """Passes everything on, and counts how often the server is ready for the next request."""

    def __init__(self, url: str) -> None:
        self._address = _server_of(url)
        self.round_trips = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = _through(url, self._listening.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with (
            contextlib.suppress(OSError, EOFError),
            client,
            socket.socket(socket.AF_UNIX) as server,
        ):
            server.connect(self._address)
            server.sendall(_startup(client))
            while True:
                ready, _, _ = select.select([client, server], [], [])
                for source in ready:
                    kind, content = _message(source)
                    if source is server:
                        self.round_trips += kind == b"Z"
                    _send(server if source is client else client, kind, content)


def _startup(client: socket.socket) -> bytes:
    while True:
        length, version = struct.unpack("!ii", _exactly(client, 8))
        if version == _SSL:
            client.sendall(b"N")
            continue
        if version != _VERSION:
            raise EOFError  # somebody wants a statement cancelled: limits will
        return struct.pack("!ii", length, version) + _exactly(client, length - 8)


def _message(source: socket.socket) -> tuple[bytes, bytes]:
    kind, length = struct.unpack("!ci", _exactly(source, 5))
    return kind, _exactly(source, length - 4)


def _send(sink: socket.socket, kind: bytes, content: bytes) -> None:
    sink.sendall(kind + struct.pack("!i", len(content) + 4) + content)


def _exactly(source: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        some = source.recv(size - len(got))
        if not some:
            raise EOFError
        got += some
    return got
