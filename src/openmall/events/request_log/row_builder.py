"""Builds the stored row of a recorded call, masked."""

import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.operation import Operation
from openmall.events.request_log.buffer import RecordedCall
from openmall.events.request_log.field_names import is_sensitive
from openmall.events.request_log.redaction import (
    LONGEST_HEADERS,
    Masking,
    Rules,
    network,
    rules_of,
)
from openmall.events.request_log.store import Row

_BITS: Final = 10
"""Bits of a call's number that tell workers apart; the rest is microseconds."""
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


class _MoreInfo(Struct):
    parameter: str = ""


class _Error(Struct):
    message: str = ""
    more_info: _MoreInfo = msgspec.field(default_factory=_MoreInfo)


class _ErrorBody(Struct):
    error: _Error = msgspec.field(default_factory=_Error)


_ERROR_BODY: Final = msgspec.json.Decoder(_ErrorBody)


class _OperationFacts(Struct, frozen=True):
    """Facts that all calls of an operation share."""

    name: str
    """`admin GET products/{product_no}`; empty for unknown URLs."""
    rules: Rules
    plain_path: bool
    """Its path has no personal data."""


class Limits(Struct, frozen=True):
    """The limits as the headers of an answer state them."""

    limit_headers: list[tuple[bytes, bytes]]
    used: int
    capacity: int
    ignored: bool
    """The headers include names that the client made up."""


class RowBuilder:
    """Builds the rows of one worker."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self._before_people = frozenset(
            before
            for operation in operations
            for before, part in pairwise(operation.path.split("/"))
            if part == "{member_id}"
        )
        self._facts: dict[tuple[str, str], _OperationFacts] = {}
        self._last = 0
        self._worker = secrets.randbits(_BITS)

    def name(self, call: RecordedCall) -> str:
        """Return the name of a call's operation."""
        return self._facts_of(call).name

    def row(self, call: RecordedCall, limits: Limits) -> Row:
        """Return the row of a call."""
        facts = self._facts_of(call)
        query = path = sent = answered = ""
        error = _Error()
        limit_headers = b"\n".join(
            name + b": " + value for name, value in limits.limit_headers
        ).decode("latin-1")
        bare = not (call.query or call.sent or call.answered or limits.ignored)
        if bare and facts.plain_path and _NOTHING_TO_MASK.fullmatch(call.path):
            path = call.path.decode("ascii")
        else:
            masking = Masking(facts.rules, call.authorization)
            sent = masking.body(call.sent)
            query = masking.query(call.query) if call.query else ""
            path = masking.path(call.path, call.operation, self._before_people)
            limit_headers = masking.message(limit_headers, most=LONGEST_HEADERS)
            answered = masking.body(call.answered, answer=True)
            if call.status >= 400 and call.answered:
                error = _masked_error(
                    _ERROR_BODY.decode(call.answered).error, masking, call.request_id
                )
        return Row(
            client_id=call.client_id,
            number=self._number(call),
            at=int(call.at * 1e6),
            mall=call.mall_id,
            operation=facts.name,
            method=call.method[:16],
            path=path,
            query=query,
            status=call.status,
            took=int(call.seconds * 1e6),
            used=limits.used,
            capacity=limits.capacity,
            limits=limit_headers,
            version=call.version,
            request_id=call.request_id,
            # on the storefront it is the shopper's own
            ip=network(call.ip) if call.api == "storefront" else call.ip,
            parameter=error.more_info.parameter,
            message=error.message,
            sent_size=call.sent_size,
            answered_size=call.answered_size,
            unproven=int(call.unproven),
            sent=sent,
            answered=answered,
        )

    def _facts_of(self, call: RecordedCall) -> _OperationFacts:
        operation = call.operation
        key = (call.api, operation.name) if operation is not None else ("", "")
        facts = self._facts.get(key)
        if facts is None:
            rules = rules_of(operation)
            plain_path = (
                operation is not None
                and not rules.people
                and not any(map(is_sensitive, operation.placeholders))
            )
            facts = self._facts[key] = _OperationFacts(" ".join(key).strip(), rules, plain_path)
        return facts

    def _number(self, call: RecordedCall) -> int:
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
    """Return the limits from the headers of an answer."""
    limit_headers = [each for each in headers if each[0] in _LIMITS]
    values = dict(limit_headers)
    ignored = _IGNORED in values
    call_limit = values.get(b"x-api-call-limit")
    if call_limit is not None:
        used, _, capacity = call_limit.partition(b"/")
        return Limits(limit_headers, int(used), int(capacity), ignored)
    capacity = values.get(b"x-ratelimit-limit") or values.get(b"x-ratelimit-burst-capacity", b"0")
    left = values.get(b"x-ratelimit-remaining", capacity)
    return Limits(limit_headers, int(capacity) - int(left), int(capacity), ignored)


def _masked_error(error: _Error, masking: Masking, request_id: str) -> _Error:
    return _Error(
        # without the id, alike server errors are counted as one kind
        masking.message(error.message).replace(request_id, "…"),
        _MoreInfo(masking.message(error.more_info.parameter)),
    )
