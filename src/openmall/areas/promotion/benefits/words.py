"""Kinds of benefits in words, as orders remember why something came off."""

from typing import Final

from openmall.areas.promotion.benefits.shape import BenefitType
from openmall.contract.languages import Words

_TITLES: Final[dict[BenefitType, Words]] = {
    "DP": Words(ko="기간 할인", en="Period discount", ja="期間割引"),
    "DR": Words(ko="재구매 할인", en="Repurchase discount", ja="再購入割引"),
    "DQ": Words(ko="대량구매 할인", en="Bulk purchase discount", ja="まとめ買い割引"),
    "DM": Words(ko="회원 할인", en="Member discount", ja="会員割引"),
    "DN": Words(ko="신규상품 할인", en="New product discount", ja="新商品割引"),
    "DV": Words(ko="배송비 할인", en="Free shipping", ja="送料割引"),
    "PG": Words(ko="사은품", en="Gift", ja="特典"),
    "PB": Words(ko="1+N 이벤트", en="One plus N", ja="1+Nイベント"),
}


def title(kind: BenefitType, language: str) -> str:
    """Return what kind of benefit it is, in a shop's language."""
    return _TITLES[kind].spoken(language)
