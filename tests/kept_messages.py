"""Messages that are kept as a worker leaves them: sent, failed, or with an unknown outcome."""

from openmall.database.session import Session
from openmall.events.messages import store as message_store
from openmall.events.messages.tables import MESSAGE


async def keep(db: Session, number: int, state: str, channel: str, created_at: int) -> None:
    """Keep a message of the session's mall; `created_at`: UTC seconds."""
    row = {column.name: "" for column in MESSAGE.c if column.name != "mall_id"}
    numbers = {"message_no": number, "shop_no": 1, "attempts": 1, "cost": 0, "ended_at": 0}
    said = {"state": state, "channel": channel, "recipient": "kim@example.com"}
    await db.run(
        message_store.INSERT,
        **{**row, **numbers, **said, "next_at": None, "created_at": created_at},
    )
