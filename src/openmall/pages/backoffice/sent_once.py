"""Forms that take effect once: a double click or a repeated request sends the same form twice.

Each rendering of a form has a key of its own in a hidden field (`pages.sent_forms`). The call of
such a form passes it as its idempotency key, so that the same form with other content is refused.
"""

from openmall.access.oauth.form_fields import Fields
from openmall.pages.sent_forms import FIELD


def key(form: Fields, action: str) -> str:
    """Return the idempotency key of the call of a form; empty when the form has none."""
    sent = form.text(FIELD)
    return f"{action}-{sent}" if sent.isalnum() and sent.isascii() and len(sent) < 100 else ""
