"""The interface of the analytics engine, as handlers query it."""

from collections.abc import Mapping
from typing import Any, Protocol


class Facts(Protocol):
    """Queries analytics facts, independent of the engine that stores them."""

    async def ask(self, question: Any, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a SQLAlchemy SELECT with `values` bound."""
        ...
