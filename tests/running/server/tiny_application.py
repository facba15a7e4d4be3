"""The smallest application: it says how it was called, and misbehaves when told to."""

from __future__ import annotations

import asyncio
import json
import os
from contextvars import ContextVar
from typing import Any

BIG = 8 * 1024 * 1024
REMEMBERED: ContextVar[str] = ContextVar("remembered", default="")
"""As the id of the request that is being answered."""


def create() -> Any:
    if "TINY_BROKEN" in os.environ:
        raise RuntimeError("this application does not start")
    broken = os.environ.get("TINY_BROKEN_WHILE")
    if broken is not None and os.path.exists(broken):
        raise RuntimeError("this application does not start now")
    if "TINY_HANGS" in os.environ:
        import time

        time.sleep(30)
    return answer


async def answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    if scope["method"] == "POST":
        await note_down(receive)
    if scope["path"] == "/slow":
        if "TINY_ARRIVED" in os.environ:
            os.close(os.open(os.environ["TINY_ARRIVED"], os.O_WRONLY | os.O_CREAT, 0o600))
        await asyncio.sleep(1)
    mine = scope["path"]
    REMEMBERED.set(mine)
    if mine.startswith("/remember"):
        await asyncio.sleep(0.3)
    told = {
        "remembered": REMEMBERED.get() == mine,
        "scheme": scope["scheme"],
        "path": scope["path"],
        "version": scope["http_version"],
        "host": dict(scope["headers"]).get(b"host", b"").decode(),
        "pid": os.getpid(),
        "ports": [os.environ.get("OPENMALL_PORT"), os.environ.get("OPENMALL_HTTP_PORT")],
        "told": os.environ.get("TINY_TOLD"),
    }
    body = bytes(BIG) if scope["path"] == "/big" else json.dumps(told).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def note_down(receive: Any) -> None:
    """Write a line for the call, as it is carried out, where there is a file for it."""
    said = b""
    while True:
        message = await receive()
        said += message.get("body", b"")
        if not message.get("more_body"):
            break
    if "TINY_NOTES" not in os.environ:
        return
    line = os.open(os.environ["TINY_NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(line, said + b"\n")
    os.close(line)


async def lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        await send({"type": message["type"] + ".complete"})
        if message["type"] == "lifespan.shutdown":
            return
