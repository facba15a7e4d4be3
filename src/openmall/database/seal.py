"""Seals what must not be readable in the database or its backups: keys that shops give to us.

AES-256-GCM with a key that lies beside the database, not in it. Each sealed text is bound to what
it is about, so that it opens nowhere else. Decision 8.
"""

import base64
import binascii
import hmac
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from openmall.configuration import Configuration

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_MARK: Final = "sealed:1:"


class SealBroken(Exception):
    """A sealed text cannot be opened: the key is not ours, or the text was moved or changed."""


class Seal:
    """Seals texts with the first of its keys and opens them with any."""

    def __init__(self, keys: Callable[[], Sequence[bytes]]) -> None:
        """`keys` is called once, when something is first sealed or opened."""
        self._find_keys = keys
        self._found: tuple[bytes, ...] = ()
        self._ciphers: list[AESGCM] = []
        self._derived: dict[str, tuple[bytes, ...]] = {}

    def _raw(self) -> tuple[bytes, ...]:
        if not self._found:
            self._found = tuple(self._find_keys())
        return self._found

    def _keys(self) -> list[AESGCM]:
        if not self._ciphers:
            self._ciphers = [AESGCM(key) for key in self._raw()]
        return self._ciphers

    def keys_for(self, purpose: str) -> tuple[bytes, ...]:
        """Return keys of 32 bytes for one `purpose`, the one to sign with first.

        They are derived (HMAC-SHA256) from the seal's own and say nothing of these, nor of those
        for another purpose. A key that is no longer the first still proves what it signed.
        """
        if purpose not in self._derived:
            self._derived[purpose] = tuple(
                hmac.digest(key, f"openmall {purpose}".encode(), "sha256") for key in self._raw()
            )
        return self._derived[purpose]

    def close(self, text: str, *, about: str) -> str:
        """Return `text` sealed; `about` names what it belongs to and is needed to open it."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._keys()[0].encrypt(nonce, text.encode(), about.encode())
        return _MARK + base64.b64encode(nonce + sealed).decode()

    def open(self, sealed: str, *, about: str) -> str:
        """Return what was sealed. Raises SealBroken."""
        try:
            octets = base64.b64decode(sealed.removeprefix(_MARK), validate=True)
        except binascii.Error:
            raise SealBroken(f"what is kept for {about} is not sealed") from None
        for cipher in self._keys():
            try:
                nonce, rest = octets[:_NONCE_BYTES], octets[_NONCE_BYTES:]
                return cipher.decrypt(nonce, rest, about.encode()).decode()
            except (InvalidTag, ValueError):
                continue
        raise SealBroken(f"no key of this installation opens what is kept for {about}")


def is_sealed(value: object) -> bool:
    """Say whether a value is a sealed text."""
    return isinstance(value, str) and value.startswith(_MARK)


def seal_with(keys: str, *, where: str) -> Seal:
    """Return the seal of keys as they stand in a key file, a line each. Raises ValueError."""
    found = [_key(line, where) for line in keys.split()]
    return Seal(lambda: found)


def seal_of(configuration: Configuration) -> Seal:
    """Return the installation's seal: of the keys it is configured with, or of its key file."""
    return Seal(lambda: _keys(configuration))


def _keys(configuration: Configuration) -> list[bytes]:
    if configuration.secret_keys:
        return [_key(text, "setting secret_keys") for text in configuration.secret_keys]
    path = configuration.data_dir / "secret.key"
    if not path.exists():
        _create(path)
    return [_key(line, str(path)) for line in path.read_text().split()]


def _key(text: str, where: str) -> bytes:
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"{where}: a key is {KEY_BYTES} random bytes in base64")
    return key


def _create(path: Path) -> None:
    """Write a new key, whole or not at all: of several processes that try, one wins."""
    made = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
