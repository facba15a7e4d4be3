"""SQL of batches: added, continued by a worker, listed, changed and deleted."""

import secrets
import string
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Select, bindparam, delete, insert, select, update

from openmall.commerce.customer.customers.tables import DEVICE
from openmall.commerce.notification.batches.tables import BATCH, CONTINUES
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

_B: Final = BATCH.c
_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_LETTERS: Final = string.ascii_letters + string.digits
_THIS: Final = (_B.mall_id == _MALL, _B.code == bindparam("code"))


class Content(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a batch says, beside its texts, and to whom."""

    group_nos: list[int] = []
    """Recipient groups; empty with the receiver type `all`."""
    os_type: str = "all"
    title: str = ""
    is_html: bool = False
    """The text of a newsletter is cleaned HTML rather than plain text."""
    image_url: str = ""
    use_link: str = "F"
    link_type: str | None = None
    external_link: str = ""
    use_benefit: str = "F"
    benefit_end_day: int | None = None
    benefit_points: str | None = None
    sender: str = ""
    """Phone number that a text message comes from."""
    parts: list[str] = []
    """The text messages of each receiver."""
    cost: int = 0
    """Tenths of a text message that a part costs."""
    subscribed: bool = False
    """Only customers who agreed to text messages get it."""
    member_group_no: int | None = None
    """Of a newsletter: the customer group that gets it; None: the recipient groups, or all."""


class Batch(Struct, frozen=True, kw_only=True):
    """A batch as it is stored; times are UTC seconds."""

    code: str
    shop_no: int
    channel: str
    send_type: str = "immediately"
    receiver_type: str = "group"
    silent: str = "F"
    member_id: str = ""
    content_os_a: str = ""
    content_os_b: str = ""
    content: Content
    state: str = "waiting"
    due_at: int | None
    group_at: int = 0
    member_after: str = ""
    count_os_a: int = 0
    count_os_b: int = 0
    created_at: int
    reserved_at: int | None = None
    sent_at: int | None = None


_NAMES: Final = tuple(name for name in Batch.__struct_fields__ if name != "content")
_COLUMNS: Final = (*(_B[name] for name in _NAMES), _B.details)
_ADD: Final = Statement(insert(BATCH).values({c.name: bindparam(c.name) for c in _B}))
_GET: Final = Statement(select(*_COLUMNS).where(*_THIS))
_GET_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_THIS).with_for_update())
_CHANGED: Final = ("content_os_a", "content_os_b", "details")
_CHANGE: Final = Statement(
    update(BATCH)
    .where(*_THIS, _B.state == "waiting")
    .values({name: bindparam(name) for name in _CHANGED})
)
_DELETE: Final = Statement(delete(BATCH).where(*_THIS))
_MALLS: Final = Statement(
    select(_B.mall_id).where(CONTINUES, _B.due_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for messages to many",
)
_DUE: Final = Statement(
    select(_B.code)
    .where(_B.mall_id == _MALL, CONTINUES, _B.due_at <= bindparam("now"))
    .order_by(_B.due_at, _B.code)
    .limit(1)
)
_PROGRESS: Final = (
    "state", "due_at", "group_at", "member_after", "count_os_a", "count_os_b", "sent_at",
)  # fmt: skip
_MOVE: Final = Statement(update(BATCH).where(*_THIS).values({n: bindparam(n) for n in _PROGRESS}))
_D: Final = DEVICE.c
_DEVICES: Final = Statement(
    select(_D.member_id, _D.os_type, _D.device_id)
    .where(
        _D.mall_id == _MALL,
        _D.shop_no == bindparam("shop_no"),
        InList(_D.member_id, "member_ids"),
        _D.use_push_flag == "T",
    )
    .order_by(_D.member_id, _D.device_id)
)
_FILTERS: Final = {
    "sending": _B.due_at.is_(None),
    "reservation": CONTINUES,
    "codes": InList(_B.code, "codes"),
    "send_type": _B.send_type == bindparam("send_type"),
    "receiver_type": _B.receiver_type == bindparam("receiver_type"),
    "silent": _B.silent == bindparam("silent"),
    "content": HasWords(_B.content_os_a + " " + _B.content_os_b, "content"),
    "created_from": _B.created_at >= bindparam("created_from"),
    "created_until": _B.created_at <= bindparam("created_until"),
    "sent_from": _B.sent_at >= bindparam("sent_from"),
    "sent_until": _B.sent_at <= bindparam("sent_until"),
}
FLAGS: Final = frozenset({"sending", "reservation"})
"""Filters without a value."""


def _listed(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(*_COLUMNS)
        .where(
            _B.mall_id == _MALL,
            _B.shop_no == bindparam("shop_no"),
            _B.channel == bindparam("channel"),
            _B.created_at > 0,
            *(_FILTERS[name] for name in filters),
        )
        .order_by(_B.created_at.desc(), _B.code.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_listed)


def new_code(now: float) -> str:
    """Return the code of a new batch: `Q`, the time to the second, and six random characters."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(6))
    return f"Q{moment(now):%y%m%d%H%M%S}{drawn}"


async def add(db: Session, batch: Batch) -> None:
    """Add a batch."""
    values = {name: getattr(batch, name) for name in _NAMES}
    await db.run(_ADD, **values, details=msgspec.json.encode(batch.content).decode())


async def get(db: Session, code: str, *, to_change: bool = False) -> Batch | None:
    """Return a batch; None: there is none."""
    row = await db.one(_GET_TO_CHANGE if to_change else _GET, code=code)
    return None if row is None else _batch(row)


async def listed(
    call: Call, channel: str, filters: dict[str, BoundValue], *, limit: int, offset: int
) -> Sequence[Batch]:
    """Return a page of the batches of the call's shop, the newest first."""
    values = {name: value for name, value in filters.items() if name not in FLAGS}
    rows = await call.db.all(
        _LISTS.of(tuple(sorted(filters))),
        shop_no=call.shop_no,
        channel=channel,
        limit=limit,
        offset=offset,
        **values,
    )
    return [_batch(row) for row in rows]


async def change(db: Session, batch: Batch) -> bool:
    """Write the texts of a batch that nothing was sent of yet; False: it was sent."""
    values = {"content_os_a": batch.content_os_a, "content_os_b": batch.content_os_b}
    details = msgspec.json.encode(batch.content).decode()
    return bool(await db.run(_CHANGE, code=batch.code, details=details, **values))


async def delete_batch(db: Session, code: str) -> bool:
    """Delete a batch; what it wrote to the outbox stays."""
    return bool(await db.run(_DELETE, code=code))


async def malls_with_due(database: Database, now: float) -> list[str]:
    """Return the malls with batches to be continued."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS, now=int(now))]


async def next_due(db: Session, now: float) -> Batch | None:
    """Return the next batch to be continued, locked; None: there is none."""
    row = await db.one(_DUE, now=int(now))
    if row is None:
        return None
    batch = await get(db, row[0], to_change=True)
    return batch if batch is not None and batch.due_at is not None else None


async def move(db: Session, batch: Batch) -> None:
    """Write how far a batch is."""
    await db.run(_MOVE, code=batch.code, **{name: getattr(batch, name) for name in _PROGRESS})


async def devices(call: Call, member_ids: Sequence[str]) -> list[Row]:
    """Return customer, system and id of the devices that take push messages in the call's shop."""
    return await call.db.all(_DEVICES, shop_no=call.shop_no, member_ids=list(member_ids))


def _batch(row: Row) -> Batch:
    *values, details = row
    content = msgspec.json.decode(details, type=Content)
    return Batch(content=content, **dict(zip(_NAMES, values, strict=True)))
