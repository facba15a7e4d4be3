"""Calls that the request pipeline recorded, and the bounded buffer they wait in."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.contract.operation import Operation

MOST: Final = 1_000
"""Calls that wait to be written, in each worker; further ones are only counted. As they are
written five times a second, that is 5,000 a second."""
LONGEST_URL: Final = 2_400
"""Bytes of a path, and of a query, that wait: more than masking reads and than is stored."""
LONGEST_CREDENTIAL: Final = 1_024
"""Bytes of `Authorization` that wait: no credential of ours is longer."""
LONGEST_ID: Final = 100
"""Characters of a client id without valid credentials, and of a method."""
LONGEST: Final = 64 * 1024
"""Bytes of a body that waits; of a longer one only the length is recorded."""
MOST_BYTES: Final = 4 * 1024 * 1024
"""Bytes of all bodies that wait; while there are so many, no further one is recorded."""


class RecordedCall(Struct, frozen=True, gc=False, kw_only=True):
    """One call with its answer; nothing is masked yet."""

    at: float
    """UTC seconds at which it came."""
    seconds: float
    """How long it took."""
    api: str
    mall_id: str
    client_id: str
    """The authenticated app; empty: there is none."""
    unproven: bool
    """The app is named without its key, or with wrong credentials."""
    claimed: str
    """The client id that came without credentials, or with wrong ones."""
    authorization: bytes
    """Never stored: finds the app of an expired token, and masks its own value elsewhere."""
    method: str
    path: bytes
    """As received; cut like query, credential and claimed id, since anybody may send them."""
    query: bytes
    operation: Operation | None
    status: int
    version: str
    request_id: str
    ip: str
    headers: Sequence[tuple[bytes, bytes]]
    """Of the answer."""
    sent: bytes
    sent_size: int
    answered: bytes
    answered_size: int


class Buffer:
    """Calls of one worker that are not written yet."""

    def __init__(self, *, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._calls: list[RecordedCall] = []
        self._unproven = 0
        self._lost: Counter[str] = Counter()
        self._bytes = 0

    def is_full(self, *, unproven: bool) -> bool:
        """Say whether no further call is taken; of `unproven` ones, more than a quarter."""
        return len(self._calls) >= self._most or (unproven and self._unproven >= self._most // 4)

    def lose(self, client_id: str) -> None:
        """Count a call that is not recorded."""
        self._lost[client_id] += 1

    def add(self, call: RecordedCall) -> None:
        """Keep a call until it is written."""
        self._calls.append(call)
        self._unproven += call.unproven

    def room_for(self, body: bytes) -> bytes:
        """Return a body as it may wait: itself, or nothing where it is too long."""
        length = len(body)
        if length > LONGEST or self._bytes + length > self._most_bytes:
            return b""
        self._bytes += length
        return body

    def take(self) -> tuple[list[RecordedCall], dict[str, int]]:
        """Return the calls in the order of answers, and app -> lost calls; and empty the buffer."""
        taken = self._calls, self._lost
        self._calls, self._lost, self._bytes, self._unproven = [], Counter(), 0, 0
        return taken

    def give_back(self, calls: Sequence[RecordedCall], lost: dict[str, int]) -> None:
        """Put back calls that could not be written; those without room are counted as lost."""
        self._lost.update(lost)
        room = max(0, self._most - len(self._calls))
        for each in calls[: len(calls) - room]:
            self._lost[each.client_id] += 1
        kept = calls[len(calls) - room :] if room else []
        self._calls = [*kept, *self._calls]
        self._unproven += sum(each.unproven for each in kept)
        self._bytes += sum(len(each.sent) + len(each.answered) for each in kept)
