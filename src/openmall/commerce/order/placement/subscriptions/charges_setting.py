"""What becomes of an order of a subscription that cannot be charged."""

from typing import Final, Literal

from msgspec import field

from openmall.contract.crud.settings import Setting

AfterLastFailure = Literal["skip", "pause"]
"""The order is cancelled; skip: the subscription goes on with the next delivery, pause: it is
paused."""
MOST_RETRIES: Final = 10
MOST_DAYS: Final = 30


class SubscriptionChargesSetting(Setting, frozen=True, kw_only=True):
    """When a failed charge is tried again, and what follows the last failure."""

    retry_days: list[int] = field(default_factory=lambda: [1, 3, 5])
    """Days between a failure and the next attempt, one for each attempt."""
    after_last_failure: AfterLastFailure = "pause"

    @property
    def days(self) -> int:
        """Return the days from the first attempt to the last."""
        return sum(self.retry_days)
