"""Seals what must not be readable in the database or its backups: keys that shops give to us.

AES-256-GCM with a key that lies beside the database, not in it. Each sealed text is bound to what
it is about, so that it opens nowhere else. Decisions 8 and 29.
"""

import base64
import binascii
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from openmall.configuration import Configuration
from openmall.database.keys import Given, Keys, key_of, keys_of

_NONCE_BYTES: Final = 12
MARK: Final = "sealed:1:"
"""How every sealed text begins."""


class SealBroken(Exception):
    """A sealed text cannot be opened: the key is not ours, or the text was moved or changed."""


class Seal:
    """Seals texts with the first of its keys and opens them with any."""

    def __init__(self, keys: Keys | Callable[[], Sequence[bytes]]) -> None:
        """`keys` are read when something is first sealed or opened, and again when they change."""
        self._keys = Given(keys) if callable(keys) else keys
        self._stamp: object = None
        self._raw: tuple[bytes, ...] = ()
        self._ciphers: list[AESGCM] = []
        self._derived: dict[str, tuple[bytes, ...]] = {}

    def _read(self) -> None:
        """Read the keys, unless they are those that were read before."""
        stamp = self._keys.stamp()
        if self._raw and stamp in (None, self._stamp):
            return
        raw = tuple(self._keys.read())
        if raw != self._raw:
            self._raw, self._ciphers, self._derived = raw, [AESGCM(key) for key in raw], {}
        # of before they were read: what changed meanwhile is read once more
        self._stamp = stamp

    def keys(self) -> tuple[bytes, ...]:
        """Return the keys themselves, the one that seals first."""
        self._read()
        return self._raw

    def keys_for(self, purpose: str) -> tuple[bytes, ...]:
        """Return keys of 32 bytes for one `purpose`, the one to sign with first.

        They are derived (HMAC-SHA256) from the seal's own and say nothing of these, nor of those
        for another purpose. A key that is no longer the first still proves what it signed.
        """
        self._read()
        derived = self._derived
        if purpose not in derived:
            derived[purpose] = tuple(
                hmac.digest(key, f"openmall {purpose}".encode(), "sha256") for key in self._raw
            )
        return derived[purpose]

    def close(self, text: str, *, about: str) -> str:
        """Return `text` sealed; `about` names what it belongs to and is needed to open it."""
        self._read()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._ciphers[0].encrypt(nonce, text.encode(), about.encode())
        return MARK + base64.b64encode(nonce + sealed).decode()

    def open(self, sealed: str, *, about: str) -> str:
        """Return what was sealed. Raises SealBroken."""
        return self._opened(sealed, about)[0]

    def renewed(self, sealed: str, *, about: str) -> str | None:
        """Return a sealed text sealed with the first key; None: it is already. Raises SealBroken.

        A text that no key opens is not ours to change: whoever has the key may bring it back.
        """
        text, at = self._opened(sealed, about)
        return None if at == 0 else self.close(text, about=about)

    def _opened(self, sealed: str, about: str) -> tuple[str, int]:
        """Return what was sealed, and which key did it."""
        self._read()
        try:
            octets = base64.b64decode(sealed.removeprefix(MARK), validate=True)
        except binascii.Error:
            raise SealBroken(f"what is kept for {about} is not sealed") from None
        nonce, rest = octets[:_NONCE_BYTES], octets[_NONCE_BYTES:]
        for at, cipher in enumerate(self._ciphers):
            try:
                return cipher.decrypt(nonce, rest, about.encode()).decode(), at
            except (InvalidTag, ValueError):
                continue
        raise SealBroken(f"no key of this installation opens what is kept for {about}")


def seal_with(keys: str, *, where: str) -> Seal:
    """Return the seal of keys as they stand in a key file, a line each. Raises ValueError."""
    found = [key_of(line, where) for line in keys.split()]
    return Seal(lambda: found)


def seal_of(configuration: Configuration) -> Seal:
    """Return the installation's seal: of the keys it is configured with, or of its key file."""
    return Seal(keys_of(configuration))
