"""Storewide promotions: content that a shop shows on the pages of its products. A plain table.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from sqlalchemy import Index, bindparam, or_, select

from openmall.contract.call import Call
from openmall.contract.crud.changes import updates_of
from openmall.contract.crud.numbered_table import Rows
from openmall.contract.params import EntityNo, Flag, Limit100, Number, Offset8000, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.resource import Resource
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import TRUE, flag, number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

MOST_SHOWN: Final = 20
"""Storewide promotions shown with one product."""
Position = Literal["top_detail", "side_image"]
"""Where it is shown on the page of a product. top_detail above the description, side_image beside
the picture."""
EventName = Annotated[str, Meta(max_length=255)]

EVENT: Final = shop_table(
    "common_event",
    number("shop_no"),
    number("event_no"),
    text("name"),
    flag("status"),
    number("category_no"),
    text("display_position"),
    text("content"),
    number("register_date"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "event_no"),
)
"""`category_no`: 0 for the products of all categories."""
Index(
    "ix_common_event_shown",
    EVENT.c.mall_id,
    EVENT.c.shop_no,
    EVENT.c.status,
    EVENT.c.category_no,
    EVENT.c.event_no,
)


class CommonEvent(Struct, frozen=True, kw_only=True):
    """A storewide promotion."""

    shop_no: int
    event_no: int
    name: str
    status: Flag
    """T: it is shown."""
    category_no: int
    """Category whose products, and those below it, it is shown with; 0: all products."""
    display_position: Position
    content: str
    register_date: datetime


class CommonEventQuery(ShopParams, frozen=True, kw_only=True):
    limit: Limit100 = 20
    offset: Offset8000 = 0


class CommonEventDraft(ShopParams, frozen=True, kw_only=True):
    name: EventName
    status: Flag = "T"
    category_no: Number = 0
    display_position: Position = "top_detail"
    content: str = ""


class CommonEventPath(ShopParams, frozen=True, kw_only=True):
    event_no: EntityNo


CommonEventChange: Final = updates_of(CommonEventDraft, CommonEventPath)


ROWS: Final = Rows(
    EVENT,
    CommonEvent,
    number="event_no",
    created="register_date",
    newest_first=True,
    called=Phrase("storewide promotion"),
)
_E: Final = EVENT.c
_SHOWN: Final = Statement(
    select(_E.event_no, _E.name, _E.display_position, _E.content)
    .where(
        _E.mall_id == bindparam("mall_id"),
        _E.shop_no == bindparam("shop_no"),
        _E.status == TRUE,
        or_(_E.category_no == 0, InList(_E.category_no, "category_nos")),
    )
    .order_by(_E.event_no.desc())
    .limit(MOST_SHOWN)
)


async def listing(call: Call, query: CommonEventQuery) -> Sequence[CommonEvent]:
    """Retrieve a list of storewide promotions, the newest first."""
    found = await ROWS.find(call, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(found) > query.limit
    return found[: query.limit]


class ShownEvent(Struct, frozen=True, kw_only=True):
    """A storewide promotion as it is shown with a product."""

    event_no: int
    name: str
    display_position: Position
    content: str


async def shown(call: Call, category_nos: Collection[int]) -> list[ShownEvent]:
    """Return the storewide promotions that are shown with a product of these categories."""
    rows = await call.db.all(_SHOWN, shop_no=call.shop_no, category_nos=sorted(category_nos))
    return [
        ShownEvent(event_no=event_no, name=name, display_position=position, content=content)
        for event_no, name, position, content in rows
    ]


_LISTED: Final = ("shop_no", "event_no", "name", "status", "category_no", "register_date")
_EVENTS: Final = Resource(CommonEvent, area="promotion", key="commonevent", listed="commonevents")

OPERATIONS = [
    _EVENTS.listing("commonevents", listing, takes=CommonEventQuery, links=True, shows=_LISTED),
    _EVENTS.post("commonevents", ROWS.create(CommonEventDraft), takes=CommonEventDraft),
    _EVENTS.put("commonevents/{event_no}", ROWS.change(CommonEventChange), takes=CommonEventChange),
    _EVENTS.delete(
        "commonevents/{event_no}",
        ROWS.delete(CommonEventPath),
        takes=CommonEventPath,
        shows=("event_no",),
    ),
]
