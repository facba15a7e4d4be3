"""What the change feed answers."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class Cause(Struct, frozen=True, kw_only=True):
    """What made a change; null for work of the server itself, such as imports and due work."""

    operation: str
    """Method and path of the call: `PUT products/{product_no}`."""
    client_id: str
    """The app; empty: a page of the back office or the shop."""
    user_id: str
    """The manager on whose behalf it called; empty: none."""
    request_id: str
    """The `X-Request-ID` of the call."""


class Change(Struct, frozen=True, kw_only=True):
    """A change of an object."""

    sequence: int
    """Numbers of a mall have no gaps, and follow the order in which changes were committed."""
    resource: str
    id: str
    """The number or code by which the resource is retrieved."""
    deleted: bool
    """The object does not exist (any more)."""
    changed_fields: list[str] | None
    """Names of fields of the row; null: not known, or the object is new or deleted."""
    cause: Cause | None
    changed_at: datetime
    row: dict[str, Any] | None
    """The object as its resource is retrieved, in the newest version; null: it was deleted."""


class ChangePage(Struct, frozen=True, kw_only=True):
    """A page of changes."""

    oldest: int
    """The earliest position from which changes can be retrieved."""
    head: int
    """Number of the last change."""
    next: int
    """The position after this page: the next call's `since`."""
    entries: list[Change]


class Snapshot(Struct, frozen=True, kw_only=True):
    """A page of the rows of a resource."""

    sequence: int
    """The rows contain every change up to this number, and may contain later ones."""
    next: str | None
    """The next call's `after`; null: there are no further rows."""
    ids: list[str]
    rows: list[dict[str, Any]]
    """In the order of `ids`, as the resource is retrieved in the newest version."""


class RangeDigest(Struct, frozen=True, kw_only=True):
    """The digest of the rows with ids above `after`, up to `upto`."""

    after: str
    upto: str | None
    """null: the range has no end."""
    count: int
    digest: str
    """SHA-256 in hexadecimal digits of the lines `id <tab> row <newline>` in the order of ids."""


class DigestPage(Struct, frozen=True, kw_only=True):
    """Digests of consecutive ranges of ids."""

    sequence: int
    """As of a snapshot."""
    next: str | None
    """The next call's `after`; null: the ranges reach the end."""
    ranges: list[RangeDigest]
