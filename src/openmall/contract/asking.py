"""Where handlers ask questions about facts, wherever those are kept."""

from collections.abc import Mapping
from typing import Any, Protocol

from sqlalchemy import Select


class Asked(Protocol):
    """Answers questions about facts."""

    async def ask(self, question: Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        ...
