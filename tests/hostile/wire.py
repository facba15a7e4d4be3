"""Requests as bytes, put before the application as a server would, so that nothing tidies them."""

import asyncio
import json
from typing import Any

from tests.world import Stage, World


class Reply:
    """What the application answered: JSON, but where somebody asks for pages and files."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        start, *rest = messages
        self.status: int = start["status"]
        self.headers = {name.decode(): value for name, value in start["headers"]}
        self.raw = b"".join(each.get("body", b"") for each in rest)
        is_json = self.headers.get("content-type", b"").startswith(b"application/json")
        self.body: Any = json.loads(self.raw) if is_json else None

    @property
    def message(self) -> str:
        """The error's text; the error body is checked to be exactly the documented one."""
        assert set(self.body) == {"error"}, self.body
        assert set(self.body["error"]) == {"code", "message", "more_info"}
        assert self.body["error"]["code"] == str(self.status)
        said: str = self.body["error"]["message"]
        return said


def send(
    stage: Stage,
    method: bytes,
    target: bytes,
    headers: list[tuple[bytes, bytes]],
    body: bytes | list[bytes] = b"",
    *,
    scheme: str = "https",
    ip: str = "203.0.113.7",
    stops: bool = False,
    stalls: bool = False,
) -> Reply:
    """Send a request of raw bytes.

    After the body's parts the client goes away (`stops`) or sends nothing more (`stalls`).
    """
    path, _, query = target.partition(b"?")
    parts = [body] if isinstance(body, bytes) else list(body)
    incoming = [
        {"type": "http.request", "body": part, "more_body": stops or stalls or at + 1 < len(parts)}
        for at, part in enumerate(parts)
    ]
    if stops:
        incoming.append({"type": "http.disconnect"})
    outgoing: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if stalls and not incoming:
            await asyncio.sleep(60)
        return incoming.pop(0) if incoming else {"type": "http.disconnect"}

    async def reply(message: Any) -> None:
        for name, value in message.get("headers", []):
            assert not {*b"\r\n\0"} & {*name, *value}, "a header that starts another"
        outgoing.append(message)

    scope = {
        "type": "http",
        "method": method.decode(),
        "scheme": scheme,
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": query,
        "headers": headers,
        "client": (ip, 40_000),
    }

    async def run() -> None:
        await stage.app(scope, receive, reply)

    stage.run(run)
    return Reply(outgoing)


def host(world: World) -> bytes:
    """Return the host a mall is called at."""
    return f"{world.mall_id}.openmall.localhost".encode()


def known(world: World) -> list[tuple[bytes, bytes]]:
    """Return the headers of a caller who may do everything."""
    token = world.full.token.access_token.encode()
    return [
        (b"host", host(world)),
        (b"authorization", b"Bearer " + token),
        (b"content-type", b"application/json"),
        (b"x-platform-api-version", b"2026-03-01"),
    ]


def write(
    world: World, body: bytes | list[bytes], target: bytes = b"products", method: bytes = b"POST"
) -> Reply:
    """Send a body to the admin API."""
    return send(world.stage, method, b"/api/v2/admin/" + target, known(world), body)


def read(world: World, target: bytes) -> Reply:
    """Send a GET to the admin API."""
    return send(world.stage, b"GET", b"/api/v2/admin/" + target, known(world))
