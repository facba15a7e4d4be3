"""A kept connection of a program that waits for each answer, unlike the load program."""

import asyncio
import json
import ssl
from typing import Any, Self
from urllib.parse import urlsplit

_TLS = ssl.create_default_context()
_TLS.check_hostname = False
_TLS.verify_mode = ssl.CERT_NONE


class Answer:
    """What came back."""

    def __init__(self, head: str, body: bytes) -> None:
        self.status = int(head.split(" ", 2)[1])
        self.headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head.splitlines()[1:])
        }
        self.body = body

    def json(self) -> Any:
        """Return the body as JSON; a call that failed ends the program."""
        if self.status >= 300:
            raise SystemExit(f"{self.status}: {self.body.decode()}")
        return json.loads(self.body)


class Connection:
    """A connection to a server on this machine, and headers that every call has."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str
    ) -> None:
        self._reader, self._writer = reader, writer
        self.headers = {"Host": host}

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to the server of a mall's address."""
        parts = urlsplit(url)
        tls: dict[str, Any] = {}
        if parts.scheme == "https":
            tls = {"ssl": _TLS, "server_hostname": parts.hostname}
        reader, writer = await asyncio.open_connection("127.0.0.1", parts.port, **tls)
        return cls(reader, writer, parts.netloc)

    async def call(self, method: str, path: str, sent: Any = None) -> Answer:
        """Send one call, and wait for its answer; `sent`: the `request` of its body."""
        return await self.send(method, path, None if sent is None else {"request": sent})

    async def send(self, method: str, path: str, sent: Any = None) -> Answer:
        """Send one call with `sent` as its body, and wait for its answer."""
        body = b"" if sent is None else json.dumps(sent).encode()
        headers = {**self.headers, "Content-Length": str(len(body))}
        if body:
            headers["Content-Type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        found = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = found.lower().partition("content-length:")[2].partition("\r\n")[0]
        return Answer(found, await self._reader.readexactly(int(length or 0)))

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
