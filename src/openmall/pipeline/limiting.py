"""How often a client may call, and what the answer tells it about that.

Specification: "Limits" 1-5, 7, 8. The arithmetic lies in `limits`; here it is decided who owns a
bucket, and what is written into the headers.
"""

import logging
from math import ceil

from openmall.contract.errors import TooManyCalls
from openmall.contract.operation import Operation
from openmall.limits import abnormal_traffic, leaky_bucket, per_minute, time_usage, token_bucket
from openmall.limits.counters import Counters
from openmall.limits.policy import Limits
from openmall.pipeline.request import Headers

log = logging.getLogger("openmall.limits")

_MOST_MALLS = 100_000
_NOTHING = time_usage.Reading(usage=0.0, remain=0)


class Gate:
    """The limits of an installation, kept in counters that all its workers share."""

    def __init__(self, counters: Counters, limits: Limits) -> None:
        self._counters = counters
        self._enforce = limits.enforce
        self._refuse_abnormal = limits.enforce_abnormal
        self._drain = limits.drain
        self._shop = limits.shop()
        self._anonymous = limits.anonymous()
        self._abnormal = limits.abnormal()
        self._time = limits.time()
        self._partner = limits.partner()
        self._analytics = limits.analytics()
        self._spent: dict[str, tuple[float, time_usage.Reading]] = {}
        """When and how the time usage of a mall was last seen by this process."""

    def enter_shop(
        self,
        headers: Headers,
        *,
        mall_id: str,
        owner: str,
        ip: str,
        operation: Operation | None,
        anonymous: bool,
        now: float,
    ) -> None:
        """Count a call of the admin or storefront API and add its usage to `headers`.

        `owner` names whose bucket of the mall it is; a URL without an `operation` counts too.
        Raises TooManyCalls (429).
        """
        update = self._counters.update
        policy = self._anonymous if anonymous else self._shop
        own: leaky_bucket.Decision | None = None
        own_policy = policy
        own_key = ""
        if operation is not None and operation.limit < policy.capacity:
            # an operation's bucket as large as its owner's can never be the first to be full
            own_policy = leaky_bucket.Policy(operation.limit, self._drain)
            own_key = f"operation {mall_id} {owner} {operation.name}"
            own = update(own_key, leaky_bucket.admit, now, own_policy)
        decision = own
        if own is None or own.admitted:
            decision = update(f"shop {mall_id} {owner}", leaky_bucket.admit, now, policy)
            if own is not None and not decision.admitted:
                update(own_key, leaky_bucket.give_back, now, own_policy)
        assert decision is not None
        sighting = update(f"pace {mall_id} {ip}", abnormal_traffic.note, now, self._abnormal)
        if sighting.newly:
            log.warning(
                "abnormal traffic", extra={"mall_id": mall_id, "ip": ip, "calls": sighting.calls}
            )
        self._show_calls(headers, decision)
        time_spent = self._time_spent(mall_id, now)
        if not self._enforce:
            return
        if not decision.admitted:
            raise TooManyCalls(
                f"Too many requests. ({decision.used}/{decision.capacity})",
                retry_after=decision.retry_after,
            )
        if time_spent.usage >= 100.0:
            raise TooManyCalls(
                "The shop's calls have used up their processing time.",
                retry_after=time_spent.remain,
            )
        if sighting.abnormal and self._refuse_abnormal:
            raise TooManyCalls(
                f"{sighting.calls} calls a second from one address are abnormal traffic.",
                retry_after=1,
            )

    def complete(
        self, headers: Headers, *, mall_id: str, owner: str, anonymous: bool, now: float
    ) -> None:
        """Add the usage that is not among `headers` yet; nothing is counted by that."""
        names = {name for name, _ in headers}
        if b"x-api-call-limit" not in names:
            policy = self._anonymous if anonymous else self._shop
            key = f"shop {mall_id} {owner}"
            self._show_calls(headers, self._counters.update(key, leaky_bucket.look, now, policy))
        if b"x-platform-time-usage" not in names:
            self._show_time(headers, self._time_spent(mall_id, now))

    def feign_full(self, headers: Headers, *, anonymous: bool) -> leaky_bucket.Decision:
        """Write into `headers` that a shop's bucket is full, though it is not."""
        mine = (b"x-api-call-limit", b"x-platform-call-usage", b"x-platform-call-remain")
        headers[:] = [each for each in headers if each[0] not in mine]
        capacity = (self._anonymous if anonymous else self._shop).capacity
        decision = leaky_bucket.Decision(
            admitted=False, used=capacity, capacity=capacity, usage=100.0, remain=1, retry_after=1
        )
        self._show_calls(headers, decision)
        return decision

    @staticmethod
    def feign_no_tokens(headers: Headers) -> None:
        """Write into `headers` that no token is left, though there are some."""
        left = b"x-ratelimit-remaining"
        headers[:] = [(name, b"0" if name == left else value) for name, value in headers]

    @staticmethod
    def _show_calls(headers: Headers, decision: leaky_bucket.Decision) -> None:
        headers.append((b"x-api-call-limit", b"%d/%d" % (decision.used, decision.capacity)))
        headers.append((b"x-platform-call-usage", b"%.2f" % decision.usage))
        if decision.remain:
            headers.append((b"x-platform-call-remain", b"%d" % decision.remain))

    def leave_shop(self, headers: Headers, *, mall_id: str, now: float, spent: float) -> None:
        """Add the `spent` seconds of processing to the shop's and show its usage."""
        reading = self._counters.update(f"time {mall_id}", time_usage.spend, now, spent, self._time)
        if len(self._spent) >= _MOST_MALLS:
            self._spent.clear()
        self._spent[mall_id] = (now, reading)
        self._show_time(headers, reading)

    def _time_spent(self, mall_id: str, now: float) -> time_usage.Reading:
        """Return a mall's usage as it was after the last call here, while that still counts."""
        at, reading = self._spent.get(mall_id, (now, _NOTHING))
        if reading.remain and now - at < reading.remain:
            return reading
        return _NOTHING

    @staticmethod
    def _show_time(headers: Headers, reading: time_usage.Reading) -> None:
        headers.append((b"x-platform-time-usage", b"%.2f" % reading.usage))
        if reading.remain:
            headers.append((b"x-platform-time-remain", b"%d" % reading.remain))

    def enter_partner(self, headers: Headers, *, ip: str, now: float) -> None:
        """Count a call of the partner-collection API. Raises TooManyCalls (429)."""
        decision = self._counters.update(f"partner {ip}", per_minute.admit, now, self._partner)
        headers.append((b"x-ratelimit-limit", b"%d" % decision.limit))
        headers.append((b"x-ratelimit-remaining", b"%d" % decision.remaining))
        self._refuse(decision.admitted, decision.retry_after)

    def enter_analytics(self, headers: Headers, *, ip: str, path: str, now: float) -> None:
        """Count a call of the analytics API by address and URL. Raises TooManyCalls (429)."""
        decision = self._counters.update(
            f"analytics {ip} {path}", token_bucket.admit, now, self._analytics
        )
        headers += [
            (b"x-ratelimit-remaining", b"%d" % decision.remaining),
            (b"x-ratelimit-requested-tokens", b"1"),
            (b"x-ratelimit-burst-capacity", b"%d" % self._analytics.burst),
            (b"x-ratelimit-replenish-rate", b"%d" % ceil(self._analytics.refill)),
        ]
        self._refuse(decision.admitted, decision.retry_after)

    def _refuse(self, admitted: bool, retry_after: int) -> None:
        if self._enforce and not admitted:
            raise TooManyCalls("Too many requests.", retry_after=retry_after)
