"""Makes of a call that was noted down the row that is kept of it, masked."""

import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.operation import Operation
from openmall.events.request_log.buffer import Noted
from openmall.events.request_log.redaction import (
    LONGEST_HEADERS,
    Masking,
    Rules,
    is_named,
    network,
    rules_of,
)
from openmall.events.request_log.store import Row

_BITS: Final = 10
"""Of a call's number that tell workers apart; the rest is microseconds."""
_SET_BACK: Final = 60 * 1_000_000
"""Microseconds by which the clock may be behind the last call; more, and it was set back."""
_IGNORED: Final = b"x-platform-ignored"
_LIMITS: Final = frozenset(
    {
        b"x-api-call-limit",
        b"x-platform-call-usage",
        b"x-platform-call-remain",
        b"x-platform-time-usage",
        b"x-platform-time-remain",
        b"x-ratelimit-limit",
        b"x-ratelimit-remaining",
        b"x-ratelimit-requested-tokens",
        b"x-ratelimit-burst-capacity",
        b"x-ratelimit-replenish-rate",
        b"retry-after",
        _IGNORED,
    }
)
"""Headers of answers that are kept: how much of the limits was used, and what was ignored."""
_NOTHING_TO_MASK: Final = re.compile(rb"(?:/(?:[a-z_]+|v2|\d{1,9}))+")
"""A path of words in small letters and short numbers."""


class _Refusal(Struct):
    message: str = ""
    more_info: dict[str, str] = {}


class _Refused(Struct):
    error: _Refusal = msgspec.field(default_factory=_Refusal)


_REFUSED: Final = msgspec.json.Decoder(_Refused)


class _Known(Struct, frozen=True):
    """What is the same for all calls of an operation."""

    name: str
    """`admin GET products/{product_no}`; empty for URLs that are nobody's."""
    rules: Rules
    plain: bool
    """Its path names nobody."""


class Limits(Struct, frozen=True):
    """What an answer said of the limits."""

    told: list[tuple[bytes, bytes]]
    used: int
    capacity: int
    ignored: bool
    """Among it are names that the client made up."""


class Making:
    """The rows of one worker."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self._before_people = frozenset(
            before
            for operation in operations
            for before, part in pairwise(operation.path.split("/"))
            if part == "{member_id}"
        )
        self._known: dict[tuple[str, str], _Known] = {}
        self._last = 0
        self._worker = secrets.randbits(_BITS)

    def name(self, call: Noted) -> str:
        """Return the name of a call's operation."""
        return self._of(call).name

    def row(self, call: Noted, limits: Limits) -> Row:
        """Return what is kept of a call."""
        known = self._of(call)
        query = path = sent = answered = ""
        refusal = _Refusal()
        told = b"\n".join(name + b": " + value for name, value in limits.told).decode("latin-1")
        bare = not (call.query or call.sent or call.answered or limits.ignored)
        if bare and known.plain and _NOTHING_TO_MASK.fullmatch(call.path):
            path = call.path.decode("ascii")
        else:
            masking = Masking(known.rules, call.authorization)
            sent = masking.body(call.sent)
            query = masking.query(call.query) if call.query else ""
            path = masking.path(call.path, call.operation, self._before_people)
            told = masking.message(told, most=LONGEST_HEADERS)
            answered = masking.body(call.answered, answer=True)
            if call.status >= 400 and call.answered:
                refusal = _masked(_REFUSED.decode(call.answered).error, masking, call.request_id)
        return Row(
            client_id=call.client_id,
            number=self._number(call),
            at=int(call.at * 1e6),
            mall=call.mall_id,
            operation=known.name,
            method=call.method[:16],
            path=path,
            query=query,
            status=call.status,
            took=int(call.seconds * 1e6),
            used=limits.used,
            capacity=limits.capacity,
            limits=told,
            version=call.version,
            request_id=call.request_id,
            # on the storefront it is the shopper's own
            ip=network(call.ip) if call.api == "storefront" else call.ip,
            parameter=refusal.more_info.get("parameter", ""),
            message=refusal.message,
            sent_size=call.sent_size,
            answered_size=call.answered_size,
            sent=sent,
            answered=answered,
        )

    def _of(self, call: Noted) -> _Known:
        operation = call.operation
        key = (call.api, operation.name) if operation is not None else ("", "")
        known = self._known.get(key)
        if known is None:
            rules = rules_of(operation)
            plain = (
                operation is not None
                and not rules.people
                and not any(map(is_named, operation.placeholders))
            )
            known = self._known[key] = _Known(" ".join(key).strip(), rules, plain)
        return known

    def _number(self, call: Noted) -> int:
        """Return the number of a call: later answers have higher ones, and no two the same."""
        at = int((call.at + call.seconds) * 1e6)
        if at <= self._last < at + _SET_BACK:
            at = self._last + 1
        self._last = at
        return self._last << _BITS | self._worker


def number_of(seconds: float) -> int:
    """Return the lowest number of a call that is answered at these UTC seconds."""
    return int(seconds * 1e6) << _BITS


def limits_of(headers: Sequence[tuple[bytes, bytes]]) -> Limits:
    """Return what the headers of an answer say of the limits."""
    told = [each for each in headers if each[0] in _LIMITS]
    values = dict(told)
    ignored = _IGNORED in values
    whole = values.get(b"x-api-call-limit")
    if whole is not None:
        used, _, capacity = whole.partition(b"/")
        return Limits(told, int(used), int(capacity), ignored)
    capacity = values.get(b"x-ratelimit-limit") or values.get(b"x-ratelimit-burst-capacity", b"0")
    left = values.get(b"x-ratelimit-remaining", capacity)
    return Limits(told, int(capacity) - int(left), int(capacity), ignored)


def _masked(refusal: _Refusal, masking: Masking, request_id: str) -> _Refusal:
    return _Refusal(
        # or else every fault of ours would be one of its kind
        masking.message(refusal.message).replace(request_id, "…"),
        {"parameter": masking.message(refusal.more_info.get("parameter", ""))},
    )
