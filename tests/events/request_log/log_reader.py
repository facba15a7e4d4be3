"""The log of an app, as tests read it."""

from typing import Any

from openmall.events.request_log import search as request_log_search
from openmall.events.request_log import store
from openmall.events.request_log.search import CallLine, CallPage, ErrorKind, Minute, OperationUse
from openmall.events.request_log.store import Row
from tests.world import Installed, World


class Log:
    """What was recorded of the calls of one app, the world's full one unless told."""

    def __init__(self, world: World, app: Installed | None = None) -> None:
        self.world = world
        self.client_id = (app or world.full).credentials.client_id

    def write(self) -> None:
        """Write what waits, as the worker does every second."""
        calls = self.world.stage.app.request_log_writer
        self.world.stage.run(calls.write)

    def _read(self, work: Any, *arguments: Any, **named: Any) -> Any:
        self.write()

        async def read() -> Any:
            async with self.world.stage.app.database.reading("") as db:
                return await work(db, self.client_id, *arguments, **named)

        return self.world.stage.run(read)

    def page(self, rows: int = request_log_search.PAGE, **filters: Any) -> CallPage:
        found: CallPage = self._read(request_log_search.calls, filters, rows=rows)
        return found

    def lines(self, **filters: Any) -> list[CallLine]:
        return self.page(rows=1_000, **filters).lines

    def one(self, number: int) -> Row | None:
        found: Row | None = self._read(request_log_search.call, number)
        return found

    def rows(self) -> list[Row]:
        """Return every call with all that is kept of it, the oldest first."""
        rows = [self.one(line.number) for line in self.lines()[::-1]]
        return [row for row in rows if row is not None]

    def last(self) -> Row:
        return self.rows()[-1]

    def errors(self) -> list[ErrorKind]:
        found: list[ErrorKind] = self._read(request_log_search.errors)
        return found

    def minutes(self, start: int = 0) -> list[Minute]:
        found: list[Minute] = self._read(request_log_search.minutes, start=start)
        return found

    def operations(self) -> list[OperationUse]:
        found: list[OperationUse] = self._read(request_log_search.operations)
        return found

    def called(self) -> set[str]:
        found: set[str] = self._read(store.operations_called)
        return found
