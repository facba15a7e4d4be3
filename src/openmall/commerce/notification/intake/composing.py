"""Makes messages of notices, as the settings of the shop have it: mail, and one other channel."""

from typing import Final
from urllib.parse import quote

from markupsafe import escape
from msgspec import Struct

from openmall.access import signed_links
from openmall.access.signed_links import Link
from openmall.commerce.messages import channels as message_channels
from openmall.commerce.messages.channels import Recipient
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import render
from openmall.commerce.notification.automails import AutomailsSetting
from openmall.commerce.notification.intake import store as intake_store
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.sms import balance, texts
from openmall.commerce.store import automessages
from openmall.commerce.store.automessages import Automessages, AutomessagesSetting
from openmall.commerce.store.chatapp_setting import ChatappSetting
from openmall.commerce.store.profile import StoreProfile
from openmall.commerce.store.sms_setting import SmsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, preload
from openmall.events.messages.outbox import Draft
from openmall.translations.catalogues import Message

MARKETING: Final = frozenset({"coupon_issued", "coupon_expiring", "birthday"})
"""Occasions that advertise: told to customers who agreed to that, with a link to unsubscribe."""
UNSUBSCRIBE_PATH: Final = "/unsubscribe"
"""Page at every mall's host that withdraws the consent to mail that advertises."""
_UNSUBSCRIBE: Final = Message("Unsubscribe from mail like this: [ADDRESS]")
_ADVERTISES: Final = Message("(Advertisement)")
_HTML: Final = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{subject}</title>'
    "</head><body><h1>{shop}</h1><p>{body}</p>{foot}</body></html>"
)


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a shop that decide on its messages."""

    name: str
    language: str
    profile: StoreProfile
    automails: AutomailsSetting
    automessages: Automessages
    sms: SmsSetting


async def settings_of(call: Call) -> Settings:
    """Return the settings of the call's shop, read in one statement."""
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
    )


async def drafts_of(call: Call, notice: Notice, settings: Settings) -> list[Draft]:
    """Return the messages that tell of a notice; none where the shop sends nothing.

    Text messages are charged; one that nothing is left for is left out.
    """
    body = render(notice.occasion, settings.language, values_of(notice, settings))
    link = unsubscribe_address(call, notice) if notice.occasion in MARKETING else ""
    drafts = [
        mail_of(
            notice,
            settings,
            body,
            recipient=address,
            member_id=member_id,
            unsubscribe=link if address == notice.email else "",
        )
        for address, member_id in await _mail_addresses(call, notice, settings)
    ]
    return drafts + await _short_messages(call, notice, settings, body)


def values_of(notice: Notice, settings: Settings) -> dict[str, str]:
    """Return the values of the variables in the text of a notice."""
    profile = settings.profile
    return {
        **notice.values,
        "NAME": notice.name,
        "SHOP_NAME": settings.name,
        "SHOP_PHONE": profile.customer_service_phone or profile.phone,
    }


def unsubscribe_address(call: Call, notice: Notice) -> str:
    """Return the address at which a customer withdraws the consent to mail that advertises."""
    link = Link(mall_id=call.mall.mall_id, shop_no=notice.shop_no, member_id=notice.member_id)
    token = signed_links.issue(call.seal, "unsubscribe", link)
    return f"{call.origin}{UNSUBSCRIBE_PATH}?token={quote(token)}"


def mail_of(
    notice: Notice,
    settings: Settings,
    body: str,
    *,
    recipient: str,
    member_id: str,
    unsubscribe: str = "",
) -> Draft:
    """Return the mail that tells of a notice; `unsubscribe`: where its customer declines more."""
    language = settings.language
    name = CATALOGUE.occasions[notice.occasion].name.translate(language)
    subject, foot, before, after = f"[{settings.name}] {name}", "", "", ""
    if unsubscribe:
        subject = f"{_ADVERTISES.translate(language)} {subject}"
        before, _, after = _UNSUBSCRIBE.translate(language).partition("[ADDRESS]")
        foot = f"{before}{unsubscribe}{after}"
    html = _HTML.format(
        lang=settings.language.partition("_")[0],
        subject=escape(subject),
        shop=escape(settings.name),
        body=escape(body),
        foot=f'<p>{escape(before)}<a href="{escape(unsubscribe)}">{escape(unsubscribe)}</a>'
        f"{escape(after)}</p>"
        if unsubscribe
        else "",
    )
    return Draft(
        shop_no=notice.shop_no,
        channel="email",
        occasion=notice.occasion,
        recipient=recipient,
        sender=settings.name,
        reply_to=settings.profile.customer_service_email or settings.profile.email,
        language=settings.language,
        subject=subject,
        body=f"{body}\n\n{foot}" if foot else body,
        html=html,
        member_id=member_id,
        extra={"unsubscribe": unsubscribe} if unsubscribe else {},
    )


async def _mail_addresses(call: Call, notice: Notice, settings: Settings) -> list[tuple[str, str]]:
    """Return to whom mail goes: address, and the customer that it belongs to."""
    audience = settings.automails.audience(notice.occasion)
    found: list[tuple[str, str]] = []
    welcome = notice.occasion not in MARKETING or notice.news_mail == "T"
    if audience.use_customer == "T" and notice.email and welcome:
        found.append((notice.email, notice.member_id))
    own = settings.profile.notification_only_email or settings.profile.email
    if audience.use_admin == "T" and own:
        found.append((own, notice.member_id))
    if audience.use_supplier == "T":
        addresses = await intake_store.supplier_emails(call.db, notice.supplier_codes)
        found += [(address, notice.member_id) for address in addresses]
    return found


async def _short_messages(call: Call, notice: Notice, settings: Settings, body: str) -> list[Draft]:
    member_id, sms = notice.member_id, settings.sms
    takes_push = bool(
        member_id
        and settings.automessages.send_method_push == "T"
        and await intake_store.takes_push(call.db, shop_no=notice.shop_no, member_id=member_id)
    )
    ways = message_channels.channels(settings.automessages, Recipient(takes_push=takes_push))
    name = CATALOGUE.occasions[notice.occasion].name.translate(settings.language)
    advertises = notice.occasion in MARKETING
    declined = notice.sms != "T" and (sms.exclude_unsubscriber == "T" or advertises)
    for channel in ways:
        if channel == "push":
            return [_short(notice, settings, "push", member_id, "", name, body)]
        if not notice.cellphone or declined:
            continue
        if channel == "chatapp":
            return [_short(notice, settings, "chatapp", notice.cellphone, "", name, body)]
        if sms.use_sms == "T" and sms.default_sender:
            return await text_messages(call, notice, settings, body)
    return []


async def text_messages(call: Call, notice: Notice, settings: Settings, body: str) -> list[Draft]:
    """Return the text messages that tell of a notice, charged; none that nothing is left for."""
    method = settings.sms.send_method_automatic
    if method == "N" and texts.size(body) > texts.SMS_BYTES:
        return []
    kind, parts = texts.as_sent(body, long_in_one=method == "L")
    cost = balance.SMS_COST if kind == "SMS" else balance.LMS_COST
    if not await balance.charge(call.db, cost * len(parts)):
        return []
    sender = settings.sms.default_sender
    return [
        _short(notice, settings, "sms", notice.cellphone, sender, "", part, cost=cost)
        for part in parts
    ]


def _short(
    notice: Notice,
    settings: Settings,
    channel: message_channels.Channel,
    recipient: str,
    sender: str,
    title: str,
    body: str,
    *,
    cost: int = 0,
) -> Draft:
    return Draft(
        shop_no=notice.shop_no,
        channel=channel,
        occasion=notice.occasion,
        recipient=recipient,
        sender=sender,
        language=settings.language,
        subject=title,
        body=body,
        member_id=notice.member_id,
        cost=cost,
    )
