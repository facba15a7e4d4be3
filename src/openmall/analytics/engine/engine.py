"""The interface of analytics engines: store facts and run queries on them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from sqlalchemy import SelectBase

from openmall.analytics.facts.values import Fact

Cell = str | int | float | bool | None
"""A value of a question, or of a row that answers one."""
Values = Mapping[str, Cell | Sequence[Cell]]
"""The values that are bound to a question, by their names; a list stands for several."""


class Batch(Struct, frozen=True, kw_only=True):
    """Facts that are kept atomically.

    `source` and `number` name it for ever: what is given a second time changes nothing.
    """

    source: str
    """Its origin: a mall, or an import."""
    number: int
    """Counted from 1 by the source, without gaps."""
    rows: Mapping[str, Sequence[Sequence[Fact]]]
    """Table of facts -> its rows, values in the order of its columns."""


class EngineAway(Exception):
    """The engine cannot be reached now."""


class TooLong(Exception):
    """A question took longer than questions may."""


class Engine(Protocol):
    """Keeps facts and answers questions about them."""

    async def keep(self, batches: Sequence[Batch]) -> None:
        """Keep batches, each once. Raises EngineAway: none of them counts as kept."""
        ...

    async def ask(self, question: SelectBase, values: Values) -> list[tuple[Cell, ...]]:
        """Return the rows that answer a question. Raises EngineAway, TooLong."""
        ...

    async def tidy(self) -> None:
        """Sort and compact the facts of months that have changed."""
        ...

    async def forget(self, mall_id: str) -> None:
        """Remove all facts of a mall."""
        ...

    async def take_back(self, mall_id: str, first: int, last: int) -> None:
        """Remove the facts of the browsers with these numbers, those of one import.

        Raises EngineAway. Idempotent.
        """
        ...

    async def close(self) -> None:
        """Release this process's connection; the engine goes on for others."""
        ...
