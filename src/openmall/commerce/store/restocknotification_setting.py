"""Restock settings: shoppers who may request a notification that a product is back, and for which
products.

Specification: "Restocknotification setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import Meta

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.params import EntityNo, Flag

Months = Annotated[
    Literal["1", "3", "6", "12"],
    Values(
        {
            "1": Label("1 month"),
            "3": Label("3 months"),
            "6": Label("6 months"),
            "12": Label("12 months"),
        }
    ),
]
Target = Annotated[Literal["A", "M"], Values({"A": Label("Everybody"), "M": Label("Members only")})]
"""Shoppers who see the button: A everybody, M members."""
SendMethod = Annotated[
    Literal["A", "M"], Values({"A": Label("automatically"), "M": Label("by the merchant")})
]
"""A sent by itself, M by the merchant."""
ShowMethod = Annotated[
    Literal["P", "G"], Values({"P": Label("a product"), "G": Label("each variant")})
]
"""A button for: P a product, G each of its variants."""
Available = Annotated[
    Literal["A", "P", "E"],
    Values(
        {"A": Label("All"), "P": Label("Only those listed"), "E": Label("All except those listed")}
    ),
]
"""Offered for: A all products, P those of the list, E all except those of the list."""
Message = Annotated[str, Meta(max_length=30)]
Products = Annotated[list[EntityNo], Meta(max_length=200)]


class RestocknotificationSetting(Setting, frozen=True, kw_only=True):
    """A shop's restock settings; the defaults are what a new shop has."""

    use: Annotated[Flag, Label("Use")] = "F"
    is_button_show: Annotated[Flag, Label("Show the button")] = "T"
    expiration_period: Annotated[Months, Label("Requests are valid for")] = "3"
    """Months for which a request is valid."""
    button_show_target: Annotated[Target, Label("Who sees the button")] = "M"
    show_message_to_non_members: Annotated[Message, Label("Text for guests")] = ""
    send_method: Annotated[SendMethod, Label("Notices are sent")] = "M"
    button_show_method: Annotated[ShowMethod, Label("Button for each")] = "P"
    available_product: Annotated[Available, Label("Products with the button")] = "A"
    available_product_list: Annotated[
        Products, Label("Product numbers"), Hint("Product numbers, separated by commas.")
    ] = []
    """Numbers of products."""


OPERATIONS = setting_operations(
    "restocknotification/setting",
    RestocknotificationSetting,
    changes_of(RestocknotificationSetting),
    area="store",
    key="restocknotification",
)
