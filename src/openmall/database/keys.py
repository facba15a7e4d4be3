"""The keys that secrets are sealed with: in a file beside the database, or in the environment.

The first of them seals, any of them opens. A file may change while processes use it: they look at
it before each use, so that a new key is every worker's at once.
"""

import base64
import binascii
import fcntl
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from openmall.configuration import Configuration

KEY_BYTES: Final = 32


class Keys(Protocol):
    """Where keys come from."""

    def stamp(self) -> object:
        """Return something that is another whenever the keys are."""
        ...

    def read(self) -> Sequence[bytes]:
        """Return the keys, the one that seals first. Raises ValueError for what is none."""
        ...


class Given(Keys):
    """Keys that stay the same while the process runs."""

    def __init__(self, find: Callable[[], Sequence[bytes]]) -> None:
        self._find = find

    def stamp(self) -> object:
        return None

    def read(self) -> Sequence[bytes]:
        return self._find()


class KeyFile(Keys):
    """`secret.key`: one key on each line, in base64; made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "secret.key"

    def stamp(self) -> object:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            # what was read from it still holds
            return None
        return (found.st_ino, found.st_mtime_ns, found.st_size)

    def read(self) -> Sequence[bytes]:
        if not self.path.exists():
            self._create()
        return [key_of(line, str(self.path)) for line in self.path.read_text().split()]

    def add(self) -> int:
        """Put a new key before the others; return how many there are then."""
        with self._alone():
            keys = [secrets.token_bytes(KEY_BYTES), *self.read()]
            self._replace(keys)
        return len(keys)

    def keep_first(self, *, of: Sequence[bytes]) -> int:
        """Remove every key but the first; return how many.

        Raises ValueError, and removes none, when the keys are not those it is called with.
        """
        with self._alone():
            keys = self.read()
            if list(keys) != list(of):
                raise ValueError("the keys were changed meanwhile")
            self._replace(keys[:1])
        return len(keys) - 1

    def _create(self) -> None:
        """Write a new key, whole or not at all: of several processes that try, one wins."""
        made = self._written([secrets.token_bytes(KEY_BYTES)])
        try:
            os.link(made, self.path)
        except FileExistsError:
            pass
        finally:
            made.unlink()

    def _replace(self, keys: Sequence[bytes]) -> None:
        os.replace(self._written(keys), self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _written(self, keys: Sequence[bytes]) -> Path:
        made = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.writelines(base64.b64encode(key).decode() + "\n" for key in keys)
            file.flush()
            os.fsync(file.fileno())
        return made

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other process change the keys meanwhile."""
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)


def keys_of(configuration: Configuration) -> Keys:
    """Return where an installation's keys are: in its environment, else in its key file."""
    given = configuration.secret_keys
    if given:
        return Given(lambda: [key_of(text, "setting secret_keys") for text in given])
    return KeyFile(configuration.data_dir)


def key_of(text: str, where: str) -> bytes:
    """Return the key that a text writes. Raises ValueError that says where it stands."""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"{where}: a key is {KEY_BYTES} random bytes in base64")
    return key
