"""The encryption keys of stored secrets, from a file beside the database or from the environment.

The first key encrypts, any of them decrypts. Processes check the file for changes before each use,
so that a new key is used by all workers at once.
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
    """A source of keys."""

    def stamp(self) -> object:
        """Return a value that differs whenever the keys have changed."""
        ...

    def read(self) -> Sequence[bytes]:
        """Return the keys, the encrypting one first. Raises ValueError for a malformed key."""
        ...


class FixedKeys(Keys):
    """Keys that do not change while the process runs."""

    def __init__(self, find: Callable[[], Sequence[bytes]]) -> None:
        self._find = find

    def stamp(self) -> object:
        return None

    def read(self) -> Sequence[bytes]:
        return self._find()


class KeyFile(Keys):
    """The file `secret.key`: one base64 key on each line; created on first use."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "secret.key"

    def stamp(self) -> object:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            # the keys read before remain valid
            return None
        return (status.st_ino, status.st_mtime_ns, status.st_size)

    def read(self) -> Sequence[bytes]:
        if not self.path.exists():
            self._create()
        return [decode_key(line, str(self.path)) for line in self.path.read_text().split()]

    def add(self) -> int:
        """Prepend a new key; return the number of keys."""
        with self._locked():
            keys = [secrets.token_bytes(KEY_BYTES), *self.read()]
            self._replace(keys)
        return len(keys)

    def keep_first(self, *, of: Sequence[bytes]) -> int:
        """Remove every key but the first; return the number of removed keys.

        Raises ValueError, without any change, when the keys differ from `of`.
        """
        with self._locked():
            keys = self.read()
            if list(keys) != list(of):
                raise ValueError("the keys were changed meanwhile")
            self._replace(keys[:1])
        return len(keys) - 1

    def _create(self) -> None:
        """Write a new key atomically: of several concurrent processes, one succeeds."""
        temporary = self._write_temporary([secrets.token_bytes(KEY_BYTES)])
        try:
            os.link(temporary, self.path)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()

    def _replace(self, keys: Sequence[bytes]) -> None:
        os.replace(self._write_temporary(keys), self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _write_temporary(self, keys: Sequence[bytes]) -> Path:
        path = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.writelines(base64.b64encode(key).decode() + "\n" for key in keys)
            file.flush()
            os.fsync(file.fileno())
        return path

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the directory against changes of the keys by other processes."""
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)


def configured_keys(configuration: Configuration) -> Keys:
    """Return an installation's keys: those configured, or else the key file."""
    configured = configuration.secret_keys
    if configured:
        return FixedKeys(lambda: [decode_key(text, "setting secret_keys") for text in configured])
    return KeyFile(configuration.data_dir)


def decode_key(text: str, where: str) -> bytes:
    """Decode a base64 key. Raises ValueError that names `where` it is configured."""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"{where}: a key is {KEY_BYTES} random bytes in base64")
    return key
