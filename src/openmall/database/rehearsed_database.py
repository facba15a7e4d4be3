"""The database of a rehearsed write: its transaction is captured, kept open, and rolled back."""

from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import TracebackType

from openmall.database.capture import RowChange
from openmall.database.forwarding_database import NO_DEADLINE, ForwardingDatabase
from openmall.database.session import Database, Session


class _RolledBack(Exception):
    """Rolls back the transaction of a rehearsal."""


class RehearsedDatabase(ForwardingDatabase):
    """A database whose only transaction ends with `roll_back`, and until then can be read."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._open = AsyncExitStack()
        self.session: Session | None = None
        """The session of the transaction, once it has begun."""
        self.changes: list[RowChange] = []
        """What the transaction has changed, once its block has ended."""

    def writing(
        self, mall_id: str, *, deadline: float = NO_DEADLINE, shown: bool = True
    ) -> "_Rehearsed":
        if self.session is not None:
            raise RuntimeError("a rehearsal has one transaction")
        return _Rehearsed(self, self._database.writing(mall_id, deadline=deadline, shown=False))

    async def begin(self, inner: AbstractAsyncContextManager[Session]) -> Session:
        """Begin the transaction and its capture; `roll_back` ends both."""
        session = await self._open.enter_async_context(inner)
        self._capture = await self._open.enter_async_context(session.capture())
        self.session = session
        return session

    async def read_changes(self) -> None:
        """Read what the transaction has changed."""
        self.changes = await self._capture.changes()

    async def roll_back(self) -> None:
        """Roll back the transaction, if it has begun."""
        error = _RolledBack()
        try:
            await self._open.__aexit__(_RolledBack, error, None)
        except _RolledBack:
            return


class _Rehearsed:
    """The transaction of a rehearsal, as a handler's call enters and leaves it."""

    __slots__ = ("_database", "_inner")

    def __init__(
        self, database: RehearsedDatabase, inner: AbstractAsyncContextManager[Session]
    ) -> None:
        self._database = database
        self._inner = inner

    async def __aenter__(self) -> Session:
        return await self._database.begin(self._inner)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            await self._database.read_changes()
