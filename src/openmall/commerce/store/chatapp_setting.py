"""The chat-app setting: whether a shop may send its messages through the chat app.

Specification: "Chatapp alimtalk setting". A plain settings resource.
"""

from typing import Annotated

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label
from openmall.contract.params import Flag


class ChatappSetting(Setting, frozen=True, kw_only=True):
    """A shop's chat-app setting; a new shop does not use the chat app."""

    use_chatappalimtalk: Annotated[Flag, Label("Send notices by the chat app")] = "F"


OPERATIONS = setting_operations(
    "chatappalimtalk/setting",
    ChatappSetting,
    changes_of(ChatappSetting),
    area="store",
    key="chatappalimtalk",
)
