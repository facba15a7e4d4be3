"""Applies rate limits to calls, and adds the usage headers.

Specification: "Limits" 1-5, 7, 8. The algorithms are in `access/limits/`; this module chooses the
buckets and writes the headers.
"""

import logging
from math import ceil

from openmall.access.limits import (
    abnormal_traffic,
    leaky_bucket,
    per_minute,
    time_usage,
    token_bucket,
)
from openmall.access.limits.limiter import Limiter, ShopCall
from openmall.access.limits.policy import Limits
from openmall.access.limits.refusals import BUCKET_FULL, TOO_MANY_REQUESTS
from openmall.api.pipeline import quota_headers
from openmall.api.pipeline.refusals import ABNORMAL_TRAFFIC, PROCESSING_TIME_SPENT
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.errors import TooManyCalls
from openmall.contract.operation import Operation
from openmall.http.request import Headers

log = logging.getLogger("openmall.access.limits")


class ShopPolicies:
    """The policies of malls with some times the limits of the installation."""

    def __init__(self, limits: Limits, times: int) -> None:
        self.times = times
        self.drain = limits.drain * times
        self.shop = leaky_bucket.Policy(limits.shop_capacity * times, self.drain)
        self.anonymous = leaky_bucket.Policy(limits.anonymous_capacity * times, self.drain)
        self.abnormal = abnormal_traffic.Policy(limits.abnormal_per_second * times)
        self.time = time_usage.Policy(limits.time_budget * times, limits.time_window)


class AdmissionControl:
    """The rate limits of an installation, shared by all its workers."""

    def __init__(self, limiter: Limiter, limits: Limits) -> None:
        self._limiter = limiter
        self._enforce = limits.enforce
        self._refuse_abnormal = limits.enforce_abnormal
        self._limits = limits
        self._of_malls: dict[int, ShopPolicies] = {}
        self._partner = limits.partner()
        self._analytics = limits.analytics()

    async def admit_shop_call(
        self,
        headers: Headers,
        *,
        mall: Mall,
        owner: str,
        ip: str,
        operation: Operation | None,
        anonymous: bool,
        now: float,
    ) -> None:
        """Count a call of the admin or storefront API and add its usage to `headers`.

        `owner`: whose bucket of the mall is used; a URL without an `operation` counts too.
        Raises TooManyCalls (429), Unavailable (503).
        """
        call = self._shop_call(mall, owner, ip, operation, anonymous=anonymous)
        entered = await self._limiter.enter(call, now)
        decision, pace = entered.calls, entered.pace
        if pace.newly:
            log.warning(
                "abnormal traffic", extra={"mall_id": mall.mall_id, "ip": ip, "calls": pace.calls}
            )
        self._show_calls(headers, call, decision)
        if not self._enforce:
            return
        if not decision.admitted:
            raise TooManyCalls(
                BUCKET_FULL,
                retry_after=max(decision.remain, entered.time.remain),
                used=decision.used,
                capacity=decision.capacity,
            )
        if entered.time.remain:
            raise TooManyCalls(PROCESSING_TIME_SPENT, retry_after=entered.time.remain)
        if pace.abnormal and self._refuse_abnormal:
            raise TooManyCalls(ABNORMAL_TRAFFIC, retry_after=1, calls=pace.calls)

    async def complete(
        self,
        headers: Headers,
        *,
        mall: Mall,
        owner: str,
        ip: str,
        operation: Operation | None,
        anonymous: bool,
        now: float,
    ) -> None:
        """Add the usage headers that `headers` lack, without counting a call."""
        names = {name for name, _ in headers}
        lacks_calls = b"x-api-call-limit" not in names
        lacks_time = b"x-platform-time-usage" not in names
        if lacks_calls or lacks_time:
            call = self._shop_call(mall, owner, ip, operation, anonymous=anonymous)
            usage = await self._limiter.look(call, now)
            if lacks_calls:
                self._show_calls(headers, call, usage.calls)
            if lacks_time:
                self._show_time(headers, usage.time)

    def _shop_call(
        self, mall: Mall, owner: str, ip: str, operation: Operation | None, *, anonymous: bool
    ) -> ShopCall:
        mall_id, policies = mall.mall_id, self._policies(mall)
        policy = own_policy = policies.anonymous if anonymous else policies.shop
        own_key = ""
        if operation is not None and operation.limit * policies.times < policy.capacity:
            # an operation's bucket as large as its owner's is never full first
            own_policy = leaky_bucket.Policy(operation.limit * policies.times, policies.drain)
            own_key = f"operation {mall_id} {owner} {operation.name}"
        return ShopCall(
            f"shop {mall_id} {owner}",
            policy,
            own_key,
            own_policy,
            f"pace {mall_id} {ip}",
            policies.abnormal,
            f"time {mall_id}",
            policies.time,
        )

    def _policies(self, mall: Mall) -> ShopPolicies:
        found = self._of_malls.get(mall.limit_times)
        if found is None:
            found = self._of_malls[mall.limit_times] = ShopPolicies(self._limits, mall.limit_times)
        return found

    def simulate_full_bucket(
        self, headers: Headers, mall: Mall, *, anonymous: bool
    ) -> leaky_bucket.Decision:
        """Set the usage headers of a full bucket, for an injected fault."""
        mine = (b"x-api-call-limit", b"x-platform-call-usage", b"x-platform-call-remain")
        headers[:] = [each for each in headers if each[0] not in (*mine, *quota_headers.NAMES)]
        call = self._shop_call(mall, "", "", None, anonymous=anonymous)
        capacity = call.bucket.capacity
        decision = leaky_bucket.Decision(
            admitted=False, used=capacity, capacity=capacity, usage=100.0, remain=1
        )
        self._show_calls(headers, call, decision)
        return decision

    def simulate_no_tokens(self, headers: Headers) -> None:
        """Set the headers of an empty token bucket, for an injected fault."""
        left = b"x-ratelimit-remaining"
        headers[:] = [
            (name, b"0" if name == left else value)
            for name, value in headers
            if name not in quota_headers.NAMES
        ]
        empty = token_bucket.Decision(admitted=False, remaining=0, retry_after=1)
        headers += quota_headers.of_tokens(self._analytics, empty)

    @staticmethod
    def _show_calls(headers: Headers, call: ShopCall, decision: leaky_bucket.Decision) -> None:
        headers.append((b"x-api-call-limit", b"%d/%d" % (decision.used, decision.capacity)))
        headers.append((b"x-platform-call-usage", b"%.2f" % decision.usage))
        if decision.remain:
            headers.append((b"x-platform-call-remain", b"%d" % decision.remain))
        headers += quota_headers.of_bucket(call, decision)

    def record_processing_time(
        self, headers: Headers, *, mall: Mall, now: float, spent: float
    ) -> None:
        """Add the `spent` seconds to the shop's processing time, and add the usage headers."""
        self._show_time(
            headers,
            self._limiter.leave(f"time {mall.mall_id}", now, spent, self._policies(mall).time),
        )

    @staticmethod
    def _show_time(headers: Headers, reading: time_usage.Reading) -> None:
        headers.append((b"x-platform-time-usage", b"%.2f" % reading.usage))
        if reading.remain:
            headers.append((b"x-platform-time-remain", b"%d" % reading.remain))

    async def admit_partner_call(self, headers: Headers, *, ip: str, now: float) -> None:
        """Count a call of the partner-collection API. Raises TooManyCalls (429)."""
        decision = await self._limiter.decide(f"partner {ip}", per_minute.admit, now, self._partner)
        headers.append((b"x-ratelimit-limit", b"%d" % decision.limit))
        headers.append((b"x-ratelimit-remaining", b"%d" % decision.remaining))
        headers += quota_headers.of_minute(decision)
        self._refuse(decision.admitted, decision.retry_after)

    async def admit_analytics_call(
        self, headers: Headers, *, ip: str, path: str, now: float
    ) -> None:
        """Count a call of the analytics API by address and URL. Raises TooManyCalls (429)."""
        decision = await self._limiter.decide(
            f"analytics {ip} {path}", token_bucket.admit, now, self._analytics
        )
        headers += [
            (b"x-ratelimit-remaining", b"%d" % decision.remaining),
            (b"x-ratelimit-requested-tokens", b"1"),
            (b"x-ratelimit-burst-capacity", b"%d" % self._analytics.burst),
            (b"x-ratelimit-replenish-rate", b"%d" % ceil(self._analytics.refill)),
            *quota_headers.of_tokens(self._analytics, decision),
        ]
        self._refuse(decision.admitted, decision.retry_after)

    def _refuse(self, admitted: bool, retry_after: int) -> None:
        if self._enforce and not admitted:
            raise TooManyCalls(TOO_MANY_REQUESTS, retry_after=retry_after)


def configured_limits(configuration: Configuration) -> Limits:
    """Return the limits that the installation's settings give."""
    return Limits(
        enforce=configuration.limits == "enforce",
        shop_capacity=configuration.shop_capacity,
        anonymous_capacity=configuration.anonymous_capacity,
        drain=configuration.shop_drain,
        abnormal_per_second=configuration.abnormal_calls,
        enforce_abnormal=configuration.refuse_abnormal,
        time_budget=configuration.time_budget,
        partner_per_minute=configuration.partner_per_minute,
        analytics_burst=configuration.analytics_burst,
        analytics_refill=configuration.analytics_refill,
    )
