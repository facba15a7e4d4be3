"""Tables with personal data of customers, and the changes of an erasure in each.

Every table declares it (`personal_data=`, `database/policies.py`); the lists are derived from it.
"""

from functools import cache
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Table, and_, select

from openmall.commerce.order.orders.tables import ORDER
from openmall.database.policies import (
    MALL_ID,
    MEMBER_ID,
    CustomerRows,
    Mentions,
    Redaction,
    policies_of,
)
from openmall.database.schema import metadata

_RANKS: Final = ("member_id", "order_id", "cart", "condition")
SECRET: Final = frozenset(
    {"mall_id", "password", "password_hash", "asked", "session", "key", "sealed"}
)
"""Columns that an export leaves out."""
KEPT_IN_EVENTS: Final = frozenset(
    {"mall_id", "event_shop_no", "shop_no", "event_code", "order_id", "member_id", "board_no", "no"}
)
"""Fields that an erasure leaves in an event about the customer."""


class Blanked(Struct, frozen=True, kw_only=True):
    """Columns of a table that are overwritten; the rest of the row stays."""

    table: Table
    columns: dict[str, str]
    """Column -> value after the erasure."""
    where: ColumnElement[bool] | None = None
    """Condition on the rows; None: all rows about the customer."""


class Redacted(Struct, frozen=True, kw_only=True):
    """A column with a JSON document that loses fields."""

    table: Table
    redaction: Redaction


class Mentioning(Struct, frozen=True, kw_only=True):
    """A table whose rows may name a customer, or one of their objects, anywhere in their text."""

    table: Table
    columns: tuple[str, ...]
    overwritten: dict[str, str]
    """Column -> value that an erasure writes; empty: only a part of the row is overwritten."""


@cache
def _policies() -> list[tuple[Table, CustomerRows]]:
    """Return the tables with rows about customers: those found by `member_id` first."""
    found = [
        (table, data)
        for _, table in sorted(metadata().tables.items())
        if isinstance(data := policies_of(table).personal_data, CustomerRows)
    ]
    return sorted(found, key=lambda each: _RANKS.index(each[1].found_by))


def _condition(table: Table, data: CustomerRows) -> ColumnElement[bool]:
    if data.condition is not None:
        return data.condition()
    if data.found_by == "cart":
        return and_(table.c.kind == "member", table.c.name == MEMBER_ID)
    if data.found_by == "order_id":
        mine = (ORDER.c.mall_id == MALL_ID, ORDER.c.member_id == MEMBER_ID)
        return table.c.order_id.in_(select(ORDER.c.order_id).where(*mine))
    return table.c.member_id == MEMBER_ID


@cache
def customer_rows() -> dict[Table, ColumnElement[bool]]:
    """Return table -> the policy of its rows that are about a customer."""
    return {table: _condition(table, data) for table, data in _policies()}


@cache
def blanked() -> tuple[Blanked, ...]:
    """Return columns that are blanked: others read the row, or accounting needs it.

    Rows found by other rows come before those: replies before the inquiries they answer.
    """
    return tuple(
        Blanked(
            table=table,
            columns=each.values,
            where=None if each.where is None else each.where(),
        )
        for rank in reversed(_RANKS)
        for table, data in _policies()
        if data.found_by == rank
        for each in data.blanked
    )


@cache
def redacted() -> tuple[Redacted, ...]:
    """Return the documents that lose fields."""
    return tuple(
        Redacted(table=table, redaction=each)
        for table, data in _policies()
        for each in data.redacted
    )


@cache
def mentioning() -> tuple[Mentioning, ...]:
    """Return the tables whose rows may name a customer anywhere in their text."""
    return tuple(
        Mentioning(table=table, columns=data.columns, overwritten=data.overwritten)
        for _, table in sorted(metadata().tables.items())
        if isinstance(data := policies_of(table).personal_data, Mentions)
    )
