"""Automatic messages of a shop: the variables their texts may hold, and how they are sent.

Specification: "Automessages arguments"; "Automessages setting"; "Update automessage settings".
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.areas.store.chatapp_setting import ChatappSetting
from openmall.contract.call import Call
from openmall.contract.languages import Words
from openmall.contract.operation import get, listing, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.messages.catalogue import CATALOGUE
from openmall.messages.shape import Variable
from openmall.standard.settings import Setting, change_setting, current

SendMethod = Literal["S", "K"]
"""S text message (SMS), K chat-app message, which falls back to SMS when it fails."""

_ALL_OCCASIONS: Final = Words(ko="모든 상황", en="All occasions", ja="すべての場合")
_BETWEEN: Final = Words(ko=", ", en=", ", ja="、")


class Argument(Struct, frozen=True, kw_only=True):
    """A variable that the text of an automatic message may hold."""

    shop_no: int
    name: str
    """With its brackets: `[ORDER_ID]`."""
    description: str
    sample: str
    string_length: str
    """Most characters of a value; `Char`: all that the settings have, `Variable`: no limit."""
    send_case: str
    """The occasions whose text holds the variable."""


class AutomessagesSetting(Setting, frozen=True, kw_only=True):
    """How a shop sends its messages, as it is kept; the defaults are what a new shop has."""

    use_sms: Flag = "T"
    use_push: Flag = "T"
    send_method: SendMethod = "S"
    send_method_push: Flag = "F"


class Automessages(Struct, frozen=True, kw_only=True):
    """How a shop sends its messages, the chat-app setting included."""

    shop_no: int
    use_sms: Flag
    use_chatappalimtalk: Flag
    use_push: Flag
    send_method: SendMethod
    send_method_push: Flag


class AutomessagesChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change it; UNSET: not sent, left alone.

    The chat app may be chosen before the shop uses it: until then its messages go by SMS.
    """

    send_method: SendMethod
    send_method_push: Flag | UnsetType = UNSET


async def list_arguments(call: Call, params: ShopParams) -> Sequence[Argument]:
    """Retrieve a list of automessage variables, in the language of the shop."""
    language = call.mall.shops[call.shop_no].language
    return [
        Argument(
            shop_no=call.shop_no,
            name=variable.placeholder,
            description=variable.description.spoken(language),
            sample=variable.sample.spoken(language),
            string_length=str(variable.length),
            send_case=_send_case(variable, language),
        )
        for variable in CATALOGUE.variables.values()
    ]


def _send_case(variable: Variable, language: str) -> str:
    occasions = CATALOGUE.occasions_of(variable.name)
    if len(occasions) == len(CATALOGUE.occasions):
        return _ALL_OCCASIONS.spoken(language)
    return _BETWEEN.spoken(language).join(each.name.spoken(language) for each in occasions)


async def retrieve_setting(call: Call, params: ShopParams) -> Automessages:
    """Retrieve automessages setting."""
    return await of_shop(call)


async def of_shop(call: Call) -> Automessages:
    """Return how the call's shop sends its messages."""
    kept = await current(call, AutomessagesSetting)
    chatapp = await current(call, ChatappSetting)
    return Automessages(
        **msgspec.structs.asdict(kept), use_chatappalimtalk=chatapp.use_chatappalimtalk
    )


OPERATIONS = [
    listing(
        "automessages/arguments",
        list_arguments,
        takes=ShopParams,
        gives=Argument,
        key="arguments",
        scope=READ_STORE,
    ),
    get(
        "automessages/setting",
        retrieve_setting,
        takes=ShopParams,
        gives=Automessages,
        key="automessages",
        scope=READ_STORE,
    ),
    put(
        "automessages/setting",
        change_setting(AutomessagesSetting, AutomessagesChange),
        takes=AutomessagesChange,
        gives=AutomessagesSetting,
        key="automessages",
        scope=WRITE_STORE,
        shows=("shop_no", "send_method", "send_method_push"),
    ),
]
