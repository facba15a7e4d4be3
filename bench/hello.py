"""The bare server: what is left when there is no shop behind it."""

from collections.abc import Awaitable, Callable
from typing import Any

BODY = b'{"hello":"world"}'
HEADERS = [(b"content-type", b"application/json; charset=utf-8")]


async def hello(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """Answer every request alike."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": BODY})


def create() -> Any:
    """Return the application."""
    return hello
