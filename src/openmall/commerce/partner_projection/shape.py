"""The programme's data of a shop and of its products."""

import re
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns

Age = Literal["teenager", "twenties", "thirties", "forties", "etc"]
"""Audience of a product; etc: others, or not known."""
Sex = Literal["F", "M"]
Grade = Literal["black", "purple", "green", "orange"]
"""black from a score of 90, purple from 80, green from 70, orange below."""
Currency = Literal["KRW", "USD", "JPY", "PHP"]
Language = Literal["ko_KR", "en_US", "zh_CN", "zh_TW", "ja_JP", "vi_VN"]
FeeType = Literal["T", "R", "M", "D", "W", "C", "N", "E", "F"]
"""T free, R fixed, M by order amount, D, W, C tiered by amount, weight, quantity, N per unit,
E any other, F paid on delivery."""
Benefit = Literal["DP", "DR", "DQ", "DM", "DN", "DV", "PG", "PB"]
"""DP, DR, DQ, DM, DN, DV kinds of discounts, PG a gift, PB one plus N."""
SocialLogin = Literal["socialnet", "chatapp", "portal", "messenger", "websearch", "osaccount"]
Payment = Literal["GA", "GB", "GC", "GD", "GE", "GF"]
"""Ways to pay from abroad."""

Code = Annotated[str, Meta(min_length=1, max_length=20, pattern=patterns.NAME)]
"""Code of a category of the programme."""
Score = Annotated[int, Meta(ge=0, le=100)]
Count = Annotated[int, Meta(ge=0, le=2_147_483_647)]
Tag = Annotated[str, Meta(min_length=1, max_length=50)]

MOST_WORDS: Final = 10
"""Most words of a name in a filter."""
_WORD: Final = re.compile(r"\w+")
_GRADES: Final[tuple[tuple[int, Grade], ...]] = ((90, "black"), (80, "purple"), (70, "green"))


class Terms(Struct, frozen=True, kw_only=True):
    """The terms of a shop in the programme."""

    score: Score = 0
    """Score by which the programme grades it."""
    depth1: str = ""
    depth2: str = ""
    """Codes of its category in the programme, one of each level; empty: not classified."""
    shop_popular_age: Age = "etc"
    shop_sex: Literal["F", "M", ""] = ""
    """Audience; empty: both, or not known."""
    shop_region: Annotated[str, Meta(max_length=100)] = ""
    shop_tags: Annotated[list[Tag], Meta(max_length=10)] = []
    social_logins: list[SocialLogin] = []
    use_platformpay: bool = False
    use_portalpay: bool = False
    use_carrier_y: bool = False
    shipping_fee_type: FeeType = "E"
    """Delivery cost of products without one of their own."""
    benefits: list[Benefit] = []
    global_payment_type: list[Payment] = []

    @property
    def grade(self) -> Grade:
        """The grade that follows from the score."""
        return next((grade for least, grade in _GRADES if self.score >= least), "orange")


LISTS: Final = ("shop_tags", "social_logins", "benefits", "global_payment_type")
"""Fields of `Terms` that are lists, stored as JSON."""


class Enrolment(Struct, frozen=True, kw_only=True):
    """A shop that takes part."""

    store_id: str
    shop_no: int
    shop_name: str
    shop_language: str
    shop_currency_code: str
    terms: Terms
    created_date: datetime
    """Since when it takes part."""
    updated_date: datetime


class Figures(Struct, frozen=True, kw_only=True):
    """Figures of a product that only the programme has; the defaults mean unknown."""

    is_free_gift: bool = False
    is_coupon_discount: bool = False
    brand_name: Annotated[str, Meta(max_length=100)] = ""
    product_popular_age: Age = "etc"
    review_count: Count = 0
    review_score: Annotated[int, Meta(ge=0, le=5)] = 0
    hits_count: Count = 0
    popularity_score: Count = 0


class StandardTag(Struct, frozen=True, kw_only=True):
    """A property of a product in the programme's words: size, blue."""

    standard_tags_key: str
    standard_tags_values: str


class Option(Struct, frozen=True, kw_only=True):
    """An option of a product."""

    option_name: str
    option_value: list[str]


class UnsearchedFields(Struct, frozen=True, kw_only=True):
    """Fields of a product that are answered but not searched."""

    product_code: str = ""
    international_shipping_country: list[str] = []
    product_options: list[Option] = []
    brand_name: str = ""
    product_standard_tags: list[StandardTag] = []
    detail_image: str = ""
    list_image: str = ""
    tiny_image: str = ""
    small_image: str = ""
    expiration_date: datetime | None = None


def words(text: str) -> list[str]:
    """Return the distinct words of a name, folded for comparison."""
    return list(dict.fromkeys(_WORD.findall(text.casefold())))
