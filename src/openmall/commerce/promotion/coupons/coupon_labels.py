"""Descriptions of a coupon for a shop's pages and lists."""

from decimal import Decimal
from typing import Final

from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.translations.catalogues import Message

_BENEFITS: Final[dict[str, Message]] = {
    "A": Message("{amount} off"),
    "B": Message("{rate} % off"),
    "C": Message("{amount} points"),
    "D": Message("{rate} % in points"),
    "E": Message("Basic shipping free"),
    "I": Message("{rate} % off shipping"),
    "H": Message("{amount} off shipping"),
    "J": Message("All shipping free"),
    "F": Message("{amount} points at once"),
    "G": Message("{amount} credits"),
}
_DAYS: Final = Message("{days} days since it was issued")
_MONTH: Final = Message("Until the end of the month")


def benefit_text(coupon: Coupon, language: str, *, amount: str = "") -> str:
    """Return a description of a coupon's benefit in a language.

    `amount`: what it takes off, with its currency; empty: the number alone.
    """
    return (
        _BENEFITS[coupon.benefit_type]
        .translate(language)
        .format(
            amount=amount or _plain(coupon.benefit_price),
            rate=_plain(coupon.benefit_percentage),
        )
    )


def _plain(value: object) -> str:
    """Return an amount or a rate as people write it: `3,000` for 3000.00, `7.5` for 7.50."""
    text = f"{Decimal(str(value)):,f}" if value is not None else ""
    return text.rstrip("0").rstrip(".") if "." in text else text


def period(coupon: Coupon, language: str) -> str:
    """Return a description of a coupon's period of use in a language."""
    if coupon.available_period_type == "R":
        return _DAYS.translate(language).format(days=coupon.available_day_from_issued)
    begin, end = coupon.available_begin_datetime, coupon.available_end_datetime
    if begin is None or end is None:
        return _MONTH.translate(language)
    return f"{begin:%Y-%m-%d %H:%M} ~ {end:%Y-%m-%d %H:%M}"
