"""The chat-app setting: whether a shop may send its messages through the chat app.

Specification: "Chatapp alimtalk setting". A plain settings resource.
"""

from msgspec import UNSET, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting


class ChatappSetting(Setting, frozen=True, kw_only=True):
    """A shop's chat-app setting; a new shop does not use the chat app."""

    use_chatappalimtalk: Flag = "F"


class ChatappSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change it; UNSET: not sent, left alone."""

    use_chatappalimtalk: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "chatappalimtalk/setting",
        read_setting(ChatappSetting),
        takes=ShopParams,
        gives=ChatappSetting,
        key="chatappalimtalk",
        scope=READ_STORE,
    ),
    put(
        "chatappalimtalk/setting",
        change_setting(ChatappSetting, ChatappSettingChange),
        takes=ChatappSettingChange,
        gives=ChatappSetting,
        key="chatappalimtalk",
        scope=WRITE_STORE,
    ),
]
