"""Holidays of a shop: it takes no orders for a while, or is closed to shoppers altogether.

Managers set it in the back office; the specification has no operation for it. The back office, the
admin API, and reading by the storefront API go on.
"""

from typing import Annotated, Literal

from msgspec import Meta

from openmall.commerce.store.refusals import SHOP_CLOSED
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import Forbidden
from openmall.contract.moments import moment

Kind = Literal["", "orders", "shop"]
"""Empty: open; orders: no orders are taken; shop: its pages are closed to shoppers as well."""
Day = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?\Z")]
"""`YYYY-MM-DD` at +09:00, or empty."""


class ClosingSetting(Setting, frozen=True, kw_only=True):
    """When a shop is closed; the defaults are those of a new shop, which is open."""

    closes: Kind = ""
    notice: Annotated[str, Meta(max_length=2_000)] = ""
    """What shoppers read while it is closed, and on the days before."""
    first_day: Day = ""
    """Empty: at once."""
    last_day: Day = ""
    """Empty: until a manager opens the shop again."""


def closed_at(setting: ClosingSetting, now: float) -> Kind:
    """Return how the shop is closed at a time in UTC epoch seconds; empty while it is open."""
    today = moment(now).date().isoformat()
    begun = not setting.first_day or setting.first_day <= today
    over = bool(setting.last_day) and setting.last_day < today
    return setting.closes if begun and not over else ""


def is_announced(setting: ClosingSetting, now: float) -> bool:
    """Return whether shoppers read the notice: from the day it was set until the shop opens."""
    over = bool(setting.last_day) and setting.last_day < moment(now).date().isoformat()
    return bool(setting.closes) and not over


async def require_open(call: Call) -> None:
    """Raise Forbidden (403) while the shop takes no orders."""
    if closed_at(await current(call, ClosingSetting), call.clock.now()):
        raise Forbidden(SHOP_CLOSED)
