"""Creates the customers of the demo mall: a few, in groups, with memos.

Deterministic: every run creates the same ones. They cannot sign in and only fill the lists;
`demo.json` has one with a password, to sign in as a customer.
"""

from datetime import date
from decimal import Decimal
from typing import Final

import msgspec

from openmall.commerce.customer import memos as customer_memos
from openmall.commerce.customer import paymentinformation, plusapp, social
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import (
    AutoChange,
    GroupBenefit,
    GroupDraft,
    Truncation,
)
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import write_setting
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import load_progress
from openmall.translations.catalogues import Message


class Tier(msgspec.Struct, frozen=True):
    """A group of the demo mall, and the condition to join it."""

    name: Message
    description: Message
    discount: Decimal
    bought: dict[str, Decimal]
    """Currency of a shop -> from which amount on."""


REGULAR: Final = Tier(
    Message("Regular"),
    Message("3 % off"),
    Decimal("3.00"),
    {"KRW": Decimal("300000.00"), "USD": Decimal("250.00")},
)
VIP: Final = Tier(
    Message("VIP"),
    Message("7 % off, free shipping"),
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
"""Group -> a customer in it; None: the general group."""


async def fill(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Create the groups of every shop and the customers once; existing ones stay."""
    async with database.reading(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.CUSTOMERS):
            return
    async with database.writing(mall.mall_id) as db:
        call, group_numbers = Call(clock, db, mall, seal=seal), {}
        for shop_no in mall.shops:
            with call.in_shop(shop_no):
                group_numbers[shop_no] = await _groups(call)
        for tier, person in PEOPLE:
            group_no = 1 if tier is None else group_numbers[1][tier.name.text]
            await customer_rules.join(call, msgspec.structs.replace(person, group_no=group_no))
        await _note(call)
        await journal_batch.publish(db, clock, call.effects.events)
        await sequences.allocate(db, load_progress.CUSTOMERS)


async def _groups(call: Call) -> dict[str, int]:
    """Create the tiers of a shop, which assigns customers automatically; return their numbers."""
    shop = call.mall.shops[call.shop_no]
    found = {}
    for tier in TIERS:
        draft = GroupDraft(
            group_name=tier.name.translate(shop.language),
            group_description=tier.description.translate(shop.language),
            buy_benefits="D",
            ship_benefits="T" if tier is VIP else "F",
            discount_information=GroupBenefit(
                amount_discount=tier.discount,
                truncation_unit=_TRUNCATION.get(shop.currency, "0.01"),
            ),
            auto_change_information=AutoChange(min_purchase_amount=tier.bought.get(shop.currency)),
        )
        found[tier.name.text] = (await customergroup_rules.create(call, draft)).group_no
    setting = CustomergroupsSetting(shop_no=call.shop_no, use_auto_update="T", total_period="12m")
    await write_setting(call.db, call.seal, setting)
    return found


async def _note(call: Call) -> None:
    """Write memos about the customers, and what they use."""
    draft = customer_memos.MemoDraft(
        member_id="haneul",
        author_id="admin",
        memo="Likes to be told of new linen first.",
        important_flag="T",
    )
    await customer_memos.MEMOS.create(customer_memos.MemoDraft)(call, draft)
    await plusapp.installed(
        call, "haneul", device_id="phone", os_type="os_a", auto_login=True, push=True
    )
    await social.link(call, "minjun", social_name="chatapp", social_member_code="100001")
    await paymentinformation.remember(
        call, "haneul", payment_method="card", payment_gateway="gateway_a"
    )
