"""Sends one delivery to its receiver, and says what came of it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from openmall.webhooks.addresses import Networks

if TYPE_CHECKING:
    from openmall.webhooks.connecting import Connections

SECONDS: Final = 10.0
"""From resolving the name to the last byte of the answer."""
MOST_ANSWERED: Final = 64 * 1024
"""Bytes of an answer that are read; a longer one costs the connection, not the success."""
MOST_KEPT: Final = 1_000
"""Characters of it that are kept, when it says what went wrong."""

Lookup = Callable[[str, int], Awaitable[list[str]]]
"""Host and port -> its IP addresses."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of one try."""

    success: bool
    code: int | None = None
    """Status of the answer; None: there was none."""
    answer: str | None = None
    """What was answered, its beginning, when that was no success."""
    failure: str = ""
    """Why there was no answer."""
    took: int
    """Milliseconds."""


class Poster:
    """Sends deliveries; keeps connections for the next ones."""

    def __init__(
        self,
        networks: Networks,
        *,
        authority: Path | None = None,
        seconds: float = SECONDS,
        lookup: Lookup | None = None,
    ) -> None:
        """`authority`: PEM file of one to trust as well; `lookup`: None asks the machine."""
        self._networks = networks
        self._authority = authority
        self._seconds = seconds
        self._lookup = lookup
        self._connections: Connections | None = None
        self.outcomes: Counter[str] = Counter()
        """What came of how many tries, for the metrics."""
        self.retries = 0
        """How many of them were not the first of their event."""
        self.lag = 0.0
        """Seconds that the delivered ones came after their events, together."""

    async def post(self, address: str, headers: dict[str, str], body: bytes) -> Outcome:
        """Send a delivery and return what came of it; whatever went wrong is told there."""
        outcome = await self._opened().post(address, headers, body)
        self.outcomes[_said(outcome)] += 1
        return outcome

    async def close(self) -> None:
        """Close every connection; what is sent afterwards opens new ones."""
        if self._connections is not None:
            await self._connections.close()

    def _opened(self) -> "Connections":
        if self._connections is None:
            # a client of HTTP takes 11 MB, and most workers never send anything
            from openmall.webhooks.connecting import Connections

            self._connections = Connections(
                self._networks,
                authority=self._authority,
                seconds=self._seconds,
                lookup=self._lookup,
            )
        return self._connections


def _said(outcome: Outcome) -> str:
    if outcome.success:
        return "delivered"
    return "no answer" if outcome.code is None else "refused"
