"""Renders the pictures that clients send: validated, scaled down, encoded again.

The sent bytes are never stored: pictures are encoded again from the pixels, without metadata such
as comments and locations. Decision 9.
"""

import binascii
import io
import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from openmall.contract.errors import Invalid
from openmall.contract.pictures import FILES, RehearsedWorkshop, Size
from openmall.contract.refusal import Reason, Refusal, Value
from openmall.contract.refusals import NO_PICTURE, PICTURE_NOT_BASE64
from openmall.media.refusals import (
    NO_SUCH_PICTURE,
    PICTURE_DAMAGED,
    PICTURE_TOO_LARGE,
    TOO_MANY_PIXELS,
)
from openmall.media.rehearsed_store import RehearsedStore
from openmall.media.store import MAX_ORIGINAL, Store, made_of, name_of

if TYPE_CHECKING:
    # the library takes 2 MB, which workers that are sent no pictures save
    from PIL import Image

MAX_BYTES: Final = 10 * 1024 * 1024
"""Size of a sent picture."""
MAX_PIXELS: Final = 25_000_000
"""Width times height: a hundred megabytes in memory."""
FRESH: Final = 6 * 3600
"""Seconds for which a picture that is sent again is not written again. Far less than the minimum
age of a sweep, so that a picture about to be referenced is never that old."""
ORIGINAL: Final = Size(MAX_ORIGINAL, MAX_ORIGINAL)
"""The frame of originals."""
FORMATS: Final = ("JPEG", "PNG", "GIF", "WEBP")
_DATA: Final = re.compile(r"data:[\w.+-]+/[\w.+-]+;base64,", re.ASCII)
_SPACE: Final = str.maketrans("", "", " \t\r\n")
_ENCODINGS: Final[dict[str, tuple[str, str, dict[str, object]]]] = {
    "JPEG": ("JPEG", "jpg", {"quality": 88, "optimize": True, "progressive": True}),
    "MPO": ("JPEG", "jpg", {"quality": 88, "optimize": True, "progressive": True}),
    "PNG": ("PNG", "png", {"optimize": True}),
    "GIF": ("PNG", "png", {"optimize": True}),
    "WEBP": ("WEBP", "webp", {"quality": 88, "method": 4}),
}
"""Sent format -> stored format, file extension, options. Phones write MPO, which is JPEG."""


class InvalidPicture(Exception):
    """The sent text is not a valid picture."""

    def __init__(self, refusal: Refusal, **values: Value) -> None:
        self.reason = Reason(refusal, values)
        super().__init__(self.reason.text())


class Workshop:
    """Renders pictures into a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(
        self, mall_id: str, sent: str, sizes: Sequence[Size | None], *, parameter: str
    ) -> list[str]:
        stored = sent.removeprefix(FILES) if sent.startswith(FILES) else ""
        try:
            content = self._read_original(mall_id, stored) if stored else decode_base64(sent)
            picture = open_picture(content)
            ending = _ENCODINGS[picture.format or ""][1]
            # of a picture in sizes of a shop the original is kept as well
            bounds = [*sizes, ORIGINAL] if all(sizes) else sizes
            picture = decode_pixels(picture, bounds)
        except InvalidPicture as error:
            raise Invalid(error.reason, parameter=parameter) from None
        largest = max(filter(None, sizes), key=lambda size: size.width * size.height, default=None)
        kept = made_of(stored) if stored else None
        known = kept.size if kept is not None else None
        if kept is not None and known is None and stored == name_of(content, ending):
            known = picture.size
        shown = []
        for size in sizes:
            if known is not None and (size is None or known == _fitted(picture.size, size)):
                # rendered before: encoding it again would lose quality
                self._renew(mall_id, stored)
                shown.append(FILES + stored)
                continue
            original = _original(picture, ending) if size == largest else None
            shown.append(FILES + self._store_rendered(mall_id, picture, size, ending, original))
        return shown

    def rehearsing(self) -> RehearsedWorkshop:
        return _RehearsedWorkshop(self._store)

    def _read_original(self, mall_id: str, name: str) -> bytes:
        """Return the original of a stored picture; the picture itself where none is kept."""
        named = made_of(name)
        content = self._store.read(mall_id, named.original) if named and named.original else None
        content = content or self._store.read(mall_id, name)
        if content is None:
            raise InvalidPicture(NO_SUCH_PICTURE)
        return content

    def _store_rendered(
        self,
        mall_id: str,
        picture: "Image.Image",
        size: Size | None,
        ending: str,
        original: "_Original | None",
    ) -> str:
        """Store a picture in a size, and its original where it is larger; return its name."""
        content, fitted = encode(picture, size, ending), _fitted(picture.size, size)
        larger = original if original is not None and original.size != fitted else None
        name = name_of(content, ending, fitted, larger.size if larger else None)
        self._refresh(mall_id, name, content)
        if larger is not None:
            named = made_of(name)
            assert named is not None
            self._refresh(mall_id, named.original, larger.content)
        return name

    def _renew(self, mall_id: str, name: str) -> None:
        """Renew the age of a stored picture and of its original."""
        named = made_of(name)
        for path in filter(None, (name, named.original if named else "")):
            content = self._store.read(mall_id, path)
            if content is not None:
                self._refresh(mall_id, path, content)

    def _refresh(self, mall_id: str, name: str, content: bytes) -> None:
        """Store a picture, or renew the age of an existing one that is no longer fresh."""
        written_at = self._store.written_at(mall_id, name)
        if written_at is None or written_at < time.time() - FRESH:
            self._store.write(mall_id, name, content)


class _Original(NamedTuple):
    """The original of a picture, as it is kept."""

    content: bytes
    size: tuple[int, int]


def _original(picture: "Image.Image", ending: str) -> _Original:
    return _Original(encode(picture, ORIGINAL, ending), _fitted(picture.size, ORIGINAL))


class _RehearsedWorkshop(Workshop):
    """Renders pictures into a store that keeps them in memory."""

    def __init__(self, store: Store) -> None:
        self._rehearsed = RehearsedStore(store)
        super().__init__(self._rehearsed)

    def stored(self) -> dict[str, int]:
        return {FILES + path: len(content) for path, content in self._rehearsed.written.items()}


def decode_base64(sent: str) -> bytes:
    """Decode a picture in base64, with or without a `data:...;base64,` prefix.

    Raises NoPicture.
    """
    address = _DATA.match(sent)
    text = sent[address.end() if address else 0 :].translate(_SPACE)
    if len(text) > MAX_BYTES * 4 // 3 + 4:
        raise InvalidPicture(PICTURE_TOO_LARGE, most=MAX_BYTES)
    try:
        content = binascii.a2b_base64(text, strict_mode=True)
    except (binascii.Error, ValueError):
        raise InvalidPicture(PICTURE_NOT_BASE64) from None
    if len(content) > MAX_BYTES:
        raise InvalidPicture(PICTURE_TOO_LARGE, most=MAX_BYTES)
    return content


def open_picture(content: bytes) -> "Image.Image":
    """Open a picture and check its format and size, without its pixels. Raises NoPicture."""
    from PIL import Image

    try:
        picture = Image.open(io.BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except Exception:
        # malicious input may raise any error in a decoder
        raise InvalidPicture(NO_PICTURE, formats=", ".join(FORMATS)) from None
    if picture.width * picture.height > MAX_PIXELS:
        raise _too_large()
    return picture


def decode_pixels(picture: "Image.Image", sizes: Sequence[Size | None]) -> "Image.Image":
    """Decode a picture's pixels, upright, as RGB or RGBA. Raises NoPicture."""
    from PIL import ImageOps

    bounds = [size for size in sizes if size is not None]
    try:
        if bounds and len(bounds) == len(sizes):
            # a JPEG can be decoded at a half, a quarter or an eighth directly
            most = 2 * max(max(size) for size in bounds)
            picture.draft(None, (most, most))
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        plain = _plain(upright)
    except Exception:
        raise InvalidPicture(PICTURE_DAMAGED) from None
    plain.info.clear()
    return plain


def _plain(picture: "Image.Image") -> "Image.Image":
    if picture.mode.startswith("I") or picture.mode == "F":
        # sixteen bits a pixel: screens show the upper eight
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def encode(picture: "Image.Image", size: Size | None, ending: str) -> bytes:
    """Encode a picture, scaled to fit into `size`, with its proportions, never enlarged."""
    from PIL import Image

    fitted = picture
    if _fitted(picture.size, size) != picture.size:
        fitted = picture.resize(
            _fitted(picture.size, size), Image.Resampling.LANCZOS, reducing_gap=2.0
        )
    form, options = next((form, how) for form, end, how in _ENCODINGS.values() if end == ending)
    file = io.BytesIO()
    fitted.save(file, format=form, **options)
    return file.getvalue()


def _fitted(whole: tuple[int, int], size: Size | None) -> tuple[int, int]:
    """Return width and height within `size`, in the proportions of `whole` and never enlarged."""
    if size is None or (whole[0] <= size.width and whole[1] <= size.height):
        return whole
    scale = min(size.width / whole[0], size.height / whole[1])
    return max(1, round(whole[0] * scale)), max(1, round(whole[1] * scale))


def _too_large() -> InvalidPicture:
    return InvalidPicture(TOO_MANY_PIXELS, most=MAX_PIXELS)
