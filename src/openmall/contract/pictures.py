"""The interface through which areas render and store pictures; implemented in `media/`."""

import re
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple, Protocol

from msgspec import Meta

from openmall.contract import patterns
from openmall.contract.portable_patterns import SPACES

RENDITION_WIDTHS: Final = (160, 320, 480, 640, 960, 1280)
"""Pixels that renditions of pictures are wide. There are no others, so that strangers cannot fill
the store."""
FILES: Final = "/files/"
"""Path prefix of a shop's pictures, on each of its hosts."""
MADE: Final = f"{FILES}made/"
"""Path prefix of the pictures among them that the shop encoded itself."""
SENT: Final = patterns.pattern(
    rf"^(?:[A-Za-z0-9+/=][A-Za-z0-9+/=:;,._{SPACES}-]*)?\Z", "a picture in base64, or its address"
)
Picture = Annotated[str, Meta(pattern=SENT)]
"""A picture as clients send one: base64, a `data:` address, or where the shop shows one it has."""

_ELSEWHERE: Final = ("/", "http://", "https://")
_LONGEST: Final = 2_048
"""Characters of an address."""
_BASE64: Final = re.compile(r"[A-Za-z0-9+/=\s]*")


def is_address(sent: str) -> bool:
    """Return whether a text is the address of a picture: a URL, or a path of the shop.

    Base64 may begin with a slash, as every JPEG does, but contains neither a dot nor a colon; only
    the beginning of a long text is checked.
    """
    if sent.startswith(FILES):
        return True
    return sent.startswith(_ELSEWHERE) and _BASE64.fullmatch(sent[:_LONGEST]) is None


class PicturesAway(OSError):
    """The picture store is unreachable or denies access; the message gives the reason."""


class Size(NamedTuple):
    """The maximum width and height of a rendered picture, in pixels."""

    width: int
    height: int


class PictureWorkshop(Protocol):
    """Renders and stores the pictures of all malls. Slow: call it outside a transaction."""

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        """Store a picture once in each size, never enlarged; return the paths.

        `sent`: base64, a `data:` URL, or a path `/files/...` of the mall. A size of None keeps the
        original size. Raises Invalid (422) for the `parameter` when it is no picture, and
        PicturesAway.
        """
        ...

    def rehearsing(self) -> "RehearsedWorkshop":
        """Return a workshop that names and checks pictures as this one, and stores none."""
        ...


class RehearsedWorkshop(PictureWorkshop, Protocol):
    """Renders pictures without storing them."""

    def stored(self) -> dict[str, int]:
        """Return what would be stored: path and bytes."""
        ...
