"""Calls of the change feed of a server, repeated where a later call may succeed."""

import asyncio
import ssl
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import aiohttp
import msgspec

_SECONDS: Final = 60.0
"""Of one call, waiting for changes included."""
_LONGEST_PAUSE: Final = 15.0


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

    async def changes(self, **query: Any) -> dict[str, Any]:
        """Retrieve changes. Raises FeedExpired, FeedRefused, FeedUnavailable."""
        return await self._get("", "changes", query)

    async def snapshot(self, **query: Any) -> dict[str, Any]:
        """Retrieve a page of rows. Raises as `changes`."""
        return await self._get("/snapshot", "snapshot", query)

    async def digests(self, **query: Any) -> dict[str, Any]:
        """Retrieve digests of ranges. Raises as `changes`."""
        return await self._get("/digests", "digests", query)

    async def _get(self, path: str, key: str, query: Mapping[str, Any]) -> dict[str, Any]:
        sent = {name: str(value) for name, value in query.items()}
        tried, pause = 0, 0.1
        while True:
            tried += 1
            self.calls += 1
            try:
                async with self._session.get(
                    self._path + path, params=sent, ssl=self._ssl
                ) as answer:
                    body = await answer.read()
                    if answer.status == 200:
                        found: dict[str, Any] = msgspec.json.decode(body)[key]
                        return found
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


def _message(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["error"]["message"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""
