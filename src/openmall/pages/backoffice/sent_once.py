"""Forms that take effect once: a double click or a repeated request sends the same form twice.

Each rendering of such a form has a key of its own in a hidden field. The call of the form passes it
as its idempotency key, so that the second one is answered as the first was and changes nothing.
"""

from typing import Final

from openmall.access.oauth.form_fields import Fields

FIELD: Final = "once"
"""Hidden field of the form, written by the macro `once` of `parts.html`."""


def key(form: Fields, action: str) -> str:
    """Return the idempotency key of the call of a form; empty when the form has none."""
    sent = form.text(FIELD)
    return f"{action}-{sent}" if sent.isalnum() and sent.isascii() and len(sent) < 100 else ""
