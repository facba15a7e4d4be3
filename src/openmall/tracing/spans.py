"""What the rest of the program may ask of traces, wherever they are sent.

In attributes stands nothing that tells who somebody is, and no secret: no path with values, no
query, no address, no bound value of a statement.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Literal, Protocol

Kind = Literal["server", "client", "internal"]
Value = str | int | float | bool


class Span(Protocol):
    """A piece of work under way."""

    def name(self, name: str) -> None:
        """Call it otherwise than when it began."""
        ...

    def say(self, attributes: Mapping[str, Value]) -> None:
        """Tell more of it."""
        ...

    def fail(self, kind: str) -> None:
        """Mark it as gone wrong; `kind`: the name of an exception, or a status."""
        ...


class Traces(Protocol):
    """Where spans go."""

    def span(
        self,
        name: str,
        kind: Kind,
        attributes: Mapping[str, Value],
        *,
        parent: str | None = None,
    ) -> AbstractContextManager[Span]:
        """Return a span that lasts as long as the block; what goes wrong in it marks it.

        `parent`: a W3C `traceparent`; empty or unreadable: it begins a trace; None: it belongs to
        the span around it.
        """
        ...

    def recording(self) -> bool:
        """Say whether there is a span around this that is sent."""
        ...

    def counts(self) -> dict[str, float]:
        """Return how many spans were sent and how many were lost."""
        ...

    def close(self) -> None:
        """Send what is left; takes as long as the receiver may take."""
        ...
