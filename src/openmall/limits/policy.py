"""Every limit an operator can set, with the values the platform's own clients expect."""

from msgspec import Struct

from openmall.limits import abnormal_traffic, leaky_bucket, per_minute, time_usage, token_bucket


class Limits(Struct, frozen=True, kw_only=True):
    """All capacities and rates as settings (Limits 1, 2, 4, 7 and 8).

    The methods give the policy that each kind of limit takes; build them once, not per call.
    Raises ValueError, when made, for a value with which no call could ever pass.
    """

    enforce: bool = True
    """False: count and report everything, refuse nothing. The decisions stay what they would
    be; it is for the caller not to act on them."""

    shop_capacity: int = 40
    """Calls one shop may make within a moment (Limits 1)."""
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
    """That window, in seconds."""

    partner_per_minute: int = 40
    """Calls a minute to the partner-collection API, by address (Limits 7)."""

    analytics_burst: int = 40
    """Tokens of the analytics API, by address and URL (Limits 8)."""
    analytics_refill: float = 2.0
    """Tokens a second that come back (Limits 8)."""

    def __post_init__(self) -> None:
        self.shop()
        self.anonymous()
        self.abnormal()
        self.time()
        self.partner()
        self.analytics()

    def shop(self) -> leaky_bucket.Policy:
        """The bucket of a shop, or of a shop and client (Limits 1)."""
        return leaky_bucket.Policy(self.shop_capacity, self.drain)

    def anonymous(self) -> leaky_bucket.Policy:
        """The bucket of a storefront client without a key (Limits 1)."""
        return leaky_bucket.Policy(self.anonymous_capacity, self.drain)

    def operation(self, capacity: int) -> leaky_bucket.Policy:
        """An operation's own bucket, of its request limit in calls (Limits 5).

        Raises ValueError for a capacity below 1.
        """
        return leaky_bucket.Policy(capacity, self.drain)

    def abnormal(self) -> abnormal_traffic.Policy:
        """When traffic from one address is abnormal (Limits 2)."""
        return abnormal_traffic.Policy(self.abnormal_per_second)

    def time(self) -> time_usage.Policy:
        """A shop's budget of processing time (Limits 4)."""
        return time_usage.Policy(self.time_budget, self.time_window)

    def partner(self) -> per_minute.Policy:
        """The partner-collection API's budget (Limits 7)."""
        return per_minute.Policy(self.partner_per_minute)

    def analytics(self) -> token_bucket.Policy:
        """The analytics API's bucket (Limits 8)."""
        return token_bucket.Policy(self.analytics_burst, self.analytics_refill)
