"""Where handlers ask questions about facts, wherever those are kept."""

from collections.abc import Mapping
from typing import Any, Protocol


class Facts(Protocol):
    """Answers questions about facts, as an engine does."""

    async def ask(self, question: Any, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question, a SELECT of SQLAlchemy's."""
        ...
