"""Conditional writes: `If-Match` with the entity tag of the resource (RFC 9110, section 13.1.1).

The GET of a resource that declares `lock` answers an entity tag, which is that of the whole
resource, independent of `fields` and of the version. With `embed` there is none, but for orders:
their tag covers their items, and is answered with `embed=items`. A write of the same
URL that sends the tag is carried out only while the resource is the same, and is refused with 412
otherwise. The resource is locked before it is compared, so that of several such writes one
succeeds. The specification has no entity tags; they are our extension.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline import parsing
from openmall.api.pipeline.refusals import (
    ENTITY_TAG_OUTDATED,
    NOT_CONDITIONAL,
    UNSUPPORTED_PRECONDITION,
)
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.call import Services
from openmall.contract.call_state import CallState
from openmall.contract.errors import Invalid, PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.database.session import Session
from openmall.http import conditional_requests

HEADER: Final = b"if-match"
_NAME: Final = "If-Match"
_ANY: Final = b"*"
_UNSUPPORTED: Final = ("If-None-Match", "If-Unmodified-Since")
"""Preconditions (RFC 9110, section 13.1) that no write can have."""


class Precondition(Struct, frozen=True):
    """What a write is conditional on."""

    reading: CallState
    """A call of the GET of the same URL."""
    tags: list[bytes]
    """The entity tags of which the resource must have one; `*`: any."""


def require_supported(context: RequestContext, operation: Operation) -> None:
    """Raise Invalid (422) for a precondition of a write that cannot have one.

    Those are writes of other URLs, asynchronous calls, and other preconditions than `If-Match`. A
    client that relies on the header must not lose an update unnoticed.
    """
    if not operation.writes:
        return
    headers = context.request.headers
    for name in _UNSUPPORTED:
        if name.lower().encode() in headers:
            raise Invalid(UNSUPPORTED_PRECONDITION, parameter=name)
    if HEADER in headers:
        retrieve = context.methods.get("GET")
        if retrieve is None or retrieve.lock is None or context.preference is not None:
            raise Invalid(NOT_CONDITIONAL, parameter=_NAME)


def conditional_writes(operations: Iterable[Operation]) -> frozenset[str]:
    """Return the names of the writes of an API that may send `If-Match`."""
    listed = list(operations)
    locked = {each.path for each in listed if each.method == "GET" and each.lock is not None}
    return frozenset(each.name for each in listed if each.writes and each.path in locked)


def read(context: RequestContext, state: CallState, services: Services) -> Precondition | None:
    """Return the precondition of a supported write; None without the header."""
    header = context.request.headers.get(HEADER)
    if header is None:
        return None
    retrieve = context.methods["GET"]
    reading = context.call(retrieve, services)
    context.handled = state  # what is rehearsed, and waited for, is the write
    reading.embed = retrieve.tagged_with
    values: dict[str, Encodable] = {**context.path, "shop_no": state.shop_no}
    reading.params = parsing.to_struct(
        retrieve, {name: value for name, value in values.items() if name in retrieve.fields}
    )
    parsing.choose_shop(reading)
    return Precondition(reading, conditional_requests.tags(header))


async def require(precondition: Precondition, db: Session) -> None:
    """Lock the resource and compare it.

    Raises NotFound (404) where there is none, and PreconditionFailed (412).
    """
    reading = precondition.reading
    reading.db = db
    lock = reading.operation.lock
    assert lock is not None
    await lock(reading.call, reading.params)
    if precondition.tags == [_ANY]:
        return
    if await current_tag(precondition, db) not in precondition.tags:
        raise PreconditionFailed(ENTITY_TAG_OUTDATED, parameter=_NAME)


async def current_tag(precondition: Precondition, db: Session) -> bytes:
    """Return the entity tag of the resource as the transaction sees it."""
    reading = precondition.reading
    reading.db = db
    return entity_tag(await reading.operation.handler(reading.call, reading.params))


def entity_tag(resource: Struct) -> bytes:
    """Return the entity tag of a resource."""
    return conditional_requests.entity_tag(msgspec.json.encode(resource))
