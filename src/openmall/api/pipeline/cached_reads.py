"""Answers repeated anonymous reads of the storefront from memory, for a crowd at the same pages.

A response is used again for at most a second, and only while no process of this machine has written
anything in its mall (`Counters.writes`). The number of writes is read before the handler reads the
store, so that a write in between makes the response unusable at once. Decision 37.

What determines a response is listed here and nowhere else: handlers of these operations are given a
`Call` without the other attributes.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.call import App, Mall, Services
from openmall.contract.counters import Counters
from openmall.contract.operation import Operation
from openmall.contract.tally import Keep, Key, Tally
from openmall.http.request import Headers

MAX_BYTES: Final = 4 * 1024 * 1024
"""Bytes of kept responses in a worker."""
_ENTRY_BYTES: Final = 1_000
"""Bytes of an entry beside its body and its URL, about."""

KEYED: Final = frozenset(
    {
        "clock", "db", "embed", "identity", "mall", "operation", "origin", "params", "path",
        "query", "settings", "shop_no", "shopper", "storefront", "version",
    }
)  # fmt: skip
"""Names of `Call` and `CallState` that determine a response. `identity` is the app. `shopper` is
None. `db` shows the same rows as long as nothing is written, and `clock` the same time within a
second.
"""


class ReadKey(Struct, frozen=True):
    """What selects a response, beside app, mall, time and writes."""

    mall_id: str
    client_id: str
    version: str
    origin: str
    path: bytes
    query: bytes


class _Entry(Struct, frozen=True, kw_only=True):
    result: HandlerResult
    headers: Headers
    counted: list[tuple[Keep, dict[Key, int]]]
    """What the handler added to the tally."""
    mall: Mall
    app: App
    writes: int
    """Number of writes in the mall before the store was read."""
    at: float
    """Time of the machine's clock when the call began."""
    size: int


class CachedReads:
    """The last responses to anonymous reads in one worker."""

    def __init__(self, services: Services, seconds: float) -> None:
        """`seconds`: for which a response may be used again; 0: never."""
        self._services = services
        self._counters: Counters = services.counters
        self._seconds = seconds
        self._entries: dict[ReadKey, _Entry] = {}
        self._size = 0

    def key(self, context: RequestContext, operation: Operation) -> ReadKey | None:
        """Return what selects the response of a call; None: it is never used again."""
        if not operation.cacheable or context.shopper is not None or not self._seconds:
            return None
        request = context.request
        return ReadKey(
            context.mall.mall_id,
            context.caller.app.client_id,
            context.version,
            context.address.origin,
            request.raw_path,
            request.query_string,
        )

    async def answer(
        self,
        key: ReadKey,
        context: RequestContext,
        read: Callable[[Services], Awaitable[HandlerResult]],
    ) -> HandlerResult:
        """Return the kept response, or that of `read`, and add its headers to the call's."""
        entry = self._entries.get(key)
        if entry is None or not self._is_current(entry, context):
            return await self._read(key, context, read)
        context.headers += entry.headers
        for keep, counted in entry.counted:
            self._services.tally.add(key.mall_id, keep, counted)
        return entry.result

    def _is_current(self, entry: _Entry, context: RequestContext) -> bool:
        return (
            entry.writes == self._counters.writes(context.mall.mall_id)
            and entry.mall is context.mall
            and entry.app == context.caller.app
            and 0 <= context.now - entry.at < self._seconds
        )

    async def _read(
        self,
        key: ReadKey,
        context: RequestContext,
        read: Callable[[Services], Awaitable[HandlerResult]],
    ) -> HandlerResult:
        writes = self._counters.writes(key.mall_id)
        tally, headers_before = _RecordingTally(self._services.tally), len(context.headers)
        result = await read(self._services._replace(tally=tally))
        entry = _Entry(
            result=result,
            headers=context.headers[headers_before:],
            counted=tally.added,
            mall=context.mall,
            app=context.caller.app,
            writes=writes,
            at=context.now,
            size=_ENTRY_BYTES + len(key.path) + len(key.query) + len(result.body),
        )
        self._keep(key, entry)
        return result

    def _keep(self, key: ReadKey, entry: _Entry) -> None:
        replaced = self._entries.pop(key, None)
        self._size += entry.size - (replaced.size if replaced is not None else 0)
        self._entries[key] = entry
        while self._size > MAX_BYTES:
            oldest = next(iter(self._entries))
            self._size -= self._entries.pop(oldest).size


class _RecordingTally(Tally):
    """Passes counts on, and remembers them: each answer from memory is a view as well."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self.added: list[tuple[Keep, dict[Key, int]]] = []

    def add(self, mall_id: str, keep: Keep, counted: dict[Key, int]) -> None:
        self._tally.add(mall_id, keep, counted)
        self.added.append((keep, counted))
