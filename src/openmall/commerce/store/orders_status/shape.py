"""The displayed names of an order state: response and parameters."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.store.orders_status.names import StatusType
from openmall.contract.labels import Hint, Label
from openmall.contract.params import EntityNo, ShopParams

Name = Annotated[str, Meta(max_length=100)]


class ShownStatus(Struct, frozen=True, kw_only=True):
    """A state of an order, with the names a shop shows it under."""

    status_name_id: int
    status_type: StatusType
    basic_name: str
    """Default name of the state, in the shop's language."""
    custom_name: str
    reservation_custom_name: str
    """Shown for booked items instead of `custom_name`."""


class ShownStatusChange(ShopParams, frozen=True, kw_only=True):
    """The new names of a state; UNSET: left alone, null or blank: the default name again.

    Surrounding blanks are removed.
    """

    status_name_id: EntityNo
    custom_name: (
        Annotated[Name | None, Label("Custom name"), Hint("Leave empty for the default name.")]
        | UnsetType
    ) = UNSET
    reservation_custom_name: (
        Annotated[
            Name | None,
            Label("Custom name for bookings"),
            Hint("Shown instead for booked items."),
        ]
        | UnsetType
    ) = UNSET
