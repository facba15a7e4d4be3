"""The automatic expiration of points in a shop. Specification: the Mileage area is "not shown"."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.params import LARGEST_INTEGER, Flag, Number, ShopParams, amount_bounds

StandardPoint = Annotated[Decimal, Meta(extra=amount_bounds(1, LARGEST_INTEGER))]
Notice = Literal[3, 7, 15, 30]
"""Days before the expiration."""


class AutoexpirationDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create an automatic expiration; there is no update."""

    expiration_date: date
    """The first day on which points expire."""
    interval_month: Literal[1, 3, 6, 12]
    """So many months after which more do."""
    target_period_month: Literal[6, 12, 18, 24, 30, 36]
    """Age in months at which points expire."""
    standard_point: StandardPoint
    """Minimum available points of affected customers."""
    group_no: Number = 0
    """Group of affected customers; 0: all customers."""
    send_email: Flag = "F"
    send_sms: Flag = "F"
    notification_time_day: list[Notice] = []


class Autoexpiration(Struct, frozen=True, kw_only=True):
    """An automatic expiration as stored."""

    shop_no: int
    expiration_date: date
    interval_month: Literal[1, 3, 6, 12]
    target_period_month: Literal[6, 12, 18, 24, 30, 36]
    group_no: int
    standard_point: Decimal
    send_email: Flag
    send_sms: Flag
    notification_time_day: list[Notice]


class DeletedAutoexpiration(Struct, frozen=True, kw_only=True):
    """Identifies a deleted automatic expiration by its shop."""

    shop_no: int
