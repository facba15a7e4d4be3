"""The days of a customer's life: the birthday and the wedding anniversary."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from openmall.commerce.customer.customers.refusals import PERSONAL_DATE_OUT_OF_BOUNDS
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment

NAMES: Final = ("birthday", "wedding_anniversary")
EARLIEST: Final = date(1900, 1, 1)


def latest(now: float) -> date:
    """Return the last possible day at `now` (UTC seconds): today at +09:00."""
    return moment(now).date()


def require_possible(call: Call, values: Mapping[str, object]) -> None:
    """Raise Invalid (422), naming the field, for a date in the future or before 1900.

    `values`: new values by the name of their field. Values that stay are left out: a date that was
    stored before this rule does not keep a customer from changing something else.
    """
    if found := problem(call, values):
        raise found


def problem(call: Call, values: Mapping[str, object]) -> Invalid | None:
    """Return what `require_possible` raises; None: all dates are possible."""
    for name in NAMES:
        day = values.get(name)
        if isinstance(day, date) and not EARLIEST <= day <= latest(call.clock.now()):
            return Invalid(PERSONAL_DATE_OUT_OF_BOUNDS, parameter=name)
    return None
