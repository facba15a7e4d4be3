"""The demo mall's coupons and a benefit: always the same, until its owner changes them."""

from decimal import Decimal
from typing import Final

from openmall.areas.promotion.benefits import rules as benefits
from openmall.areas.promotion.benefits.shape import MemberSale
from openmall.areas.promotion.benefits.takes import BenefitDraft
from openmall.areas.promotion.coupons import rules as coupons
from openmall.areas.promotion.coupons.shape import DiscountAmount, DiscountRate
from openmall.areas.promotion.coupons.takes import CouponDraft
from openmall.areas.promotion.issues import rules as issues
from openmall.areas.promotion.issues.shape import IssueDraft
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.languages import Words
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import loaded
from openmall.journal import batch as journal

WELCOME: Final = Words(ko="신규 가입 쿠폰", en="Welcome coupon", ja="新規会員クーポン")
TEN_PERCENT: Final = Words(ko="10% 할인 쿠폰", en="10 % coupon", ja="10%割引クーポン")
MEMBERS: Final = Words(ko="회원 할인", en="Off for members", ja="会員割引")
WORTH: Final = {
    "KRW": (Decimal(3_000), Decimal(30_000), Decimal(10), Decimal(10_000), Decimal(500)),
    "USD": (Decimal(3), Decimal(25), Decimal("0.1"), Decimal(8), Decimal("0.50")),
}
"""Currency of a shop -> what the welcome coupon takes off and from which order on, to what the
other one rounds and what it takes off at most, what members get off a unit."""


async def fill(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Write it all once, in every shop of the mall; what an owner changes afterwards stays so.

    Two members have the second coupon, the first is for whoever joins.
    """
    async with database.writing(mall.mall_id) as db:
        if await numbers.taken(db, loaded.PROMOTION):
            return
        call = Call(clock)
        call.db, call.mall, call.seal = db, mall, seal
        for call.shop_no, shop in mall.shops.items():
            number = await _coupons(call, shop)
            for member_id in ("haneul", "minjun") if call.shop_no == 1 else ():
                to_member = IssueDraft(
                    coupon_no=number, issued_member_scope="M", member_id=member_id
                )
                await issues.create(call, to_member)
            await _benefit(call, shop)
        await journal.announce(db, clock, call.events)
        await numbers.take(db, loaded.PROMOTION)


async def _coupons(call: Call, shop: Shop) -> str:
    """Make the two coupons of a shop, and return the number of the one that it gives itself."""
    off, least, step, most, _ = WORTH[shop.currency]
    await coupons.create(
        call,
        CouponDraft(
            shop_no=call.shop_no,
            coupon_name=WELCOME.spoken(shop.language),
            benefit_type="A",
            discount_amount=DiscountAmount(benefit_price=off),
            issue_type="A",
            issue_sub_type="J",
            available_period_type="R",
            available_day_from_issued=30,
            available_site=["W", "M"],
            available_price_type="O",
            available_order_price_type="U",
            available_min_price=least,
            available_coupon_count_by_order=1,
        ),
    )
    made = await coupons.create(
        call,
        CouponDraft(
            shop_no=call.shop_no,
            coupon_name=TEN_PERCENT.spoken(shop.language),
            benefit_type="B",
            discount_rate=DiscountRate(
                benefit_percentage=Decimal(10),
                benefit_percentage_round_unit=step,
                benefit_percentage_max_price=most,
            ),
            issue_type="M",
            available_period_type="R",
            available_day_from_issued=90,
            available_site=["W", "M"],
            available_scope="P",
            available_coupon_count_by_order=1,
        ),
    )
    return made.coupon_no


async def _benefit(call: Call, shop: Shop) -> None:
    off = WORTH[shop.currency][-1]
    await benefits.create(
        call,
        BenefitDraft(
            shop_no=call.shop_no,
            use_benefit="T",
            benefit_name=MEMBERS.spoken(shop.language),
            benefit_division="D",
            benefit_type="DM",
            platform_types=["P", "M"],
            use_group_binding="M",
            member_sale=MemberSale(discount_value=off),
        ),
    )
