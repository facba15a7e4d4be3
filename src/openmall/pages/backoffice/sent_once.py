"""Calls of a form that take effect once, though the form is sent again.

A form that was executed is answered as before (`pages.sent_forms`). One that was refused in part is
executed again: its calls pass the key of its rendering as their idempotency keys, so that those
which were made are not made twice. So is a form with other content, which is then refused.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.sent_forms import FIELD

P = TypeVar("P", bound=Struct)
A = TypeVar("A")


def key(form: Fields, action: str) -> str:
    """Return the idempotency key of the call of a form; empty when the form has none."""
    sent = form.text(FIELD)
    return f"{action}-{sent}" if sent.isalnum() and sent.isascii() and len(sent) < 100 else ""


async def call(
    context: PageContext,
    form: Fields,
    operation: Callable[[Call, P], Awaitable[A]],
    parameters: Mapping[str, Any],
    *,
    action: str,
) -> None:
    """Call an operation; the second call of the same form is answered as the first.

    The same page may send other values afterwards, as for other items: they are another call.
    `action`: tells the calls of one form apart.
    """
    try:
        await context.call(operation, parameters, key=key(form, action))
    except Invalid as error:
        if error.parameter != "Idempotency-Key":
            raise
        await context.call(operation, parameters)
