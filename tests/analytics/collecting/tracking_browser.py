"""A browser of the tests: tells what it does, and sees what was kept of it."""

import os
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from sqlalchemy import bindparam, select

from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.collecting.tables import COLLECTED
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from tests.world import World

BESIDE: Final = Path(__file__).parents[4] / "shared" / "data"
DATA: Final = Path(os.environ.get("OPENMALL_TEST_DATA", BESIDE))
"""Logs and referrers of real sites; where they are not, their tests are left out."""
SHOP: Final = "https://shop.example.com"
FIREFOX: Final = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
ALL: Final = Statement(
    select(
        COLLECTED.c.sequence,
        COLLECTED.c.received_at,
        COLLECTED.c.last_at,
        COLLECTED.c.events,
        COLLECTED.c.content,
    )
    .where(COLLECTED.c.mall_id == bindparam("mall_id"))
    .order_by(COLLECTED.c.sequence)
)


def batch(*events: dict[str, Any], batch_id: str = "batch-00001", **more: Any) -> dict[str, Any]:
    """Return a batch of events, each at least with an address; of none: of one page."""
    told = [{"url": f"{SHOP}/", **each} for each in events or ({},)]
    return {"batch_id": batch_id, "browser": "visitor-00001", "events": told, **more}


def send(world: World, sent: dict[str, Any] | bytes, **headers: str) -> httpx.Response:
    """Send a batch as a browser does; `_` stands for `-` in names of headers."""
    content = sent if isinstance(sent, bytes) else msgspec.json.encode(sent)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    kept = {"content-type": "text/plain;charset=UTF-8", "user-agent": FIREFOX, **names}
    return world.request("POST", "/collect", content=content, headers=kept)


def tell(world: World, sent: dict[str, Any], **headers: str) -> None:
    """Send a batch that must be taken."""
    answer = send(world, sent, **headers)
    assert (answer.status_code, answer.content) == (204, b""), answer.text


def rows(world: World) -> list[Row]:
    """Return what is kept: number, when it came, newest event, how many, and they as JSON."""

    async def read(db: Session) -> list[Row]:
        return await db.all(ALL)

    return world.in_transaction(read)


def collected(world: World) -> list[CollectedEvent]:
    """Return the events that are kept, in the order of their batches."""
    return [
        each
        for row in rows(world)
        for each in msgspec.json.decode(row[4], type=list[CollectedEvent])
    ]
