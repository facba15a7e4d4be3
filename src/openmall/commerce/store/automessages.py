"""Automatic messages of a shop: the variables their texts may hold, and how they are sent.

Specification: "Automessages arguments"; "Automessages setting"; "Update automessage settings".
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Struct

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.shape import Variable
from openmall.commerce.store.chatapp_setting import ChatappSetting
from openmall.contract.call import Call
from openmall.contract.crud.changes import READ_ONLY, changes_of
from openmall.contract.crud.settings import Setting, change_setting, current
from openmall.contract.labels import Label, Values
from openmall.contract.operation import listing
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_STORE
from openmall.translations.catalogues import Message

SendMethod = Annotated[
    Literal["S", "K"], Values({"S": Label("Text message"), "K": Label("Chat app")})
]
"""S text message (SMS), K chat-app message, which falls back to SMS when it fails."""

_ALL_OCCASIONS: Final = Message("All occasions")
_BETWEEN: Final = Message(", ")


class Argument(Struct, frozen=True, kw_only=True):
    """A variable that the text of an automatic message may hold."""

    shop_no: int
    name: str
    """With its brackets: `[ORDER_ID]`."""
    description: str
    sample: str
    string_length: Literal["Char", "Variable"]
    """`Char`: all characters that the settings have, `Variable`: no limit."""
    send_case: str
    """The occasions whose text contains the variable."""


class AutomessagesSetting(Setting, frozen=True, kw_only=True):
    """Message settings of a shop, as stored; the defaults are those of a new shop.

    The chat app may be chosen before the shop uses it: until then its messages go by SMS.
    """

    use_sms: Annotated[Flag, READ_ONLY] = "T"
    use_push: Annotated[Flag, READ_ONLY] = "T"
    send_method: Annotated[SendMethod, Label("Automatic messages are sent by")] = "S"
    send_method_push: Annotated[Flag, Label("Send to the shop's app first")] = "F"


class Automessages(Struct, frozen=True, kw_only=True):
    """Message settings of a shop, including the chat-app setting."""

    shop_no: int
    use_sms: Flag
    use_chatappalimtalk: Flag
    use_push: Flag
    send_method: SendMethod
    send_method_push: Flag


async def list_arguments(call: Call, params: ShopParams) -> Sequence[Argument]:
    """Retrieve a list of automessage variables, in the language of the shop."""
    language = call.mall.shops[call.shop_no].language
    return [
        Argument(
            shop_no=call.shop_no,
            name=variable.placeholder,
            description=variable.description.translate(language),
            sample=variable.sample.translate(language),
            string_length="Variable" if variable.length == "Variable" else "Char",
            send_case=_send_case(variable, language),
        )
        for variable in CATALOGUE.variables.values()
    ]


def _send_case(variable: Variable, language: str) -> str:
    occasions = CATALOGUE.occasions_of(variable.name)
    if len(occasions) == len(CATALOGUE.occasions):
        return _ALL_OCCASIONS.translate(language)
    return _BETWEEN.translate(language).join(each.name.translate(language) for each in occasions)


async def retrieve_setting(call: Call, params: ShopParams) -> Automessages:
    """Retrieve automessages setting."""
    return await of_shop(call)


async def of_shop(call: Call) -> Automessages:
    """Return how the call's shop sends its messages."""
    setting = await current(call, AutomessagesSetting)
    chatapp = await current(call, ChatappSetting)
    return Automessages(
        **msgspec.structs.asdict(setting), use_chatappalimtalk=chatapp.use_chatappalimtalk
    )


AutomessagesChange: Final = changes_of(AutomessagesSetting, required=("send_method",))
_AUTOMESSAGES: Final = Resource(Automessages, area="store", key="automessages")

OPERATIONS = [
    listing(
        "automessages/arguments",
        list_arguments,
        takes=ShopParams,
        gives=Argument,
        key="arguments",
        scope=READ_STORE,
    ),
    _AUTOMESSAGES.get("automessages/setting", retrieve_setting, takes=ShopParams),
    _AUTOMESSAGES.giving(AutomessagesSetting).put(
        "automessages/setting",
        change_setting(AutomessagesSetting, AutomessagesChange),
        takes=AutomessagesChange,
        shows=("shop_no", "send_method", "send_method_push"),
    ),
]
