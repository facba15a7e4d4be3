"""Makes the push, chat or text message of a notice, and says what is tried when it fails."""

from msgspec.structs import replace

from openmall.commerce.messages import channels as message_channels
from openmall.commerce.messages.channels import Recipient
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification.intake import store as intake_store
from openmall.commerce.notification.intake.message_settings import MARKETING, Settings
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.sms import balance, texts
from openmall.commerce.store.sms_setting import SmsSetting
from openmall.contract.call import Call
from openmall.events.messages.outbox import Alternative, Draft


async def short_messages(call: Call, notice: Notice, settings: Settings, body: str) -> list[Draft]:
    """Return the message by the first channel that reaches the customer, charged.

    It has the channels behind that one, which are tried when it fails.
    """
    member_id, sms = notice.member_id, settings.sms
    takes_push = bool(
        member_id
        and settings.automessages.send_method_push == "T"
        and await intake_store.takes_push(call.db, shop_no=notice.shop_no, member_id=member_id)
    )
    ways = message_channels.channels(settings.automessages, Recipient(takes_push=takes_push))
    advertises = notice.occasion in MARKETING
    declined = notice.sms != "T" and (sms.exclude_unsubscriber == "T" or advertises)
    found: list[Draft] = []
    others: list[Alternative] = []
    for channel in ways:
        if not found:
            found = await _first(call, notice, settings, channel, body, declined=declined)
        elif (way := _alternative(notice, settings, channel, body, declined=declined)) is not None:
            others.append(way)
    # a text message in several parts is the last way
    return [replace(each, fallback=tuple(others)) for each in found] if others else found


async def _first(
    call: Call,
    notice: Notice,
    settings: Settings,
    channel: message_channels.Channel,
    body: str,
    *,
    declined: bool,
) -> list[Draft]:
    """Return the messages by a channel, charged; none where it does not reach the customer."""
    way = _alternative(notice, settings, channel, body, declined=declined)
    if way is None or not await balance.charge(call.db, way.cost * len(way.parts)):
        return []
    return [
        Draft(
            shop_no=notice.shop_no,
            channel=way.channel,
            occasion=notice.occasion,
            recipient=way.recipient,
            sender=way.sender,
            language=settings.language,
            subject=way.subject,
            body=part,
            member_id=notice.member_id,
            cost=way.cost,
        )
        for part in way.parts
    ]


def _alternative(
    notice: Notice,
    settings: Settings,
    channel: message_channels.Channel,
    body: str,
    *,
    declined: bool,
) -> Alternative | None:
    """Return how a channel reaches the customer, or None."""
    name = CATALOGUE.occasions[notice.occasion].name.translate(settings.language)
    if channel == "push":
        return Alternative(
            channel="push", recipient=notice.member_id, sender="", subject=name, parts=[body]
        )
    if not notice.cellphone or declined:
        return None
    if channel == "chatapp":
        return Alternative(
            channel="chatapp", recipient=notice.cellphone, sender="", subject=name, parts=[body]
        )
    return _text_message(notice, settings, body)


def _text_message(notice: Notice, settings: Settings, body: str) -> Alternative | None:
    sms: SmsSetting = settings.sms
    method = sms.send_method_automatic
    if sms.use_sms != "T" or not sms.default_sender:
        return None
    if method == "N" and texts.size(body) > texts.SMS_BYTES:
        return None
    kind, parts = texts.as_sent(body, long_in_one=method == "L")
    return Alternative(
        channel="sms",
        recipient=notice.cellphone,
        sender=sms.default_sender,
        subject="",
        parts=parts,
        cost=balance.SMS_COST if kind == "SMS" else balance.LMS_COST,
    )


async def text_messages(call: Call, notice: Notice, settings: Settings, body: str) -> list[Draft]:
    """Return the text messages of a notice, charged; none that the mall has nothing left for."""
    return await _first(call, notice, settings, "sms", body, declined=False)
