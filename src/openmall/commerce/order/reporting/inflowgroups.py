"""Traffic sources of a shop, in groups."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from sqlalchemy import bindparam, delete

from openmall.commerce.order.saleschannels import Icon, Id, Name
from openmall.contract.call import Call
from openmall.contract.crud.named_table import Named
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import listing, post, put
from openmall.contract.params import Params
from openmall.contract.refusal import Phrase
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

GroupId = Annotated[str, Meta(max_length=40)]
InflowId = Annotated[str, Meta(min_length=1, max_length=40)]

GROUP: Final = shop_table(
    "inflow_group",
    text("inflow_group_id"),
    text("inflow_group_name"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("inflow_group_id",),
)
INFLOW: Final = shop_table(
    "inflow",
    text("group_id"),
    text("inflow_id"),
    text("inflow_name"),
    text("inflow_icon"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("group_id", "inflow_id"),
)


class Group(Struct, frozen=True, kw_only=True):
    """A group of traffic sources."""

    inflow_group_id: str
    inflow_group_name: str


class Inflow(Struct, frozen=True, kw_only=True):
    """A page or an advertisement that buyers come from."""

    group_id: str
    inflow_id: str
    inflow_name: str
    inflow_icon: str


class GroupPath(Params, frozen=True, kw_only=True):
    inflow_group_id: Id


class GroupNamed(GroupPath, frozen=True, kw_only=True):
    inflow_group_name: Name


class InflowsQuery(Params, frozen=True, kw_only=True):
    group_id: GroupId


class InflowPath(InflowsQuery, frozen=True, kw_only=True):
    inflow_id: InflowId


class InflowNamed(InflowPath, frozen=True, kw_only=True):
    inflow_name: Name
    inflow_icon: Icon


GROUPS: Final = Named(GROUP, Group, key=("inflow_group_id",), called=Phrase("inflowgroup"))
INFLOWS: Final = Named(
    INFLOW, Inflow, key=("group_id", "inflow_id"), called=Phrase("inflow"), within=GROUPS
)
_EMPTY: Final = Statement(
    delete(INFLOW).where(
        INFLOW.c.mall_id == bindparam("mall_id"), INFLOW.c.group_id == bindparam("group_id")
    )
)
_remove_group: Final = GROUPS.delete(GroupPath)


async def remove_group(call: Call, params: GroupPath) -> Group:
    """Delete a group of traffic sources, and the sources in it."""
    gone = await _remove_group(call, params)
    await call.db.run(_EMPTY, group_id=params.inflow_group_id)
    return gone


_SHOWN: Final = ("inflow_id", "inflow_name", "inflow_icon")

OPERATIONS = [
    listing(
        "orders/inflowgroups",
        GROUPS.listing(Params),
        takes=Params,
        gives=Group,
        key="inflowgroups",
        scope=READ_ORDER,
        restricted=True,
    ),
    post(
        "orders/inflowgroups",
        GROUPS.create(GroupNamed),
        takes=GroupNamed,
        gives=Group,
        key="inflowgroup",
        scope=WRITE_ORDER,
        restricted=True,
    ),
    put(
        "orders/inflowgroups/{inflow_group_id}",
        GROUPS.change(GroupNamed),
        takes=GroupNamed,
        gives=Group,
        key="inflowgroup",
        scope=WRITE_ORDER,
        restricted=True,
    ),
    delete_row(
        "orders/inflowgroups/{inflow_group_id}",
        remove_group,
        takes=GroupPath,
        gives=Group,
        key="inflowgroup",
        scope=WRITE_ORDER,
        restricted=True,
        shows=("inflow_group_id",),
    ),
    listing(
        "orders/inflowgroups/{group_id}/inflows",
        INFLOWS.listing(InflowsQuery),
        takes=InflowsQuery,
        gives=Inflow,
        key="inflows",
        scope=READ_ORDER,
        restricted=True,
        shows=_SHOWN,
    ),
    post(
        "orders/inflowgroups/{group_id}/inflows",
        INFLOWS.create(InflowNamed),
        takes=InflowNamed,
        gives=Inflow,
        key="inflow",
        scope=WRITE_ORDER,
        restricted=True,
        shows=_SHOWN,
    ),
    put(
        "orders/inflowgroups/{group_id}/inflows/{inflow_id}",
        INFLOWS.change(InflowNamed),
        takes=InflowNamed,
        gives=Inflow,
        key="inflow",
        scope=WRITE_ORDER,
        restricted=True,
        shows=_SHOWN,
    ),
    delete_row(
        "orders/inflowgroups/{group_id}/inflows/{inflow_id}",
        INFLOWS.delete(InflowPath),
        takes=InflowPath,
        gives=Inflow,
        key="inflow",
        scope=WRITE_ORDER,
        restricted=True,
        shows=("group_id", "inflow_id"),
    ),
]
