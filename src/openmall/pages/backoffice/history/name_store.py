"""SQL of the names in the change history: one statement for each kind of thing on a page."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, Select, bindparam, select

from openmall.database import schema
from openmall.database.session import Session
from openmall.database.statements import InList, StatementCache
from openmall.database.values import StoredRow

MOST: Final = 200
"""Names of one kind on a page; further ones stay numbers."""


class Source(Struct, frozen=True, kw_only=True):
    """The table that has the names of a kind of thing."""

    table: str
    key: str
    name: str
    """Column with the name."""
    field: str = ""
    """Field of the JSON document in that column; empty: the column is the name."""


SOURCES: Final[dict[str, Source]] = {
    "article": Source(table="article", key="article_no", name="title"),
    "benefit": Source(table="benefit", key="benefit_no", name="benefit_name"),
    "brand": Source(table="brand", key="brand_code", name="brand_name"),
    "campaign": Source(table="customer_event", key="no", name="name"),
    "carrier": Source(table="carrier", key="carrier_id", name="details", field="shipping_carrier"),
    "category": Source(table="category", key="category_no", name="category_name"),
    "classification": Source(
        table="classification", key="classification_code", name="classification_name"
    ),
    "common_event": Source(table="common_event", key="event_no", name="name"),
    "coupon": Source(table="coupon", key="coupon_no", name="coupon_name"),
    "custom_property": Source(table="custom_property", key="property_no", name="property_name"),
    "customer": Source(table="customer_person", key="member_id", name="name"),
    "discount_code": Source(
        table="discount_code", key="discount_code_no", name="detail", field="discount_code_name"
    ),
    "inflow": Source(table="inflow", key="inflow_id", name="inflow_name"),
    "inflow_group": Source(table="inflow_group", key="inflow_group_id", name="inflow_group_name"),
    "inquiry": Source(table="urgent_inquiry", key="article_no", name="title"),
    "manufacturer": Source(table="manufacturer", key="manufacturer_code", name="manufacturer_name"),
    "redirect": Source(table="redirect", key="id", name="path"),
    "report": Source(table="saved_report", key="report_no", name="name"),
    "role": Source(table="staff_role", key="role_no", name="name"),
    "sales_channel": Source(
        table="sales_channel", key="sales_channel_id", name="sales_channel_name"
    ),
    "segment": Source(table="recipient_group", key="group_no", name="group_name"),
    "shipping_origin": Source(table="shipping_origin", key="origin_code", name="origin_name"),
    "subscription_rule": Source(
        table="subscription_rule",
        key="subscription_no",
        name="content",
        field="subscription_shipments_name",
    ),
    "supplier": Source(table="supplier", key="supplier_code", name="supplier_name"),
    "template": Source(table="comment_template", key="comment_no", name="title"),
    "theme": Source(table="theme", key="skin_no", name="name"),
    "trend": Source(table="trend", key="trend_code", name="trend_name"),
}
"""Kind of thing -> where its names are."""
_PATH: Final = "path"
_PATHS: Final = "category paths"


def _columns(kind: str) -> Select[*StoredRow]:
    source = SOURCES["category" if kind == _PATHS else kind]
    columns = schema.metadata().tables[source.table].c
    conditions: list[Any] = [
        columns.mall_id == bindparam("mall_id"),
        InList(columns[source.key], "ids"),
    ]
    if "shop_no" in columns:
        conditions.append(columns.shop_no == bindparam("shop_no"))
    shown = columns[_PATH if kind == _PATHS else source.name]
    return select(columns[source.key], shown).where(*conditions)


_STATEMENTS: Final = StatementCache(_columns)


async def names(db: Session, kind: str, ids: Iterable[str], *, shop_no: int) -> dict[str, str]:
    """Return the names of things of a kind in a shop, by their ids; without those not found."""
    rows = await _rows(db, kind, ids, shop_no=shop_no)
    field = SOURCES[kind].field
    found = {}
    for key, stored in rows:
        name = (msgspec.json.decode(stored).get(field) or "") if field else stored
        if name:
            found[str(key)] = str(name)
    return found


async def category_paths(db: Session, ids: Iterable[str], *, shop_no: int) -> dict[str, list[str]]:
    """Return the numbers of categories from the first level down to each of some categories."""
    rows = await _rows(db, _PATHS, ids, shop_no=shop_no)
    return {str(key): [*map(str, msgspec.json.decode(path))] for key, path in rows}


async def _rows(
    db: Session, kind: str, ids: Iterable[str], *, shop_no: int
) -> list[tuple[Any, str]]:
    source = SOURCES["category" if kind == _PATHS else kind]
    columns = schema.metadata().tables[source.table].c
    wanted: list[Any] = sorted(set(ids))[:MOST]
    if isinstance(columns[source.key].type, BigInteger):
        wanted = [int(each) for each in wanted if each.isascii() and each.isdecimal()]
    if not wanted:
        return []
    bound = {"shop_no": shop_no} if "shop_no" in columns else {}
    return [(row[0], row[1]) for row in await db.all(_STATEMENTS.of(kind), ids=wanted, **bound)]
