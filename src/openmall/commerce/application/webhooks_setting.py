"""Webhook settings of the calling app in the mall.

Specification: "Webhooks setting" as catalogued. Address and subscriptions are the same in every
mall, and set by its developer (`openmall app webhooks`).
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.params import Flag, Params
from openmall.contract.resource import Resource
from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules


class WebhookSetting(Struct, frozen=True, kw_only=True):
    """Settings of webhook deliveries to the app."""

    scopes: list[str]
    """Scopes of the app's token that allow deliveries."""
    reception_status: Flag
    """T: events are delivered; F: nothing is delivered."""


class SettingPath(Params, frozen=True, kw_only=True):
    pass


class SettingChange(Params, frozen=True, kw_only=True):
    reception_status: Flag | UnsetType = UNSET


async def retrieve(call: Call, params: SettingPath) -> WebhookSetting:
    """Retrieve webhook settings."""
    return await _setting(call)


async def change(call: Call, params: SettingChange) -> WebhookSetting:
    """Edit webhook settings.

    Once enabled, later events are delivered to the app; missed events can be read.
    """
    if params.reception_status is UNSET:
        raise NotModified()
    client_id = call.identity.app.client_id
    before = await webhook_rules.reception(call.db, client_id)
    if not await webhook_rules.switch(call.db, client_id, params.reception_status):
        raise NotModified()
    call.journal(client_id, {"reception_status": (before, params.reception_status)})
    return await _setting(call)


async def _setting(call: Call) -> WebhookSetting:
    status = await webhook_rules.reception(call.db, call.identity.app.client_id)
    return WebhookSetting(
        scopes=sorted(call.identity.scopes & catalogue.SCOPES),
        reception_status="F" if status == "F" else "T",
    )


_WEBHOOK: Final = Resource(WebhookSetting, area="application", key="webhook")

OPERATIONS: Final = [
    _WEBHOOK.get("webhooks/setting", retrieve, takes=SettingPath),
    _WEBHOOK.put("webhooks/setting", change, takes=SettingChange, shows=("reception_status",)),
]
