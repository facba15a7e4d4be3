"""Makes pictures fit to be shown of what clients send: checked, cut down to size, made anew.

Nothing of the bytes that were sent is kept: what is shown was drawn again from the pixels, without
the notes, places and hidden texts that came with them. Decision 9.
"""

import binascii
import io
import re
import time
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageOps

from openmall.contract.errors import Invalid
from openmall.contract.pictures import FILES, Size
from openmall.files.store import Store, name_of

MOST_BYTES: Final = 10 * 1024 * 1024
"""Of a picture that is sent."""
MOST_PIXELS: Final = 25_000_000
"""Width times height: a hundred megabytes while it is being worked on."""
FRESH: Final = 6 * 3600
"""Seconds for which a picture is not written again when it is sent again. Far less than the age
from which one that nothing names is swept away: what is about to be named is never that old."""
FORMATS: Final = ("JPEG", "PNG", "GIF", "WEBP")
_DATA: Final = re.compile(r"data:[\w.+-]+/[\w.+-]+;base64,", re.ASCII)
_SPACE: Final = str.maketrans("", "", " \t\r\n")
_MADE: Final[dict[str, tuple[str, str, dict[str, object]]]] = {
    "JPEG": ("JPEG", "jpg", {"quality": 88, "optimize": True, "progressive": True}),
    "MPO": ("JPEG", "jpg", {"quality": 88, "optimize": True, "progressive": True}),
    "PNG": ("PNG", "png", {"optimize": True}),
    "GIF": ("PNG", "png", {"optimize": True}),
    "WEBP": ("WEBP", "webp", {"quality": 88, "method": 4}),
}
"""What came -> what is made of it: format, ending, options. Phones write MPO, which is JPEG."""


class NoPicture(Exception):
    """What was sent is no picture that can be shown; the message says why."""


class Workshop:
    """Makes pictures and keeps them in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        kept = sent.removeprefix(FILES) if sent.startswith(FILES) else ""
        try:
            content = self._kept(mall_id, kept) if kept else decoded(sent)
            picture = opened(content)
            whole = picture.size
            ending = _MADE[picture.format or ""][1]
            picture = unpacked(picture, sizes)
        except NoPicture as error:
            raise Invalid(str(error), parameter=parameter) from None
        shown = []
        for size in sizes:
            if kept and kept == name_of(content, ending) and _fits(whole, size):
                # made here before: made again it would only get worse
                self._renew(mall_id, kept, content)
                shown.append(FILES + kept)
            else:
                shown.append(FILES + self._keep(mall_id, picture, size, ending))
        return shown

    def _kept(self, mall_id: str, name: str) -> bytes:
        content = self._store.read(mall_id, name)
        if content is None:
            raise NoPicture("There is no such picture.")
        return content

    def _keep(self, mall_id: str, picture: Image.Image, size: Size | None, ending: str) -> str:
        content = drawn(picture, size, ending)
        name = name_of(content, ending)
        self._renew(mall_id, name, content)
        return name

    def _renew(self, mall_id: str, name: str, content: bytes) -> None:
        """Keep a picture; one that is there already is kept for another while."""
        written_at = self._store.written_at(mall_id, name)
        if written_at is None or written_at < time.time() - FRESH:
            self._store.write(mall_id, name, content)


def decoded(sent: str) -> bytes:
    """Return the bytes of a picture sent as base64, with `data:...;base64,` before it or without.

    Raises NoPicture.
    """
    address = _DATA.match(sent)
    text = sent[address.end() if address else 0 :].translate(_SPACE)
    if len(text) > MOST_BYTES * 4 // 3 + 4:
        raise NoPicture(f"A picture has at most {MOST_BYTES} bytes.")
    try:
        content = binascii.a2b_base64(text, strict_mode=True)
    except (binascii.Error, ValueError):
        raise NoPicture("Expected a picture in base64.") from None
    if len(content) > MOST_BYTES:
        raise NoPicture(f"A picture has at most {MOST_BYTES} bytes.")
    return content


def opened(content: bytes) -> Image.Image:
    """Return a picture whose format and size are known, its pixels not yet. Raises NoPicture."""
    try:
        picture = Image.open(io.BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except Exception:
        # what is made to confuse a decoder ends in any of its errors
        raise NoPicture(f"Expected a picture: {', '.join(FORMATS)}.") from None
    if picture.width * picture.height > MOST_PIXELS:
        raise _too_large()
    return picture


def unpacked(picture: Image.Image, sizes: Sequence[Size | None]) -> Image.Image:
    """Return a picture's pixels, upright, of a kind every format can hold. Raises NoPicture."""
    wanted = [size for size in sizes if size is not None]
    try:
        if wanted and len(wanted) == len(sizes):
            # a photograph can be unpacked at a half, a quarter or an eighth right away
            most = 2 * max(max(size) for size in wanted)
            picture.draft(None, (most, most))
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        plain = _plain(upright)
    except Exception:
        raise NoPicture("The picture is damaged or not complete.") from None
    plain.info.clear()
    return plain


def _plain(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I") or picture.mode == "F":
        # sixteen bits a pixel: the upper eight are what a screen shows
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def drawn(picture: Image.Image, size: Size | None, ending: str) -> bytes:
    """Return a picture as a file: fitted into `size`, its proportions kept, never enlarged."""
    fitted = picture
    if not _fits(picture.size, size):
        assert size is not None
        fitted = picture.copy()
        fitted.thumbnail(size, Image.Resampling.LANCZOS)
    form, options = next((form, how) for form, end, how in _MADE.values() if end == ending)
    file = io.BytesIO()
    fitted.save(file, format=form, **options)
    return file.getvalue()


def _fits(whole: tuple[int, int], size: Size | None) -> bool:
    return size is None or (whole[0] <= size.width and whole[1] <= size.height)


def _too_large() -> NoPicture:
    return NoPicture(f"A picture has at most {MOST_PIXELS} pixels.")
