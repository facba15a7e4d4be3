"""The smallest application: it says how it was called, and misbehaves when told to."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

BIG = 8 * 1024 * 1024


def create() -> Any:
    if "TINY_BROKEN" in os.environ:
        raise RuntimeError("this application does not start")
    if "TINY_HANGS" in os.environ:
        import time

        time.sleep(30)
    return answer


async def answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    told = {
        "scheme": scope["scheme"],
        "path": scope["path"],
        "version": scope["http_version"],
        "pid": os.getpid(),
        "ports": [os.environ.get("OPENMALL_PORT"), os.environ.get("OPENMALL_HTTP_PORT")],
        "told": os.environ.get("TINY_TOLD"),
    }
    body = bytes(BIG) if scope["path"] == "/big" else json.dumps(told).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        await send({"type": message["type"] + ".complete"})
        if message["type"] == "lifespan.shutdown":
            return
