"""Texts of messages with a link that opens an account, which lie sealed in the store.

A copy of the store would set passwords with them. The text is opened where the message is
delivered, in a sandbox where the app reads it, and by the operator's command.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.messages import sealed_store
from openmall.events.messages.channels import Outgoing
from openmall.events.messages.store import Listed
from openmall.events.messages.tables import MESSAGE

NOT_SHOWN: Final = "This text has a link that only its recipient gets."
"""What stands in the store in its place."""
AnyMessage = TypeVar("AnyMessage", Outgoing, Listed)


class _Texts(Struct, frozen=True):
    body: str
    html: str


def close(seal: Seal, mall_id: str, message_no: int, body: str, html: str) -> str:
    """Return the sealed texts of a message."""
    texts = msgspec.json.encode(_Texts(body, html)).decode()
    return seal.close(texts, about=_about(mall_id, message_no))


def opened(seal: Seal, mall_id: str, message: AnyMessage, sealed: str) -> AnyMessage:
    """Return a message with its texts, where they are sealed. Raises SealBroken."""
    if not sealed:
        return message
    found = seal.open(sealed, about=_about(mall_id, message.message_no))
    texts = msgspec.json.decode(found, type=_Texts)
    return replace(message, body=texts.body, html=texts.html)


def _about(mall_id: str, message_no: int) -> str:
    return f"message {message_no} of {mall_id}"


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    last = int("".join(after) or 0)
    rows = list(await sealed_store.sealed(db, after=last))
    for message_no, sealed in rows:
        renewed = tally.text(seal, sealed, _about(db.mall_id, message_no))
        if renewed:
            await sealed_store.reseal(db, message_no, was=sealed, becomes=renewed)
    return (str(rows[-1][0]),) if rows else None


SEALED: Final = EncryptedTable(
    table=MESSAGE.name, columns=frozenset({"sealed"}), of_malls=True, renew=_renew
)
"""Messages with links by which passwords are set."""
