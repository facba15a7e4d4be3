"""One API call as the pipeline sees it: its operation, its parameters, and how far it is.

No handler can reach that. A handler gets `state.call` alone, which does not lead back here.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import force_setattr

from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.database.session import Session

T = TypeVar("T")


class _OfCall(Generic[T]):
    """A fact of the frozen call that the pipeline sets as it learns it."""

    def __set_name__(self, owner: type["CallState"], name: str) -> None:
        self._name = name

    def __get__(self, state: "CallState", owner: type["CallState"]) -> T:
        fact: T = getattr(state.call, self._name)
        return fact

    def __set__(self, state: "CallState", value: T) -> None:
        force_setattr(state.call, self._name, value)


class CallState:
    """A call in the pipeline, from its parameters to the commit."""

    __slots__ = (
        "began_at",
        "call",
        "lines",
        "operation",
        "params",
        "publishes_later",
        "query",
        "version",
    )

    db = _OfCall[Session]()
    """The transaction, as each begins."""
    shop_no = _OfCall[int]()
    """The shop that the parameters choose; of a call with several objects, each theirs."""
    embed = _OfCall[frozenset[str]]()
    deadline = _OfCall[float]()
    dry_run = _OfCall[bool]()

    def __init__(
        self,
        call: Call,
        operation: Operation,
        *,
        version: str = "",
        query: Sequence[tuple[str, str]] = (),
        lines: bool = False,
    ) -> None:
        self.call = call
        """What the handler gets."""
        self.operation = operation
        self.params: Any = None
        """The parameters, parsed; once they are prepared, what `prepare` returned."""
        self.version = version
        """The dated version that parameters and response are in."""
        self.query = query
        """The query as the client sent it, for links to other pages of a list."""
        self.lines = lines
        """The client accepts JSON Lines, and the operation can render them."""
        self.began_at = 0
        """UTC milliseconds at which the transaction of a write began; see `journal/changes.py`."""
        self.publishes_later = False
        """The committer of the transaction publishes events of its own after those of the call."""
