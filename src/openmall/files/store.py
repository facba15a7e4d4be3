"""Where a shop's pictures are kept."""

import hashlib
import os
import re
from pathlib import Path
from typing import Final, Protocol
from uuid import uuid4

KINDS: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}
"""Ending of a picture's name -> its media type. Nothing else is kept or shown."""

# no part begins with a dot, so neither the folder above nor a half-written file has a name
_NAME: Final = re.compile(
    r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/){0,8}[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\.([A-Za-z]{3,4})"
)


def kind(path: str) -> str | None:
    """Return the media type of the picture named `path`; None when no picture is called so.

    Parts of a name are letters, digits, `.`, `_` and `-`, joined by `/`.
    """
    named = _NAME.fullmatch(path)
    return KINDS.get(named[1].lower()) if named else None


_BY_CONTENT: Final = re.compile(r"made/[0-9a-f]{2}/[0-9a-f]{38}\.[a-z]{3,4}")


def name_of(content: bytes, ending: str) -> str:
    """Return the name that only this content has, so that whoever saw it need not ask again."""
    digest = hashlib.sha256(content).hexdigest()
    return f"made/{digest[:2]}/{digest[2:40]}.{ending}"


def never_changes(path: str) -> bool:
    """Say whether a picture is named after its content."""
    return _BY_CONTENT.fullmatch(path) is not None


class Store(Protocol):
    """Keeps the pictures of all malls."""

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        """Keep a picture under a name, in place of one of that name.

        Raises ValueError for a name that no picture can have, OSError.
        """
        ...

    def has(self, mall_id: str, path: str) -> bool:
        """Say whether there is a picture of that name. Raises OSError."""
        ...

    def read(self, mall_id: str, path: str) -> bytes | None:
        """Return a picture, or None. Raises OSError."""
        ...

    def delete(self, mall_id: str, path: str) -> bool:
        """Remove a picture; return whether there was one. Raises OSError."""
        ...


class Folder:
    """A store in a directory: `<root>/<mall_id>/<path>`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def of(self, mall_id: str) -> Path:
        """Return the directory of a mall, which need not exist."""
        return self.root / mall_id

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        place = self._place(mall_id, path)
        if place is None:
            raise ValueError(f"{path!r} is no name of a picture: {', '.join(KINDS)}")
        place.parent.mkdir(parents=True, exist_ok=True)
        # whoever reads meanwhile sees the old picture or the new one, never half of one
        unfinished = place.with_name(f".{place.name}.{os.getpid()}.{uuid4().hex[:8]}")
        try:
            unfinished.write_bytes(content)
            unfinished.replace(place)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    def has(self, mall_id: str, path: str) -> bool:
        place = self._place(mall_id, path)
        return place is not None and place.is_file()

    def read(self, mall_id: str, path: str) -> bytes | None:
        place = self._place(mall_id, path)
        try:
            return None if place is None else place.read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def delete(self, mall_id: str, path: str) -> bool:
        place = self._place(mall_id, path)
        try:
            if place is not None:
                place.unlink()
                return True
        except (FileNotFoundError, NotADirectoryError):
            pass
        return False

    def _place(self, mall_id: str, path: str) -> Path | None:
        return None if kind(path) is None else self.of(mall_id) / path
