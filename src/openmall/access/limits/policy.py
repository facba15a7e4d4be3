"""Settings of all rate limits, with the defaults that client programs expect."""

from msgspec import Struct

from openmall.access.limits import (
    abnormal_traffic,
    leaky_bucket,
    per_minute,
    time_usage,
    token_bucket,
)


class Limits(Struct, frozen=True, kw_only=True):
    """All capacities and rates as settings (Limits 1, 2, 4, 7 and 8).

    The methods return the policy of each kind of limit; build them once, not per call.
    Raises ValueError, on construction, for a value that would refuse every call.
    """

    enforce: bool = True
    """False: count and report everything, refuse nothing. Decisions stay the same; the caller
    ignores them."""

    shop_capacity: int = 40
    """Burst of calls of one shop (Limits 1)."""
    anonymous_capacity: int = 10
    """The same for a storefront client without a key, by shop and address."""
    drain: float = 2.0
    """Calls a second that every leaky bucket drains (Limits 1)."""

    abnormal_per_second: int = 10
    """Calls a second, from one address to one shop, that count as abnormal (Limits 2)."""
    enforce_abnormal: bool = False
    """True: refuse abnormal calls even inside the bucket; False: only log them."""

    time_budget: float = 30.0
    """Seconds of processing a shop may take in a window (Limits 4)."""
    time_window: float = 60.0
    """The window of `time_budget`, in seconds."""

    partner_per_minute: int = 40
    """Calls a minute to the partner-collection API, by address (Limits 7)."""

    analytics_burst: int = 40
    """Tokens of the analytics API, by address and URL (Limits 8)."""
    analytics_refill: float = 2.0
    """Tokens added per second (Limits 8)."""

    def __post_init__(self) -> None:
        self.shop()
        self.anonymous()
        self.abnormal()
        self.time()
        self.partner()
        self.analytics()

    def shop(self) -> leaky_bucket.Policy:
        """Return the policy of a shop, or of a shop and client (Limits 1)."""
        return leaky_bucket.Policy(self.shop_capacity, self.drain)

    def anonymous(self) -> leaky_bucket.Policy:
        """Return the policy of a storefront client without a key (Limits 1)."""
        return leaky_bucket.Policy(self.anonymous_capacity, self.drain)

    def operation(self, capacity: int) -> leaky_bucket.Policy:
        """Return the policy of an operation's own bucket, with its request limit (Limits 5).

        Raises ValueError for a capacity below 1.
        """
        return leaky_bucket.Policy(capacity, self.drain)

    def abnormal(self) -> abnormal_traffic.Policy:
        """Return the threshold of abnormal traffic from one address (Limits 2)."""
        return abnormal_traffic.Policy(self.abnormal_per_second)

    def time(self) -> time_usage.Policy:
        """Return the budget of a shop's processing time (Limits 4)."""
        return time_usage.Policy(self.time_budget, self.time_window)

    def partner(self) -> per_minute.Policy:
        """Return the policy of the partner-collection API (Limits 7)."""
        return per_minute.Policy(self.partner_per_minute)

    def analytics(self) -> token_bucket.Policy:
        """Return the token bucket of the analytics API (Limits 8)."""
        return token_bucket.Policy(self.analytics_burst, self.analytics_refill)
