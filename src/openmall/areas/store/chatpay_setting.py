"""Chat-pay settings: paying with the chat app's wallet, and how its buttons look.

Specification: "Chatpay setting"; "Update chat-pay settings". A plain settings resource.
"""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import SECRET, Flag, Secret, ShopParams, StartDate
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Code = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(max_length=200, extra=SECRET)]
ButtonSize = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\Z")]
"""Width x height in pixels: `210x83`."""


class ButtonSizes(Struct, frozen=True, kw_only=True):
    """Sizes of a button, width x height in pixels."""

    pc: str = "210x83"
    mobile: str = "290x95"


class ChatpaySetting(Setting, frozen=True, kw_only=True):
    """A shop's chat-pay settings; the defaults are what a new shop has."""

    shop_key: Secret | None = None
    pixel_code: str | None = None
    use_chatpay: Flag = "F"
    product_detail_button_size: ButtonSizes = ButtonSizes()
    basket_button_size: ButtonSizes = ButtonSizes()
    use_dark_mode: Flag = "F"
    button_authorization_key: Secret | None = None
    thirdparty_agree: Flag = "F"
    thirdparty_agree_date: datetime | None = None


class ButtonSizesChange(Struct, frozen=True, kw_only=True):
    pc: ButtonSize | UnsetType = UNSET
    mobile: ButtonSize | UnsetType = UNSET


class ChatpaySettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change chat-pay settings; null takes a key, code or date away."""

    shop_key: Key | None | UnsetType = UNSET
    pixel_code: Code | None | UnsetType = UNSET
    use_chatpay: Flag | UnsetType = UNSET
    product_detail_button_size: ButtonSizesChange | UnsetType = UNSET
    basket_button_size: ButtonSizesChange | UnsetType = UNSET
    use_dark_mode: Flag | UnsetType = UNSET
    button_authorization_key: Key | None | UnsetType = UNSET
    thirdparty_agree: Flag | UnsetType = UNSET
    thirdparty_agree_date: StartDate | None | UnsetType = UNSET


OPERATIONS = [
    get(
        "chatpay/setting",
        read_setting(ChatpaySetting),
        takes=ShopParams,
        gives=ChatpaySetting,
        key="chatpay",
        scope=READ_STORE,
        restricted=True,
    ),
    put(
        "chatpay/setting",
        change_setting(ChatpaySetting, ChatpaySettingChange),
        takes=ChatpaySettingChange,
        gives=ChatpaySetting,
        key="chatpay",
        scope=WRITE_STORE,
        restricted=True,
    ),
]
