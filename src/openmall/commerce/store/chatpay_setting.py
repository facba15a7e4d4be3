"""Chat-pay settings: paying with the chat app's wallet, and how its buttons look.

Specification: "Chatpay setting"; "Update chat-pay settings". A plain settings resource.
"""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.crud.changes import Takes, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Hint, Label
from openmall.contract.params import SECRET, Flag, Secret, StartDate

Code = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(max_length=200, extra=SECRET)]
ButtonSize = Annotated[
    str,
    Meta(
        pattern=patterns.pattern(
            r"^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}\Z", "a width and a height, as in 210x83"
        )
    ),
]
"""Width x height in pixels: `210x83`."""


class ButtonSizes(Struct, frozen=True, kw_only=True):
    """Sizes of a button, width x height in pixels."""

    pc: Annotated[
        str,
        Label("On computers"),
        Hint("Width x height in pixels, such as 210x83."),
        Takes(ButtonSize),
    ] = "210x83"
    mobile: Annotated[
        str,
        Label("On phones"),
        Hint("Width x height in pixels, such as 290x95."),
        Takes(ButtonSize),
    ] = "290x95"


class ChatpaySetting(Setting, frozen=True, kw_only=True):
    """A shop's chat-pay settings; the defaults are what a new shop has."""

    shop_key: Annotated[Secret | None, Label("Key of the shop"), Takes(Key | None)] = None
    pixel_code: Annotated[str | None, Label("Pixel code"), Takes(Code | None)] = None
    use_chatpay: Annotated[Flag, Label("Pay with the chat app")] = "F"
    product_detail_button_size: Annotated[ButtonSizes, Label("Button on a product's page")] = (
        ButtonSizes()
    )
    basket_button_size: Annotated[ButtonSizes, Label("Button in the cart")] = ButtonSizes()
    use_dark_mode: Annotated[Flag, Label("Dark mode")] = "F"
    button_authorization_key: Annotated[
        Secret | None, Label("Key of the button"), Takes(Key | None)
    ] = None
    thirdparty_agree: Annotated[Flag, Label("Agreement to pass data on")] = "F"
    thirdparty_agree_date: Annotated[
        datetime | None, Label("Agreement date"), Takes(StartDate | None)
    ] = None


OPERATIONS = setting_operations(
    "chatpay/setting",
    ChatpaySetting,
    changes_of(ChatpaySetting),
    area="store",
    key="chatpay",
    restricted=True,
)
