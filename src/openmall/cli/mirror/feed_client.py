"""Calls of the change feed of a server, repeated where a later call may succeed."""

import asyncio
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeVar

import aiohttp
import msgspec

_SECONDS: Final = 60.0
"""Of one call, waiting for changes included."""
_LONGEST_PAUSE: Final = 15.0


T = TypeVar("T")


class SnapshotPage(msgspec.Struct, frozen=True):
    """A page of rows."""

    next: str | None
    """The next page's `after`; None: it is the last page."""
    rows: list[tuple[str, bytes]]
    """Ids, and rows as digests read them."""


class _Line(msgspec.Struct):
    id: str
    row: msgspec.Raw


_ROWS: Final = msgspec.json.Decoder(_Line)


class FeedExpired(Exception):
    """The changes after a position are not kept any more."""


class FeedRefused(Exception):
    """The server refuses the call, and would refuse it again."""


class FeedUnavailable(Exception):
    """The server could not be reached, or was too busy, each time."""


class FeedClient:
    """The change feed of a mall on a server."""

    def __init__(self, server: str, token: str, ca: Path | None, *, tries: int | None) -> None:
        """`tries`: calls before it gives up; None: it never does."""
        self._path = f"{server.rstrip('/')}/api/v2/admin/changes"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._ssl = ssl.create_default_context()
        if ca is not None:
            self._ssl.load_verify_locations(ca)
        self._tries = tries
        self.calls = 0

    async def __aenter__(self) -> "FeedClient":
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        self._session = aiohttp.ClientSession(headers=self._headers, timeout=timeout)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self._session.close()

    async def changes(self, **query: str | int) -> dict[str, Any]:
        """Retrieve changes. Raises FeedExpired, FeedRefused, FeedUnavailable."""
        return await self._get("", query, _under("changes"))

    async def snapshot(self, **query: str | int) -> "SnapshotPage":
        """Retrieve a page of rows as JSON Lines. Raises as `changes`."""
        return await self._get("/snapshot", query, snapshot_page, accept="application/jsonl")

    async def digests(self, **query: str | int) -> dict[str, Any]:
        """Retrieve digests of ranges. Raises as `changes`."""
        return await self._get("/digests", query, _under("digests"))

    async def _get(
        self,
        path: str,
        query: Mapping[str, str | int],
        decode: Callable[[bytes], T],
        *,
        accept: str = "application/json",
    ) -> T:
        sent = {name: str(value) for name, value in query.items()}
        tried, pause = 0, 0.1
        while True:
            tried += 1
            self.calls += 1
            try:
                async with self._session.get(
                    self._path + path, params=sent, ssl=self._ssl, headers={"Accept": accept}
                ) as answer:
                    body = await answer.read()
                    if answer.status == 200:
                        return decode(body)
                    why = _message(body) or f"status {answer.status}"
                    if answer.status == 410:
                        raise FeedExpired(why)
                    if answer.status < 500 and answer.status not in (408, 429):
                        raise FeedRefused(why)
                    pause = max(pause, float(answer.headers.get("retry-after", "0")))
            except (aiohttp.ClientError, TimeoutError, msgspec.DecodeError, KeyError) as error:
                why = str(error) or type(error).__name__
            if self._tries is not None and tried >= self._tries:
                raise FeedUnavailable(why)
            await asyncio.sleep(min(pause, _LONGEST_PAUSE))
            pause = min(pause * 2, _LONGEST_PAUSE)


def _under(key: str) -> Callable[[bytes], dict[str, Any]]:
    def decode(body: bytes) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(body)[key]
        return found

    return decode


def snapshot_page(body: bytes) -> SnapshotPage:
    """Return a page of a snapshot from its JSON Lines."""
    first, _, rest = body.partition(b"\n")
    rows = _ROWS.decode_lines(rest)
    return SnapshotPage(
        next=msgspec.json.decode(first)["next"], rows=[(each.id, bytes(each.row)) for each in rows]
    )


def _message(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["error"]["message"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""
