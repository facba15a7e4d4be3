"""Keeps the documents of a worker: each is made once by a process of its own, and kept compressed.

Making the largest takes seconds and some 100 MB for a moment, which would stay with a worker for
ever. There are as many documents as APIs and releases, of at most 400 KB each when compressed.
"""

import asyncio
import hashlib
import logging
import sys
import zlib
from typing import Final

from msgspec import Struct

from openmall.contract.errors import Unavailable
from openmall.pages.reference.openapi import addresses
from openmall.pages.reference.openapi import document as openapi
from openmall.pages.reference.openapi.refusals import DOCUMENT_UNAVAILABLE

log = logging.getLogger("openmall")

_SECONDS: Final = 120
"""Longest that making a document may take."""
_RETRY_SECONDS: Final = 10
_SERVERS: Final = b'\n "servers": ['
_END_OF_LIST: Final = b"\n ],"


class Kept(Struct, frozen=True):
    """A document as it is printed for the default address."""

    compressed: bytes
    digest: str
    """Hexadecimal SHA-256 of its text."""


class DocumentStore:
    """The documents by API and version; concurrent requests wait for one process."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], Kept] = {}
        self._making = asyncio.Lock()

    async def openapi(self, api: str, version: str) -> Kept:
        """Return the OpenAPI document of a known API and release. Raises Unavailable (503)."""
        return await self._keep("openapi", "--api", api, "--version", version)

    async def asyncapi(self) -> Kept:
        """Return the AsyncAPI document. Raises Unavailable (503)."""
        return await self._keep("asyncapi")

    async def _keep(self, *command: str) -> Kept:
        if command not in self._kept:
            async with self._making:
                if command not in self._kept:
                    text = await _printed(*command)
                    self._kept[command] = await asyncio.to_thread(_compressed, text)
        return self._kept[command]


async def text_at(kept: Kept, servers: bytes, oauth: bytes) -> bytes:
    """Return a document for an address. See `text_for`."""
    return await asyncio.to_thread(text_for, kept, servers, oauth)


def text_for(kept: Kept, servers: bytes, oauth: bytes) -> bytes:
    """Return the text of an OpenAPI document with other servers and address of authorization.

    `servers`: as `servers_text` prints them.
    """
    text = zlib.decompress(kept.compressed)
    start = text.index(_SERVERS)
    end = text.index(_END_OF_LIST, start) + len(_END_OF_LIST)
    text = b"".join((text[:start], servers, text[end:]))
    return text.replace(addresses.DEFAULT_OAUTH.encode(), oauth)


def servers_text(api: str, origin: str, mall: str) -> bytes:
    """Return the servers as the document prints them, with the line break before them."""
    printed = openapi.text_of({"servers": addresses.servers(api, origin, mall)})
    return printed.removeprefix("{").removesuffix("\n}\n").encode() + b","


def plain_text(kept: Kept) -> bytes:
    """Return the text of a document as it is printed."""
    return zlib.decompress(kept.compressed)


def _compressed(text: bytes) -> Kept:
    return Kept(zlib.compress(text, 6), hashlib.sha256(text).hexdigest())


async def _printed(*command: str) -> bytes:
    """Return what the command prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "openmall", *command),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        printed, problem = await asyncio.wait_for(process.communicate(), _SECONDS)
    except (TimeoutError, asyncio.CancelledError):
        process.kill()
        raise
    if process.returncode:
        reason = problem.decode(errors="replace")[-400:]
        log.error("document not made", extra={"command": " ".join(command), "reason": reason})
        raise Unavailable(DOCUMENT_UNAVAILABLE, retry_after=_RETRY_SECONDS)
    return printed
