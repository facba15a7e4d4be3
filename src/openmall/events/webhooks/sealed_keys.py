"""The keys of webhooks, stored sealed: deliveries are signed with them, so no digest would do."""

from collections.abc import Sequence
from typing import Final, Protocol

from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.signing import Keys
from openmall.events.webhooks.tables import SUBSCRIPTION


class SealedKeys(Protocol):
    """Keys as they are stored."""

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


def opened(seal: Seal, client_id: str, stored: SealedKeys, *, now: float) -> Keys:
    """Return the keys of an app that are valid at `now`. Raises SealBroken."""
    bound = about(client_id)
    old = stored.old_secret if stored.old_secret and stored.old_until > now else ""
    return Keys(
        api_key=seal.open(stored.api_key, about=bound),
        secret=seal.open(stored.secret, about=bound),
        old_secret=seal.open(old, about=bound) if old else "",
    )


def about(client_id: str) -> str:
    """Return the purpose that the keys of an app are sealed for."""
    return f"webhooks of {client_id}"


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    found = await webhook_store.sealed(db, "".join(after))
    for client_id, *texts in found:
        again = [text and tally.text(seal, text, about(client_id)) for text in texts]
        if any(again):
            renewed = [new or old for new, old in zip(again, texts, strict=True)]
            await webhook_store.reseal(db, client_id, *renewed)
    return (found[-1][0],) if found else None


_COLUMNS: Final = frozenset({"api_key", "secret", "old_secret"})
SEALED: Final = EncryptedTable(
    table=SUBSCRIPTION.name, columns=_COLUMNS, of_malls=False, renew=_renew
)
"""The keys of webhooks."""
