"""Receives what is left of a request's body before its response is sent.

An application may refuse a call by its head alone. The HTTP server then closes the connection, and
a client that is still sending sees a broken connection in place of the response (RFC 9112,
section 9.6); one that had sent everything loses its next call on that connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

MAX_BYTES: Final = 32 * 1024 * 1024
"""Bytes of a body that are received to be discarded; the rest is not waited for."""
SECONDS: Final = 5.0
"""Seconds for which a response waits for the rest of a body."""
CLOSE: Final = (b"connection", b"close")
_TIMED_OUT: Final = 408

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def received_first(scope: Message, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Return a `receive` and a `send` that leave no body unread when a response starts.

    What cannot be received within the bounds ends with `Connection: close`. A client that waits for
    "100 Continue" (RFC 9110, section 10.1.1) is not asked for a body that nobody reads.
    HTTP/2 ends a request without its connection.
    """
    if not scope["http_version"].startswith("1"):
        return receive, send
    expects = has_body = False
    for name, value in scope["headers"]:
        if name == b"content-length":
            has_body = value != b"0"
        elif name == b"transfer-encoding":
            has_body = True
        elif name == b"expect":
            expects = True
    if not has_body:
        return receive, send
    body = _Body(receive, send, awaited=not expects)
    return body.receive, body.send


def closing(message: Message) -> Message:
    """Return the start of a response with `Connection: close`."""
    headers = [each for each in message.get("headers", ()) if each[0] != CLOSE[0]]
    return {**message, "headers": [*headers, CLOSE]}


class _Body:
    """A body, and whether all of it was received."""

    def __init__(self, receive: Receive, send: Send, *, awaited: bool) -> None:
        self._receive = receive
        self._send = send
        self._awaited = awaited
        """Whether the client sends its body without being asked for it."""
        self._complete = False

    async def receive(self) -> Message:
        self._awaited = True
        message = await self._receive()
        self._complete = message["type"] == "http.disconnect" or not message.get("more_body")
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and not self._complete:
            # the application has waited long enough for a body that timed out
            awaited = self._awaited and message["status"] != _TIMED_OUT
            if not (awaited and await self._discard()):
                message = closing(message)
        await self._send(message)

    async def _discard(self) -> bool:
        """Receive what is left; return whether that was all of it."""
        received = 0
        try:
            async with asyncio.timeout(SECONDS):
                while not self._complete and received < MAX_BYTES:
                    received += len((await self.receive()).get("body", b""))
        except TimeoutError:
            return False
        return self._complete
