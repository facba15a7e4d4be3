"""For how long admin writes are recorded, so that they can be undone; see `commerce/undo/`."""

from typing import Final

from msgspec import Struct

DAY_SECONDS: Final = 86_400
DAYS_OF_NEW_MALLS: Final = 30
"""Days of the malls that operators create."""
MOST_DAYS: Final = 3_650
"""Most days that a mall can have."""


class UndoRetention:
    """How long recorded writes are kept, and how many bytes of them."""

    __slots__ = ("bytes", "days")

    def __init__(self, *, days: int | None, megabytes: int) -> None:
        """`days`: 0 records nothing; None: the installation does not set them, a mall may."""
        self.days = days
        self.bytes = megabytes * 1_000_000

    @property
    def seconds(self) -> int:
        """Return how long they are kept; 0: nothing is recorded."""
        return (self.days or 0) * DAY_SECONDS

    def of_mall(self, undo_days: int | None) -> "UndoRetention":
        """Return the retention of a mall; days that are set win over the mall's `undo_days`."""
        if self.days is not None:
            return self
        found = UndoRetention(days=undo_days or 0, megabytes=0)
        found.bytes = self.bytes
        return found


NOT_RECORDED: Final = UndoRetention(days=0, megabytes=0)
"""Of calls whose writes are not recorded."""


class UndoneWrites(Struct, frozen=True):
    """What a call undoes, so that the call can be undone itself."""

    numbers: list[int]
    scopes: list[str]
    """Scopes of the operations of those writes, each once."""
