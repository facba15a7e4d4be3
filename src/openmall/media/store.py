"""The picture store: its interface, and the default store in a directory."""

import hashlib
import math
import os
import re
import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from openmall.contract.pictures import PicturesAway

_LEFT_SECONDS: Final = 3_600.0
"""Age of unfinished files that are certainly abandoned, and the interval of their clean-up."""
CACHE: Final = "public, max-age=300"
"""A changed picture is seen after five minutes at the latest."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For pictures named after their content, which never change."""

KINDS: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}
"""File extension -> media type. No other files are stored or served."""

# no part begins with a dot, which excludes the parent directory and unfinished files
_NAME: Final = re.compile(
    r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/){0,8}[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\.([A-Za-z]{3,4})"
)


def kind(path: str) -> str | None:
    """Return the media type of the picture named `path`; None for an invalid name.

    Parts of a name are letters, digits, `.`, `_` and `-`, joined by `/`.
    """
    named = _NAME.fullmatch(path)
    return KINDS.get(named[1].lower()) if named else None


MAX_ORIGINAL: Final = 2_000
"""Pixels of the longer side of an original that is kept."""
_SIZES: Final = r"(?:-(\d{1,5})x(\d{1,5})(?:-(\d{1,5})x(\d{1,5}))?)?"
_MADE: Final = re.compile(rf"made/([0-9a-f]{{2}}/([0-9a-f]{{38}}){_SIZES}\.[a-z]{{3,4}})")
_BY_CONTENT: Final = re.compile(
    rf"(?:made|original|sized/[0-9]{{3,4}}-[a-z]{{3,4}})/[0-9a-f]{{2}}/[0-9a-f]{{38}}{_SIZES}"
    r"\.[a-z]{3,4}"
)


class Made(NamedTuple):
    """What the name of a picture says that was made here."""

    size: tuple[int, int] | None
    """Its width and height; None: it was made before names said so."""
    original: str
    """Name of the larger picture that it was made of; empty: none is kept."""

    @property
    def original_size(self) -> tuple[int, int] | None:
        """Width and height of the original."""
        found = _BY_CONTENT.fullmatch(self.original)
        return None if found is None else (int(found[3]), int(found[4]))


def name_of(
    content: bytes,
    ending: str,
    size: tuple[int, int] | None = None,
    original_size: tuple[int, int] | None = None,
) -> str:
    """Return the content-addressed name of a picture, so that clients can cache it for ever.

    `size` and `original_size` are part of it, so that pages know them without the file.
    """
    digest = hashlib.sha256(content).hexdigest()
    sizes = "".join(f"-{each[0]}x{each[1]}" for each in (size, original_size) if each)
    return f"made/{digest[:2]}/{digest[2:40]}{sizes}.{ending}"


def made_of(name: str) -> Made | None:
    """Return what the name of a picture says; None: it was not made here."""
    found = _MADE.fullmatch(name)
    if found is None:
        return None
    size = (int(found[3]), int(found[4])) if found[3] else None
    return Made(size, f"original/{found[1]}" if found[5] else "")


def stem_of(path: str) -> str:
    """Return by what a picture that is named after its content is known: its digest."""
    return path.rpartition("/")[2][:38]


def never_changes(path: str) -> bool:
    """Return whether a picture is named after its content."""
    return _BY_CONTENT.fullmatch(path) is not None


def caching(path: str) -> str:
    """Return the `Cache-Control` header of a picture."""
    return FOR_EVER if never_changes(path) else CACHE


def require_name(path: str) -> str:
    """Return the media type of a picture to store. Raises ValueError for an invalid name."""
    media_type = kind(path)
    if media_type is None:
        raise ValueError(f"{path!r} is no name of a picture: {', '.join(KINDS)}")
    return media_type


class Kept(NamedTuple):
    """A stored picture."""

    path: str
    written_at: float
    """UTC epoch seconds, by the clock of the store."""
    size: int
    """Bytes."""


class Store(Protocol):
    """Stores the pictures of all malls. Every method may raise PicturesAway."""

    def check(self) -> None:
        """Check that pictures can be stored; the exception gives the reason when they cannot."""
        ...

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        """Store a picture, replacing one of the same name.

        Raises ValueError for an invalid name.
        """
        ...

    def written_at(self, mall_id: str, path: str) -> float | None:
        """Return when a picture was last written, in UTC epoch seconds; None if there is none."""
        ...

    def read(self, mall_id: str, path: str) -> bytes | None:
        """Return a picture, or None."""
        ...

    def delete(self, mall_id: str, path: str) -> None:
        """Remove a picture, if there is one."""
        ...

    def every(self, mall_id: str) -> Iterator[Kept]:
        """Yield all pictures of a mall, in no order."""
        ...

    async def show(
        self, mall_id: str, path: str, scope: MutableMapping[str, Any]
    ) -> Response | None:
        """Return the response to a GET or HEAD, 304 if unchanged; None if there is no picture."""
        ...


class Folder:
    """A store in a directory: `<root>/<mall_id>/<path>`.

    Pictures being written are in `<root>/.unfinished`. Files left there by a killed process are
    removed by a write at least an hour later.
    """

    def __init__(self, root: Path, *, durable: bool = False) -> None:
        """`durable`: sync every write to the disk, so that it survives a power failure."""
        self.root = root
        self._durable = durable
        self._unfinished = root / ".unfinished"
        self._cleared_at = -math.inf
        self._shown: dict[str, StaticFiles] = {}

    def of(self, mall_id: str) -> Path:
        """Return the directory of a mall, which need not exist."""
        return self.root / mall_id

    def check(self) -> None:
        with _at_hand(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            if not os.access(self.root, os.W_OK | os.X_OK):
                raise PermissionError("nobody may write there")

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        require_name(path)
        place = self.of(mall_id) / path
        # concurrent readers see the old picture or the new one, never a part
        unfinished = self._unfinished / f"{os.getpid()}.{uuid4().hex[:8]}"
        with _at_hand(self.root):
            self._clear_away()
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                unfinished.write_bytes(content)
                if self._durable:
                    _sync(unfinished)
                unfinished.replace(place)
                if self._durable:
                    _sync(place.parent)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise

    def _clear_away(self) -> None:
        """Remove files left by killed processes, at most once an hour."""
        self._unfinished.mkdir(parents=True, exist_ok=True)
        if time.monotonic() - self._cleared_at < _LEFT_SECONDS:
            return
        self._cleared_at = time.monotonic()
        for each in self._unfinished.iterdir():
            with suppress(FileNotFoundError):  # another process removed or finished it
                if abs(time.time() - each.stat().st_mtime) > _LEFT_SECONDS:
                    each.unlink()

    def written_at(self, mall_id: str, path: str) -> float | None:
        place = self._place(mall_id, path)
        with _at_hand(self.root):
            return place.stat().st_mtime if place is not None and place.is_file() else None

    def read(self, mall_id: str, path: str) -> bytes | None:
        place = self._place(mall_id, path)
        with _at_hand(self.root):
            try:
                return None if place is None else place.read_bytes()
            except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
                return None

    def delete(self, mall_id: str, path: str) -> None:
        place = self._place(mall_id, path)
        with _at_hand(self.root):
            try:
                if place is not None:
                    place.unlink()
            except (FileNotFoundError, NotADirectoryError):
                pass

    def every(self, mall_id: str) -> Iterator[Kept]:
        with _at_hand(self.root):
            for folder, _, names in os.walk(self.of(mall_id)):
                for place in (Path(folder, name) for name in names):
                    path = place.relative_to(self.of(mall_id)).as_posix()
                    if kind(path) is None or place.is_symlink() or not place.is_file():
                        continue
                    found = place.stat()
                    yield Kept(path, found.st_mtime, found.st_size)

    async def show(
        self, mall_id: str, path: str, scope: MutableMapping[str, Any]
    ) -> Response | None:
        # StaticFiles resolves links and refuses files outside the mall's directory
        shown = self._shown.get(mall_id)
        if shown is None:
            shown = StaticFiles(directory=self.of(mall_id), check_dir=False)
            if len(self._shown) < 10_000:
                self._shown[mall_id] = shown
        try:
            return await shown.get_response(path, scope)
        except HTTPException:
            return None

    def _place(self, mall_id: str, path: str) -> Path | None:
        return None if kind(path) is None else self.of(mall_id) / path


def _sync(path: Path) -> None:
    """Sync a file, or the entries of a directory, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _at_hand(root: Path) -> Iterator[None]:
    try:
        yield
    except PicturesAway:
        raise
    except OSError as error:
        raise PicturesAway(f"{root}: {error.strerror or error}") from error
