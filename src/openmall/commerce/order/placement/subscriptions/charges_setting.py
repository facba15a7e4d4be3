"""What becomes of an order of a subscription that cannot be charged. Its operations are ours."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, change_setting, read_setting
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

AfterLastFailure = Annotated[
    Literal["S", "P"],
    Values({"S": Label("Leave out the delivery"), "P": Label("Pause the subscription")}),
]
"""After the last failure the order is cancelled. S: the subscription goes on with the next
delivery, P: it is paused."""
Retries = Annotated[int, Meta(ge=0, le=10)]
Days = Annotated[int, Meta(ge=1, le=30)]


class SubscriptionChargesSetting(Setting, frozen=True, kw_only=True):
    """When a failed charge is tried again, and what follows the last failure."""

    retries: Annotated[Retries, Label("Times that a failed charge is tried again")] = 3
    retry_days: Annotated[
        Days,
        Label("Days between two attempts"),
        Hint("The customer gets a message after each failure."),
    ] = 2
    after_last_failure: Annotated[AfterLastFailure, Label("After the last failure")] = "P"

    @property
    def days(self) -> int:
        """Return the days from the first attempt to the last."""
        return self.retries * self.retry_days


SubscriptionChargesChange: Final = changes_of(SubscriptionChargesSetting)
_CHARGES: Final = Resource(SubscriptionChargesSetting, area="store", key="charges")
_PATH: Final = "subscription/charges/setting"

OPERATIONS: Final = [
    _CHARGES.get(_PATH, read_setting(SubscriptionChargesSetting), takes=ShopParams),
    _CHARGES.put(
        _PATH,
        change_setting(SubscriptionChargesSetting, SubscriptionChargesChange),
        takes=SubscriptionChargesChange,
    ),
]
