"""The settings of a shop that decide on its messages, and the texts that it has of its own."""

from typing import Final

from msgspec import Struct

from openmall.commerce.notification.automails import AutomailsSetting
from openmall.commerce.notification.templates import store as template_store
from openmall.commerce.notification.templates.shape import Template
from openmall.commerce.store import automessages
from openmall.commerce.store.automessages import Automessages, AutomessagesSetting
from openmall.commerce.store.chatapp_setting import ChatappSetting
from openmall.commerce.store.profile import StoreProfile
from openmall.commerce.store.sms_setting import SmsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, preload

NEWSLETTER: Final = "newsletter"
MARKETING: Final = frozenset({"coupon_issued", "coupon_expiring", "birthday", NEWSLETTER})
"""Occasions that advertise: told to customers who agreed to that, with a link to unsubscribe."""


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a shop that decide on its messages."""

    name: str
    language: str
    profile: StoreProfile
    automails: AutomailsSetting
    automessages: Automessages
    sms: SmsSetting
    templates: dict[str, Template]
    """Occasion -> its texts, where the shop has changed them."""


async def settings_of(call: Call) -> Settings:
    """Return the settings of the call's shop, read in two statements."""
    await preload(
        call, StoreProfile, AutomailsSetting, AutomessagesSetting, ChatappSetting, SmsSetting
    )
    shop = call.mall.shops[call.shop_no]
    return Settings(
        name=shop.name,
        language=shop.language,
        profile=await current(call, StoreProfile),
        automails=await current(call, AutomailsSetting),
        automessages=await automessages.of_shop(call),
        sms=await current(call, SmsSetting),
        templates=await template_store.of_shop(call.db, call.shop_no, shop.language),
    )
