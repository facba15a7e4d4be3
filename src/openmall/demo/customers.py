"""The people who shop in the demo mall: a handful, in groups, with something noted about them.

Always the same, whenever they are made. Their passwords are nobody's: they only fill the lists;
whoever wants to sign in as a customer finds one with a password in `demo.json`.
"""

from datetime import date
from decimal import Decimal
from typing import Final

import msgspec

from openmall.areas.customer import memos, paymentinformation, plusapp, social
from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.customer.customergroups.shape import (
    AutoChange,
    Benefit,
    GroupDraft,
    Truncation,
)
from openmall.areas.customer.customergroups_setting import CustomergroupsSetting
from openmall.areas.customer.customers import rules
from openmall.areas.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call, Mall
from openmall.contract.languages import Words
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import loaded
from openmall.journal import batch as journal
from openmall.standard.settings import keep


class Tier(msgspec.Struct, frozen=True):
    """A group of the demo mall, and what it takes to come into it."""

    name: Words
    description: Words
    discount: Decimal
    bought: dict[str, Decimal]
    """Currency of a shop -> from which amount on."""


REGULAR: Final = Tier(
    Words(ko="단골 회원", en="Regular", ja="常連会員"),
    Words(ko="3% 할인", en="3 % off", ja="3%割引"),
    Decimal("3.00"),
    {"KRW": Decimal("300000.00"), "USD": Decimal("250.00")},
)
VIP: Final = Tier(
    Words(ko="우수 회원", en="VIP", ja="特別会員"),
    Words(ko="7% 할인, 무료 배송", en="7 % off, free shipping", ja="7%割引、送料無料"),
    Decimal("7.00"),
    {"KRW": Decimal("1000000.00"), "USD": Decimal("800.00")},
)
TIERS: Final = (REGULAR, VIP)
_TRUNCATION: Final[dict[str, Truncation]] = {"KRW": "10", "USD": "0.01"}

PEOPLE: Final[tuple[tuple[Tier | None, CustomerDraft], ...]] = (
    (
        VIP,
        CustomerDraft(
            member_id="haneul",
            name="김하늘",
            name_english="Kim Haneul",
            email="haneul@example.com",
            cellphone="010-0000-0001",
            birthday=date(1988, 4, 12),
            gender="F",
            country_code="KR",
            city="서울",
            address1="예시로 1",
            zipcode="00001",
            sms="T",
            news_mail="T",
            member_authentication="T",
            authentication_method="m",
            fixed_group="T",
        ),
    ),
    (
        REGULAR,
        CustomerDraft(
            member_id="minjun",
            name="이민준",
            name_english="Lee Minjun",
            email="minjun@example.com",
            cellphone="010-0000-0002",
            birthday=date(1995, 11, 3),
            gender="M",
            country_code="KR",
            city="부산",
            address1="예시로 2",
            zipcode="00002",
            news_mail="T",
            member_authentication="T",
            authentication_method="e",
            join_path="M",
            recommend_id="haneul",
        ),
    ),
    (
        REGULAR,
        CustomerDraft(
            member_id="sakura",
            name="佐藤さくら",
            name_english="Sato Sakura",
            name_phonetic="サトウ サクラ",
            email="sakura@example.com",
            cellphone="+81 90-0000-0003",
            birthday=date(1979, 7, 21),
            gender="F",
            country_code="JP",
            city="東京",
            member_type="f",
            join_path="M",
        ),
    ),
    (
        None,
        CustomerDraft(
            member_id="emma",
            name="Emma Example",
            email="emma@example.com",
            cellphone="+1 555-0100",
            country_code="US",
            state="Oregon",
            city="Portland",
        ),
    ),
    (
        None,
        CustomerDraft(
            member_id="studio-nine",
            name="Studio Nine",
            corporate_name="Studio Nine Ltd.",
            company_type="c",
            email="office@example.com",
            phone="02-0000-0005",
            member_type="c",
            country_code="KR",
            news_mail="T",
        ),
    ),
)
"""Group -> somebody in it; None: the general group."""


async def fill(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Make the groups in every shop of the mall, and the people; once: what is there stays."""
    async with database.reading(mall.mall_id) as db:
        if await numbers.taken(db, loaded.CUSTOMERS):
            return
    call = Call(clock)
    call.mall, call.seal = mall, seal
    async with database.writing(mall.mall_id) as call.db:
        made = {shop_no: await _groups(call, shop_no) for shop_no in mall.shops}
        call.shop_no = 1
        for tier, person in PEOPLE:
            group_no = 1 if tier is None else made[1][tier.name.en]
            await rules.join(call, msgspec.structs.replace(person, group_no=group_no))
        await _note(call)
        await journal.announce(call.db, clock, call.events)
        await numbers.take(call.db, loaded.CUSTOMERS)


async def _groups(call: Call, shop_no: int) -> dict[str, int]:
    """Make the tiers in a shop, which moves customers by itself; return their numbers."""
    call.shop_no = shop_no
    shop = call.mall.shops[shop_no]
    found = {}
    for tier in TIERS:
        draft = GroupDraft(
            group_name=tier.name.spoken(shop.language),
            group_description=tier.description.spoken(shop.language),
            buy_benefits="D",
            ship_benefits="T" if tier is VIP else "F",
            discount_information=Benefit(
                amount_discount=tier.discount,
                truncation_unit=_TRUNCATION.get(shop.currency, "0.01"),
            ),
            auto_change_information=AutoChange(min_purchase_amount=tier.bought.get(shop.currency)),
        )
        found[tier.name.en] = (await groups.create(call, draft)).group_no
    setting = CustomergroupsSetting(shop_no=shop_no, use_auto_update="T", total_period="12m")
    await keep(call.db, call.seal, setting)
    return found


async def _note(call: Call) -> None:
    """Note something about the people, and what they use."""
    draft = memos.MemoDraft(
        member_id="haneul",
        author_id="admin",
        memo="Likes to be told of new linen first.",
        important_flag="T",
    )
    await memos.MEMOS.create(memos.MemoDraft)(call, draft)
    await plusapp.installed(
        call, "haneul", device_id="phone", os_type="os_a", auto_login=True, push=True
    )
    await social.link(call, "minjun", social_name="chatapp", social_member_code="100001")
    await paymentinformation.remember(
        call, "haneul", payment_method="card", payment_gateway="gateway_a"
    )
