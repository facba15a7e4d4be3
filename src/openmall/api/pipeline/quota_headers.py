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
    own = call.operation_bucket if call.operation else None
    policy, name = call.bucket, b"shop"
    if own is not None and decision.capacity == own.capacity:
        policy, name = own, b"operation"
    left = decision.capacity - decision.used
    wait = decision.remain or ceil(1.0 / policy.drain)
    return [
        (b"ratelimit-policy", _bucket_policies(call.bucket, own)),
        (b"ratelimit", b'"%b";r=%d;t=%d' % (name, left, wait)),
    ]


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


@lru_cache(maxsize=256)
def _bucket_policies(shop: leaky_bucket.Policy, own: leaky_bucket.Policy | None) -> bytes:
    text = _bucket_policy(b"shop", shop)
    return text if own is None else text + b", " + _bucket_policy(b"operation", own)


def _bucket_policy(name: bytes, policy: leaky_bucket.Policy) -> bytes:
    window = ceil(policy.capacity / policy.drain)
    return b'"%b";q=%d;w=%d' % (name, policy.capacity, window)
