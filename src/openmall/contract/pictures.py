"""What an area may ask of whoever keeps a shop's pictures; `files/workshop.py` does it."""

import re
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple, Protocol

from msgspec import Meta

FILES: Final = "/files/"
"""Where a shop's pictures are shown, on each of its hosts."""
SENT: Final = r"^(?:[A-Za-z0-9+/=][A-Za-z0-9+/=:;,._\s-]*)?\Z"
Picture = Annotated[str, Meta(pattern=SENT)]
"""A picture as clients send one: base64, a `data:` address, or where the shop shows one it has."""

_ELSEWHERE: Final = ("/", "http://", "https://")
_LONGEST: Final = 2_048
"""Characters of an address."""
_BASE64: Final = re.compile(r"[A-Za-z0-9+/=\s]*")


def is_address(sent: str) -> bool:
    """Return whether a text is the address of a picture: a URL, or a path of the shop.

    Base64 may begin with a slash, as every JPEG does, and holds neither a dot nor a colon; the
    beginning of a long text says which it is.
    """
    if sent.startswith(FILES):
        return True
    return sent.startswith(_ELSEWHERE) and _BASE64.fullmatch(sent[:_LONGEST]) is None


class PicturesAway(OSError):
    """Where pictures are kept cannot be reached, or lets nobody in; the message says why."""


class Size(NamedTuple):
    """The frame a picture is made to fit, in pixels."""

    width: int
    height: int


class PictureWorkshop(Protocol):
    """Makes and keeps the pictures of all malls. Takes long: call it outside a transaction."""

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        """Keep a picture once in each size, never larger than it came; return where it is shown.

        `sent`: base64, a `data:` address, or a path `/files/...` of the mall. None: as large as
        it came. Raises Invalid (422) for the `parameter` when that is no picture, PicturesAway.
        """
        ...
