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
    return seal.close(text, about=about(client_id))


def resealed(client_id: str, text: str, *, was: Seal, becomes: Seal) -> str:
    """Return a key of an app sealed by another key of an installation. Raises SealBroken."""
    bound = about(client_id)
    return becomes.close(was.open(text, about=bound), about=bound) if text else text


def opened(seal: Seal, client_id: str, kept: Kept, *, now: float) -> Keys:
    """Return the keys of an app that hold at `now`. Raises SealBroken."""
    bound = about(client_id)
    old = kept.old_secret if kept.old_secret and kept.old_until > now else ""
    return Keys(
        api_key=seal.open(kept.api_key, about=bound),
        secret=seal.open(kept.secret, about=bound),
        old_secret=seal.open(old, about=bound) if old else "",
    )


def about(client_id: str) -> str:
    """Return what the keys of an app are sealed as."""
    return f"webhooks of {client_id}"
