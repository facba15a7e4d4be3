"""The activity log's lines in the words of the pages: what a line is about, and its fields."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from openmall.commerce.product.variants import codes
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.history import changed_fields, changed_resources
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.search import Line
from openmall.pages.backoffice.page_context import PageContext

_PRODUCT: Final = re.compile(r"product ([1-9]\d{0,8})")
_VARIANT: Final = re.compile(r"variant (P[0-9A-Z]{7}[0-9A-Z]{4})")


class LoggedChange(Struct, frozen=True, kw_only=True):
    """What a line of the log says of one object."""

    subject: str
    """As it is logged: `product 65`; of settings their name."""
    before: dict[str, Encodable]
    after: dict[str, Encodable]

    @property
    def product_no(self) -> int:
        """Return the number of the product that it is about; 0: of none."""
        if match := _PRODUCT.fullmatch(self.subject):
            return int(match[1])
        match = _VARIANT.fullmatch(self.subject)
        return codes.product_no(match[1]) if match else 0

    @property
    def name(self) -> str:
        """Return the name that the line has of it, the newest; empty: it has none."""
        return next(
            (
                str(side[name])
                for side in (self.after, self.before)
                for name in changed_resources.NAME_FIELDS
                if side.get(name)
            ),
            "",
        )


def of_line(line: Line) -> list[LoggedChange]:
    """Return what a line says of each of its objects."""
    changes: dict[str, list[Encodable]] = msgspec.json.decode(line.changes)
    several = changes and all(": " in name for name in changes)
    found: dict[str, LoggedChange] = {}
    for name, (before, after) in changes.items():
        subject, _, field = name.rpartition(": ") if several else ("", "", name)
        subject = subject or line.content.partition(": ")[0]
        change = found.setdefault(subject, LoggedChange(subject=subject, before={}, after={}))
        change.before[field] = before
        change.after[field] = after
    return list(found.values())


def product_numbers(changes: Iterable[LoggedChange]) -> list[int]:
    """Return the numbers of the products that some changes are about."""
    return [each.product_no for each in changes if each.product_no]


def fields(context: PageContext, line: Line, change: LoggedChange) -> list[ShownField]:
    """Return the fields of a change as pages show them."""
    shops = context.visit.mall.shops
    return changed_fields.compare(
        context,
        change.before,
        change.after,
        currency=shops.get(line.shop_no, shops[1]).currency,
        labels=changed_fields.labels_at(context, line.action.partition(" ")[2]),
    )
