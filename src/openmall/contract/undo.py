"""For how long admin writes are recorded, so that they can be undone; see `commerce/undo/`."""

from typing import Final

from msgspec import Struct

DAY_SECONDS: Final = 86_400


class UndoRetention:
    """How long recorded writes of a mall are kept, and how many bytes of them."""

    __slots__ = ("bytes", "seconds")

    def __init__(self, *, days: int, megabytes: int) -> None:
        """`days`: 0 records nothing."""
        self.seconds = days * DAY_SECONDS
        self.bytes = megabytes * 1_000_000


NOT_RECORDED: Final = UndoRetention(days=0, megabytes=0)
"""Of calls whose writes are not recorded."""


class UndoneWrites(Struct, frozen=True):
    """What a call undoes, so that the call can be undone itself."""

    numbers: list[int]
    scopes: list[str]
    """Scopes of the operations of those writes, each once."""
