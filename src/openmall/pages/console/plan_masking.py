"""What of a plan in a merchant's mall is shown: no more than the log of the app's calls shows.

What the shop had before is in no log, so it is never shown. Of what would be there afterwards only
values are shown that the app itself has sent, and those are masked as in the log.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

import msgspec
from msgspec.structs import replace

from openmall.contract.journal.record import MASK, redacted_object
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.events.plans.shape import PlannedChange, StoredChange
from openmall.events.request_log import redaction
from openmall.events.request_log.redaction import Masking
from openmall.events.request_log.secret_shapes import shapes_masked

_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,6})?")


class PlanMasking:
    """The masking of one plan."""

    def __init__(
        self, operation: Operation | None, sent: Sequence[dict[str, Encodable]], *, shows_all: bool
    ) -> None:
        """`operation`: of the call; None: of several. `sent`: its objects."""
        self._shows_all = shows_all
        self._sent: dict[str, set[Decimal | bytes]] = {}
        if shows_all:
            return
        self._masking = Masking(redaction.rules_of(operation), b"")
        for each in sent:
            for name, value in each.items():
                self._sent.setdefault(name, set()).add(_comparable(value))
        # an error message may repeat what it masks there
        self._masking.body(msgspec.json.encode(sent))

    def change(self, stored: StoredChange) -> PlannedChange:
        """Return a change of the plan as the developer may see it."""
        if self._shows_all:
            return replace(
                stored,
                before=stored.before and redacted_object(stored.before),
                after=stored.after and redacted_object(stored.after),
            )
        is_about_people = not stored.scope or redaction.is_about_people(stored.scope)
        before, after = stored.before, stored.after
        return replace(
            stored,
            object=MASK if is_about_people else shapes_masked(stored.object),
            before=before and dict.fromkeys(before, MASK),
            after=after and {name: self._after(name, value) for name, value in after.items()},
        )

    def text(self, text: str) -> str:
        """Return an error message, or a comment of staff."""
        return text if self._shows_all else self._masking.message(text)

    def body(self, body: Encodable) -> str:
        """Return a response body as JSON."""
        encoded = msgspec.json.encode(body)
        if self._shows_all:
            return encoded.decode()
        return self._masking.body(encoded, answer=True)

    def _after(self, name: str, value: Encodable) -> Encodable:
        if _comparable(value) not in self._sent.get(name, ()):
            return MASK
        masked = self._masking.body(msgspec.json.encode({name: value}))
        try:
            shown: list[Encodable] = [*msgspec.json.decode(masked).values()]
        except ValueError:  # it was cut
            return MASK
        return shown[0]


def _comparable(value: Encodable) -> Decimal | bytes:
    """Return the same for what is the same: `9900.00` and `9900`."""
    if isinstance(value, str | int | float) and _NUMBER.fullmatch(str(value)):
        return Decimal(str(value))
    return msgspec.json.encode(value)
