"""Text message settings: whether a shop sends any, and in whose name.

Specification: "Sms setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

SendMethod = Literal["S", "L"]
"""A long text: S in several short messages, L in one long message."""
Automatic = Literal["L", "S", "N"]
"""A long text that is sent by itself: as of SendMethod, or N not sent."""
Phone = Annotated[str, Meta(max_length=14)]


class SmsSetting(Setting, frozen=True, kw_only=True):
    """A shop's text message settings; the defaults are what a new shop has."""

    use_sms: Flag = "F"
    exclude_unsubscriber: Flag = "T"
    default_sender: Phone = ""
    unsubscribe_phone: Phone = ""
    """Number at which customers decline advertisements."""
    send_method: SendMethod = "S"
    send_method_automatic: Automatic = "S"


class SmsSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change sms settings; UNSET: not sent, left alone."""

    use_sms: Flag | UnsetType = UNSET
    exclude_unsubscriber: Flag | UnsetType = UNSET
    default_sender: Phone | UnsetType = UNSET
    unsubscribe_phone: Phone | UnsetType = UNSET
    send_method: SendMethod | UnsetType = UNSET
    send_method_automatic: Automatic | UnsetType = UNSET


OPERATIONS = [
    get(
        "sms/setting",
        read_setting(SmsSetting),
        takes=ShopParams,
        gives=SmsSetting,
        key="sms",
        scope=READ_STORE,
    ),
    put(
        "sms/setting",
        change_setting(SmsSetting, SmsSettingChange),
        takes=SmsSettingChange,
        gives=SmsSetting,
        key="sms",
        scope=WRITE_STORE,
    ),
]
