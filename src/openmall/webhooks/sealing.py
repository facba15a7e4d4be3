"""The keys of webhooks: kept sealed, as they have to be read again to be sent and signed with."""

from collections.abc import Sequence
from typing import Final, Protocol

from openmall.database.resealing import Place, Tally
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.webhooks import store
from openmall.webhooks.signing import Keys
from openmall.webhooks.tables import SUBSCRIPTION


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


async def _renew(
    db: Session, seal: Seal, tally: Tally, after: Sequence[str]
) -> Sequence[str] | None:
    found = await store.sealed(db, "".join(after))
    for client_id, *texts in found:
        again = [text and tally.text(seal, text, about(client_id)) for text in texts]
        if any(again):
            renewed = [new or old for new, old in zip(again, texts, strict=True)]
            await store.seal_anew(db, client_id, *renewed)
    return (found[-1][0],) if found else None


_COLUMNS: Final = frozenset({"api_key", "secret", "old_secret"})
SEALED: Final = Place(table=SUBSCRIPTION.name, columns=_COLUMNS, of_malls=False, renew=_renew)
"""The keys of webhooks."""
