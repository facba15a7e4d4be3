"""Imports visits from a web server's access log, and removes them again.

What is known of a file is written together with its facts: a run that was stopped goes on, and a
file that is there changes nothing. The secret by which its addresses became numbers is forgotten
once all of it is there.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.engine import Engine, EngineAway
from openmall.analytics.sessionising import fact_outbox
from openmall.contract.moments import Clock
from openmall.contract.refusal import Cause
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.transfer.imports import progress
from openmall.transfer.imports.error_file import Errors
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.rows import RowError
from openmall.transfer.imports.visits import (
    LogOptions,
    Reading,
    Tally,
    Visits,
    browsers_of,
    require_log,
)

State = Literal["", "coming", "here", "going", "gone"]
Watch = Callable[[Tally], None]

SHIP_AFTER: Final = 4
"""Batches of facts, so that not all of a long file waits in the store."""
_SERIES: Final = "access_log"
"""Numbers of imports within a mall."""
_SHOWN: Final = 20
_STEP_ASIDE: Final = 0.02
"""Seconds for which others are let write after each batch."""


class Note(Struct, frozen=True, kw_only=True):
    """What became of a file so far."""

    state: State = ""
    reading: Reading | None = None
    batches: int = 0
    """Of its facts, how many are in the outbox or were."""


class Summary(Struct, frozen=True, kw_only=True):
    """The outcome of a file's import."""

    outcome: Literal["brought in", "sound", "there already", "taken back", "not there"]
    lines: int = 0
    pages: int = 0
    pages_of_bots: int = 0
    visits: int = 0
    """Without those of bots."""
    left_out: dict[str, int] = {}
    """Why lines tell of no page, and how many."""
    first_day: str = ""
    last_day: str = ""
    errors: int = 0
    """Lines at fault."""
    first_errors: list[RowError] = []
    stopped: Cause | None = None
    """Why the file was not read to its end; what was read of it came in."""
    waiting: bool = False
    """The engine is away; the facts are safe, and the server gives them to it when it is back."""


class AccessLog:
    """An access log of one shop."""

    def __init__(
        self, source: Source, mall_id: str, shop_no: int, *, database: Database, engine: Engine,
        clock: Clock, seal: Seal,
    ) -> None:  # fmt: skip
        """Raises CannotRead for what is no access log."""
        require_log(source)
        self._source = source
        self._mall_id = mall_id
        self._shop_no = shop_no
        self._database = database
        self._engine = engine
        self._clock = clock
        self._key = seal.keys_for("addresses")[-1]
        self._name = progress.progress_name("access-log", str(shop_no), _content(source.path))
        self._shown: list[RowError] = []

    async def bring_in(
        self,
        options: LogOptions,
        *,
        dry_run: bool = False,
        errors: Path | None = None,
        report_progress: Watch = lambda tally: None,
    ) -> Summary:
        """Bring the file in; one that is there already changes nothing.

        `errors`: where lines at fault are written. Raises ValueError while it is being taken back,
        or when it was begun in another way.
        """
        if dry_run:
            return await self._read(Note(), self._reading(1, options), errors, report_progress)
        note = await self._read_note()
        if note.state == "here":
            return Summary(outcome="there already")
        if note.state == "going":
            raise ValueError("the file was being taken back: end that with --undo first")
        if note.state != "coming":
            note = await self._begin(note, options)
        assert note.reading is not None
        if note.reading.asked != options:
            raise ValueError(
                "a run of this file was stopped that was called with other options: call it "
                "with those again, or take it back with --undo first"
            )
        summary = await self._read(note, note.reading, errors, report_progress)
        return replace(summary, waiting=not await self._ship())

    async def take_back(self) -> Summary:
        """Undo the import of this file. Raises EngineAway: then call it again."""
        note = await self._read_note()
        if note.reading is None or note.state in ("", "gone"):
            return Summary(outcome="not there")
        number = note.reading.number
        reading = replace(note.reading, secret="")
        note = await self._note(note, replace(note, state="going", reading=reading))
        # what is on its way would come after it was taken back
        await fact_shipment.ship(self._database, self._engine, self._mall_id)
        await self._engine.take_back(self._mall_id, *browsers_of(number))
        await self._note(note, replace(note, state="gone"))
        return Summary(outcome="taken back")

    async def _begin(self, note: Note, options: LogOptions) -> Note:
        async with self._database.writing(self._mall_id) as db:
            number = await sequences.allocate(db, _SERIES)
            begun = Note(state="coming", reading=self._reading(number, options))
            await self._turn(db, note, begun)
        return begun

    def _reading(self, number: int, options: LogOptions) -> Reading:
        now = int(self._clock.now())
        return Reading(number=number, asked=options, secret=secrets.token_hex(32), now=now)

    async def _read(
        self, note: Note, reading: Reading, path: Path | None, report_progress: Watch
    ) -> Summary:
        """Read the file to its end, and write the facts that are not there, if it is coming."""
        errors = Errors(path)
        written, end = 0, 0

        def fault(error: RowError) -> None:
            nonlocal end
            end = errors.write(end, [error])
            if len(self._shown) < _SHOWN:
                self._shown.append(error)

        visits = Visits(
            self._source, self._mall_id, self._shop_no, reading, key=self._key, fault=fault
        )
        with errors.going_on(0):
            batches = visits.batches()
            while True:
                batch = await asyncio.to_thread(next, batches, None)
                if batch is None:
                    break
                written += 1
                if note.state == "coming" and written > note.batches:
                    note = await self._add(note, batch.rows)
                    if written % SHIP_AFTER == 0:
                        await self._ship()
                    await asyncio.sleep(_STEP_ASIDE)
                report_progress(visits.tally)
        dry_run = note.state != "coming"
        if not dry_run:
            # without the secret nobody can try addresses any more
            reading = replace(reading, secret="")
            await self._note(note, replace(note, state="here", reading=reading))
        tally = visits.tally
        return Summary(
            outcome="sound" if dry_run else "brought in",
            lines=tally.done,
            pages=tally.pages,
            pages_of_bots=tally.pages_of_bots,
            visits=tally.visits,
            left_out=dict(tally.left_out.most_common()),
            first_day=tally.first_day,
            last_day=tally.last_day,
            errors=tally.errors,
            first_errors=self._shown,
            stopped=visits.stopped,
        )

    async def _add(self, note: Note, rows: dict[str, list[list[Any]]]) -> Note:
        after = replace(note, batches=note.batches + 1)

        async def beside(db: Session) -> None:
            await self._turn(db, note, after)

        facts = {name: table_rows for name, table_rows in rows.items() if table_rows}
        await fact_outbox.add(self._database, self._mall_id, facts, beside)
        return after

    async def _ship(self) -> bool:
        """Ship the stored facts to the engine; False: it is away, and the facts wait."""
        try:
            await fact_shipment.ship(self._database, self._engine, self._mall_id)
        except EngineAway:
            return False
        return True

    async def _read_note(self) -> Note:
        async with self._database.reading(self._mall_id) as db:
            return await progress.read_note(db, self._name, Note())

    async def _note(self, before: Note, after: Note) -> Note:
        async with self._database.writing(self._mall_id) as db:
            await self._turn(db, before, after)
        return after

    async def _turn(self, db: Session, before: Note, after: Note) -> None:
        """Note how it is now. Raises ValueError when it was not as `before` any more."""
        # another import of the mall waits here until this is committed
        await sequences.allocate(db, _SERIES, count=0)
        if await progress.read_note(db, self._name, Note()) != before:
            raise ValueError("another process writes this file at the same time")
        await progress.write_note(db, self._name, after)


def _content(path: Path) -> str:
    with closing(path.open("rb")) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
