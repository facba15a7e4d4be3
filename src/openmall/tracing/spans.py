"""The tracing interface, independent of the SDK.

Attributes contain no personal data and no secrets: no path with values, no query, no address, no
bound value of a statement.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Literal, Protocol

Kind = Literal["server", "client", "internal"]
Value = str | int | float | bool


class Span(Protocol):
    """A timed operation of a trace."""

    def name(self, name: str) -> None:
        """Replace the name it was started with."""
        ...

    def set_attributes(self, attributes: Mapping[str, Value]) -> None:
        """Add attributes."""
        ...

    def fail(self, kind: str) -> None:
        """Mark it as failed; `kind`: the name of an exception, or a status."""
        ...


class Traces(Protocol):
    """Starts spans and reports how many were sent."""

    def span(
        self,
        name: str,
        kind: Kind,
        attributes: Mapping[str, Value],
        *,
        parent: str | None = None,
    ) -> AbstractContextManager[Span]:
        """Return a span that lasts as long as the block; an exception marks it as failed.

        `parent`: a W3C `traceparent`; empty or invalid: a new trace; None: the current span.
        """
        ...

    def recording(self) -> bool:
        """Return whether the current span is sampled."""
        ...

    def counts(self) -> dict[str, float]:
        """Return the numbers of sent and lost spans."""
        ...

    def close(self) -> None:
        """Send the remaining spans; takes at most the export timeout."""
        ...
