"""A picture store for rehearsed writes: it shows what is stored, and keeps what is added in memory.

It lives as long as one call, whose body limits what it holds.
"""

import math
from collections.abc import Iterator, MutableMapping
from typing import Any

from starlette.responses import Response

from openmall.media.store import Kept, Store


class RehearsedStore:
    """A store above another one, to which nothing is written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.written: dict[str, bytes] = {}
        """Pictures that the other store does not have, by path."""

    def check(self) -> None:
        self._store.check()

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        if self._store.written_at(mall_id, path) is None:
            self.written[path] = content

    def written_at(self, mall_id: str, path: str) -> float | None:
        return math.inf if path in self.written else self._store.written_at(mall_id, path)

    def read(self, mall_id: str, path: str) -> bytes | None:
        return self.written.get(path) or self._store.read(mall_id, path)

    def delete(self, mall_id: str, path: str) -> None:
        self.written.pop(path, None)

    def every(self, mall_id: str) -> Iterator[Kept]:
        return self._store.every(mall_id)

    async def show(
        self, mall_id: str, path: str, scope: MutableMapping[str, Any]
    ) -> Response | None:
        return await self._store.show(mall_id, path, scope)
