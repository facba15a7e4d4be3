"""The keys of webhooks: kept sealed, as they have to be read again to be sent and signed with."""

from typing import Protocol

from openmall.database.seal import Seal
from openmall.webhooks.signing import Keys


class Kept(Protocol):
    """Keys as they are in the store."""

    @property
    def api_key(self) -> str: ...

    @property
    def secret(self) -> str: ...

    @property
    def old_secret(self) -> str: ...

    @property
    def old_until(self) -> int: ...


def closed(seal: Seal, client_id: str, text: str) -> str:
    """Return a key of an app sealed."""
    return seal.close(text, about=_about(client_id))


def opened(seal: Seal, client_id: str, kept: Kept, *, now: float) -> Keys:
    """Return the keys of an app that hold at `now`. Raises SealBroken."""
    about = _about(client_id)
    old = kept.old_secret if kept.old_secret and kept.old_until > now else ""
    return Keys(
        api_key=seal.open(kept.api_key, about=about),
        secret=seal.open(kept.secret, about=about),
        old_secret=seal.open(old, about=about) if old else "",
    )


def _about(client_id: str) -> str:
    return f"webhooks of {client_id}"
