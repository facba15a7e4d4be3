"""The `RateLimit` and `RateLimit-Policy` headers, beside those that the specification documents.

draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy: "shop";q=40;w=20` says that 40 calls may
be made in 20 seconds; `RateLimit: "shop";r=37;t=1` that 37 are left, and that there are more in a
second. A bucket that drains is described by its capacity and the time it takes to drain, so that a
client which keeps to the policy is never refused.
"""

from functools import lru_cache
from math import ceil

from openmall.access.limits import leaky_bucket, per_minute, token_bucket
from openmall.access.limits.limiter import ShopCall
from openmall.http.request import Headers

NAMES = (b"ratelimit-policy", b"ratelimit")


def of_bucket(call: ShopCall, decision: leaky_bucket.Decision) -> Headers:
    """Return the headers of a call of a shop's API; the bucket closest to full is reported."""
    shop, own = call.bucket, call.operation_bucket
    own_capacity = own.capacity if call.operation else 0
    used, remain = decision.used, decision.remain
    return _of_bucket(shop.capacity, shop.drain, own_capacity, decision.capacity, used, remain)


def of_minute(decision: per_minute.Decision) -> Headers:
    """Return the headers of a call of the partner API; a refused one says when there is more."""
    wait = b";t=%d" % decision.retry_after if decision.retry_after else b""
    return [
        (b"ratelimit-policy", b'"address";q=%d;w=60' % decision.limit),
        (b"ratelimit", b'"address";r=%d%b' % (decision.remaining, wait)),
    ]


def of_tokens(policy: token_bucket.Policy, decision: token_bucket.Decision) -> Headers:
    """Return the headers of a call of the analytics API."""
    wait = decision.retry_after or ceil(1.0 / policy.refill)
    window = ceil(policy.burst / policy.refill)
    return [
        (b"ratelimit-policy", b'"url";q=%d;w=%d' % (policy.burst, window)),
        (b"ratelimit", b'"url";r=%d;t=%d' % (decision.remaining, wait)),
    ]


@lru_cache(maxsize=4_096)
def _of_bucket(
    capacity: int, drain: float, own_capacity: int, reported: int, used: int, remain: int
) -> Headers:
    """Return the headers of a bucket. `own_capacity`: of the operation's; 0: it has none.

    Every call has them, with few different values: they are formatted once. Both buckets drain at
    one rate.
    """
    policies = b'"shop";q=%d;w=%d' % (capacity, ceil(capacity / drain))
    if own_capacity:
        policies += b', "operation";q=%d;w=%d' % (own_capacity, ceil(own_capacity / drain))
    name = b"operation" if reported == own_capacity else b"shop"
    wait = remain or ceil(1.0 / drain)
    return [
        (b"ratelimit-policy", policies),
        (b"ratelimit", b'"%b";r=%d;t=%d' % (name, reported - used, wait)),
    ]
