"""Order control: an app takes over the payment status of orders."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from openmall.commerce.order.saleschannels import ADDRESS
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import NotModified
from openmall.contract.operation import put
from openmall.contract.params import Flag, Params
from openmall.contract.refusals import IDENTICAL
from openmall.contract.scopes import WRITE_ORDER

DirectUrl = Annotated[str, Meta(max_length=500, pattern=ADDRESS)]


class OrderControl(Setting, frozen=True, kw_only=True):
    """Who may change the payment status of orders."""

    payments_control: Flag = "F"
    """T: only the app `client_id`."""
    direct_url: str = ""
    client_id: str = ""


class ControlChange(Params, frozen=True, kw_only=True):
    """Whether the calling app takes over the payment status, and where it does that."""

    payments_control: Flag
    direct_url: DirectUrl
    """Page of the app on which people change the payment status instead."""


class Control(Struct, frozen=True, kw_only=True):
    """Whether an app controls the payment status, and where."""

    payments_control: Flag
    direct_url: str


async def control(call: Call, params: ControlChange) -> Control:
    """Update which app changes the payment status of orders, in all shops of the mall.

    With `payments_control` T only the calling app updates it; managers and other apps are refused
    (403) with the address of the app's page. Gateways still report payments. The last app that
    calls this has the control.
    """
    changed = False
    for shop_no in call.mall.shops:
        with call.in_shop(shop_no):
            before = await current(call, OrderControl, to_change=True)
        after = replace(
            before,
            payments_control=params.payments_control,
            direct_url=params.direct_url,
            client_id=call.identity.app.client_id,
        )
        if after != before:
            changed = True
            await write_setting(call.db, call.seal, after)
            call.journal(f"order control of shop {shop_no}", differences(before, after))
    if not changed:
        raise NotModified(IDENTICAL)
    return Control(payments_control=params.payments_control, direct_url=params.direct_url)


OPERATIONS = [
    put(
        "control",
        control,
        takes=ControlChange,
        gives=Control,
        key="control",
        scope=WRITE_ORDER,
        restricted=True,
    ),
]
