"""The key with which a shop's channel in the chat app sends messages; the operator enters it.

Specification: "Chatapp alimtalk profile"; "Retrieve chat-app sender profile key".
"""

from openmall.contract.crud.settings import Setting, read_setting
from openmall.contract.operation import get
from openmall.contract.params import Secret, ShopParams
from openmall.contract.scopes import READ_STORE


class ChatappProfile(Setting, frozen=True, kw_only=True):
    """A shop's sender profile; None: its channel has no key yet."""

    chatapp_senderkey: Secret | None = None


OPERATIONS = [
    get(
        "chatappalimtalk/profile",
        read_setting(ChatappProfile),
        takes=ShopParams,
        gives=ChatappProfile,
        key="chatappprofile",
        scope=READ_STORE,
        restricted=True,
    ),
]
