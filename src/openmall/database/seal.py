"""Encryption at rest of secrets in the database and its backups, such as keys that shops enter.

AES-256-GCM with a key stored beside the database, not in it. Each sealed text is authenticated with
its context, so that it cannot be decrypted in another place. Decisions 8 and 29.
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
from openmall.database.keys import KEY_BYTES, FixedKeys, Keys, configured_keys, decode_key

_NONCE_BYTES: Final = 12
MARK: Final = "sealed:1:"
"""Prefix of every sealed text."""


class SealBroken(Exception):
    """A sealed text cannot be decrypted: unknown key, or the text was moved or changed."""


class Seal:
    """Encrypts texts with the first of its keys and decrypts them with any."""

    def __init__(self, keys: Keys | Callable[[], Sequence[bytes]]) -> None:
        """`keys` are read on first use, and again when they change."""
        self._keys = FixedKeys(keys) if callable(keys) else keys
        self._stamp: object = None
        self._raw: tuple[bytes, ...] = ()
        self._ciphers: list[AESGCM] = []
        self._derived: dict[str, tuple[bytes, ...]] = {}

    def _read(self) -> None:
        """Read the keys if they have changed."""
        stamp = self._keys.stamp()
        if self._raw and stamp in (None, self._stamp):
            return
        raw = tuple(self._keys.read())
        if raw != self._raw:
            self._raw, self._ciphers, self._derived = raw, [AESGCM(key) for key in raw], {}
        # taken before reading: a concurrent change causes another read
        self._stamp = stamp

    def keys(self) -> tuple[bytes, ...]:
        """Return the keys, the encrypting one first."""
        self._read()
        return self._raw

    def keys_for(self, purpose: str) -> tuple[bytes, ...]:
        """Return keys of 32 bytes for one `purpose`, the signing one first.

        They are derived (HMAC-SHA256) from the seal's keys and reveal neither these nor those for
        another purpose. Earlier keys still verify their signatures.
        """
        self._read()
        derived = self._derived
        if purpose not in derived:
            derived[purpose] = tuple(
                hmac.digest(key, f"openmall {purpose}".encode(), "sha256") for key in self._raw
            )
        return derived[purpose]

    def close(self, text: str, *, about: str) -> str:
        """Encrypt `text`; `about` is its authenticated context, and needed to decrypt it."""
        return self.close_bytes(text.encode(), about=about)

    def close_bytes(self, octets: bytes, *, about: str) -> str:
        """Encrypt bytes, such as compressed text, as `close` does a text."""
        self._read()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._ciphers[0].encrypt(nonce, octets, about.encode())
        return MARK + base64.b64encode(nonce + sealed).decode()

    def open(self, sealed: str, *, about: str) -> str:
        """Decrypt a sealed text. Raises SealBroken."""
        return self.open_bytes(sealed, about=about).decode()

    def open_bytes(self, sealed: str, *, about: str) -> bytes:
        """Decrypt sealed bytes. Raises SealBroken."""
        return self._opened(sealed, about)[0]

    def renewed(self, sealed: str, *, about: str) -> str | None:
        """Re-encrypt a sealed text with the first key; None: it already is. Raises SealBroken.

        A text that no key decrypts stays unchanged, because its key may be restored.
        """
        opened, at = self._opened(sealed, about)
        return None if at == 0 else self.close_bytes(opened, about=about)

    def _opened(self, sealed: str, about: str) -> tuple[bytes, int]:
        """Decrypt what is sealed, and return the index of its key."""
        self._read()
        try:
            octets = base64.b64decode(sealed.removeprefix(MARK), validate=True)
        except binascii.Error:
            raise SealBroken(f"what is kept for {about} is not sealed") from None
        nonce, rest = octets[:_NONCE_BYTES], octets[_NONCE_BYTES:]
        for at, cipher in enumerate(self._ciphers):
            try:
                return cipher.decrypt(nonce, rest, about.encode()), at
            except (InvalidTag, ValueError):
                continue
        raise SealBroken(f"no key of this installation opens what is kept for {about}")


def seal_with(keys: str, *, where: str) -> Seal:
    """Return the seal of keys in the format of a key file. Raises ValueError."""
    found = [decode_key(line, where) for line in keys.split()]
    return Seal(lambda: found)


def without_key() -> Seal:
    """Return a seal that opens nothing, for an installation without a key."""
    return Seal(lambda: [secrets.token_bytes(KEY_BYTES)])


def configured_seal(configuration: Configuration) -> Seal:
    """Return the installation's seal, with its configured keys or its key file."""
    return Seal(configured_keys(configuration))
