"""What a call of an admin operation causes besides its own change: events, money, messages."""

import csv
import re
from functools import lru_cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from openmall.contract.operation import Operation

ADDITIVE: Final = frozenset(
    {
        "brands",
        "categories",
        "commenttemplates",
        "customers/{member_id}/memos",
        "labels",
        "manufacturers",
        "orders/calculation",
        "orders/{order_id}/memos",
        "products",
        "products/customproperties",
        "products/images",
        "products/{product_no}/memos",
        "products/{product_no}/tags",
    }
)
"""Paths whose POST only adds something that the same app can remove, and tells nobody but apps: the
only writes without confirmation."""


class SideEffects(Struct, frozen=True, kw_only=True):
    """What a call causes besides its own change."""

    events: tuple[str, ...] = ()
    """Webhook events that it may publish."""
    money: bool = False
    """It may move money, points, credits or coupons, or change what is owed."""
    messages: bool = False
    """Customers may be sent messages."""


class _Row(Struct, frozen=True):
    methods: str
    pattern: re.Pattern[str]
    effects: SideEffects


def of_operation(operation: Operation) -> SideEffects:
    """Return the side effects of an operation; none for one that only reads."""
    if operation.writes:
        for row in _rows():
            if row.methods in ("*", operation.method) and row.pattern.fullmatch(operation.path):
                return row.effects
    return SideEffects()


def needs_confirmation(operation: Operation) -> bool:
    """Return whether a person has to confirm a call: it overwrites, deletes, pays or tells."""
    return operation.writes and not (operation.method == "POST" and operation.path in ADDITIVE)


def annotations(operation: Operation) -> dict[str, bool]:
    """Return the annotations of MCP for an operation."""
    return {
        "readOnlyHint": not operation.writes,
        "destructiveHint": needs_confirmation(operation),
        "idempotentHint": operation.method != "POST",
        "openWorldHint": of_operation(operation).messages,
    }


@lru_cache(maxsize=1)
def _rows() -> tuple[_Row, ...]:
    text = (files("openmall.pages.mcp") / "side_effects.csv").read_text(encoding="utf-8")
    return tuple(
        _Row(
            row["methods"],
            re.compile(re.escape(row["path"]).replace(r"\*", ".*")),
            SideEffects(
                events=tuple(row["events"].split()),
                money=row["money"] == "yes",
                messages=row["messages"] == "yes",
            ),
        )
        for row in csv.DictReader(text.splitlines())
    )
