"""Creates the demo mall's coupons and a benefit."""

from decimal import Decimal
from typing import Final

from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.shape import MemberSale
from openmall.commerce.promotion.benefits.takes import BenefitDraft
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.shape import DiscountAmount, DiscountRate
from openmall.commerce.promotion.coupons.takes import CouponDraft
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues.shape import IssueDraft
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import load_progress
from openmall.translations.catalogues import Message

WELCOME: Final = Message("Welcome coupon")
TEN_PERCENT: Final = Message("10 % coupon")
MEMBERS: Final = Message("Off for members")
WORTH: Final = {
    "KRW": (Decimal(3_000), Decimal(30_000), Decimal(10), Decimal(10_000), Decimal(500)),
    "USD": (Decimal(3), Decimal(25), Decimal("0.1"), Decimal(8), Decimal("0.50")),
}
"""Currency of a shop -> what the welcome coupon takes off and from which order on, to what the
other one rounds and what it takes off at most, what members get off a unit."""


async def fill(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Create them once in every shop of the mall; later changes stay.

    Two members have the second coupon, new members get the first.
    """
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.PROMOTION):
            return
        call = Call(clock, db, mall, seal=seal)
        for shop_no, shop in mall.shops.items():
            with call.in_shop(shop_no):
                number = await _coupons(call, shop)
                for member_id in ("haneul", "minjun") if shop_no == 1 else ():
                    to_member = IssueDraft(
                        coupon_no=number, issued_member_scope="M", member_id=member_id
                    )
                    await issue_rules.create(call, to_member)
                await _benefit(call, shop)
        await journal_batch.publish(db, clock, call.effects.events)
        await sequences.allocate(db, load_progress.PROMOTION)


async def _coupons(call: Call, shop: Shop) -> str:
    """Create the two coupons of a shop; return the number of the one issued automatically."""
    off, least, step, most, _ = WORTH[shop.currency]
    await coupon_rules.create(
        call,
        CouponDraft(
            shop_no=call.shop_no,
            coupon_name=WELCOME.translate(shop.language),
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
    coupon = await coupon_rules.create(
        call,
        CouponDraft(
            shop_no=call.shop_no,
            coupon_name=TEN_PERCENT.translate(shop.language),
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
    return coupon.coupon_no


async def _benefit(call: Call, shop: Shop) -> None:
    off = WORTH[shop.currency][-1]
    await benefit_rules.create(
        call,
        BenefitDraft(
            shop_no=call.shop_no,
            use_benefit="T",
            benefit_name=MEMBERS.translate(shop.language),
            benefit_division="D",
            benefit_type="DM",
            platform_types=["P", "M"],
            use_group_binding="M",
            member_sale=MemberSale(discount_value=off),
        ),
    )
