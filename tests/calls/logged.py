"""The log of an app, as tests read it."""

from typing import Any

from openmall.calls import search, store
from openmall.calls.search import Found, Kind, Line, Minute, Used
from openmall.calls.store import Row
from tests.world import Installed, World


class Log:
    """What was recorded of the calls of one app, the world's full one unless told."""

    def __init__(self, world: World, app: Installed | None = None) -> None:
        self.world = world
        self.client_id = (app or world.full).credentials.client_id

    def write(self) -> None:
        """Write what waits, as the worker does every second."""
        calls = self.world.stage.app.calls
        self.world.stage.run(calls.write)

    def _read(self, work: Any, *arguments: Any, **named: Any) -> Any:
        self.write()

        async def read() -> Any:
            async with self.world.stage.app.database.reading("") as db:
                return await work(db, self.client_id, *arguments, **named)

        return self.world.stage.run(read)

    def page(self, rows: int = search.PAGE, **wanted: Any) -> Found:
        found: Found = self._read(search.calls, wanted, rows=rows)
        return found

    def lines(self, **wanted: Any) -> list[Line]:
        return self.page(rows=1_000, **wanted).lines

    def one(self, number: int) -> Row | None:
        found: Row | None = self._read(search.call, number)
        return found

    def rows(self) -> list[Row]:
        """Return every call with all that is kept of it, the oldest first."""
        rows = [self.one(line.number) for line in self.lines()[::-1]]
        return [row for row in rows if row is not None]

    def last(self) -> Row:
        return self.rows()[-1]

    def errors(self) -> list[Kind]:
        found: list[Kind] = self._read(search.errors)
        return found

    def minutes(self, start: int = 0) -> list[Minute]:
        found: list[Minute] = self._read(search.minutes, start=start)
        return found

    def operations(self) -> list[Used]:
        found: list[Used] = self._read(search.operations)
        return found

    def called(self) -> set[str]:
        found: set[str] = self._read(store.operations_called)
        return found
