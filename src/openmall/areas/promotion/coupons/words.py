"""A coupon in words, as a shop's pages and lists show it."""

from typing import Final

from openmall.areas.promotion.coupons.shape import Coupon
from openmall.contract.languages import Words

_BENEFITS: Final[dict[str, Words]] = {
    "A": Words(ko="{amount} 할인", en="{amount} off", ja="{amount}割引"),
    "B": Words(ko="{rate}% 할인", en="{rate} % off", ja="{rate}%割引"),
    "C": Words(ko="{amount} 적립", en="{amount} points", ja="{amount}ポイント"),
    "D": Words(ko="{rate}% 적립", en="{rate} % in points", ja="{rate}%ポイント"),
    "E": Words(ko="기본 배송비 무료", en="Basic shipping free", ja="基本送料無料"),
    "I": Words(ko="기본 배송비 {rate}% 할인", en="{rate} % off shipping", ja="基本送料{rate}%割引"),
    "H": Words(ko="기본 배송비 {amount} 할인", en="{amount} off shipping", ja="送料{amount}割引"),
    "J": Words(ko="전체 배송비 무료", en="All shipping free", ja="送料全額無料"),
    "F": Words(ko="{amount} 즉시 적립", en="{amount} points at once", ja="{amount}ポイント即時"),
    "G": Words(ko="예치금 {amount}", en="{amount} credits", ja="預り金{amount}"),
}
_DAYS: Final = Words(
    ko="발급일로부터 {days}일", en="{days} days since it was issued", ja="発行日から{days}日間"
)
_MONTH: Final = Words(ko="발급 당월 말까지", en="Until the end of the month", ja="発行当月末まで")


def benefit(coupon: Coupon, language: str) -> str:
    """Return what a coupon gives, in a shop's language."""
    return (
        _BENEFITS[coupon.benefit_type]
        .spoken(language)
        .format(amount=coupon.benefit_price, rate=coupon.benefit_percentage)
    )


def period(coupon: Coupon, language: str) -> str:
    """Return when a coupon may be used, in a shop's language."""
    if coupon.available_period_type == "R":
        return _DAYS.spoken(language).format(days=coupon.available_day_from_issued)
    begin, end = coupon.available_begin_datetime, coupon.available_end_datetime
    if begin is None or end is None:
        return _MONTH.spoken(language)
    return f"{begin:%Y-%m-%d %H:%M} ~ {end:%Y-%m-%d %H:%M}"
