"""What the settings of Stripe have to be, and what the activity log says of a change."""

import re
from typing import Final

from openmall.commerce.order.billing.gateways.stripe_gateway import connection
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.contract.change import Changes

_PUBLISHABLE: Final = re.compile(r"pk_(test|live)_[A-Za-z0-9]{1,250}")
_SECRET: Final = re.compile(r"[sr]k_(test|live)_[A-Za-z0-9]{1,250}")
_WEBHOOK: Final = re.compile(r"whsec_[A-Za-z0-9+/=]{1,250}")


def problems(use: StripeUse) -> dict[str, str]:
    """Return what is wrong with settings: field -> `form`, `missing` or
    `library`; empty: nothing."""
    wrong: set[str] = set()
    public = _PUBLISHABLE.fullmatch(use.publishable_key)
    secret = _SECRET.fullmatch(use.secret_key or "")
    if use.publishable_key and not public:
        wrong.add("publishable_key")
    if use.secret_key and not (secret and (public is None or public[1] == secret[1])):
        wrong.add("secret_key")
    if use.webhook_secret and not _WEBHOOK.fullmatch(use.webhook_secret):
        wrong.add("webhook_secret")
    found = dict.fromkeys(sorted(wrong), "form")
    if use.use_stripe == "T":
        if not (use.publishable_key and use.secret_key and use.webhook_secret):
            found["use_stripe"] = "missing"
        elif not connection.is_installed():
            found["use_stripe"] = "library"
    return found


def journaled(before: StripeUse, after: StripeUse) -> Changes:
    """Return the changes for the activity log, which says of secrets only that they changed."""
    changes: Changes = {
        name: (getattr(before, name), getattr(after, name))
        for name in ("use_stripe", "publishable_key")
        if getattr(before, name) != getattr(after, name)
    }
    for name in ("secret_key", "webhook_secret"):
        if getattr(before, name) != getattr(after, name):
            changes[f"{name}_changed"] = (False, True)
    return changes
