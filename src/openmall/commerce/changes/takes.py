"""Parameters of the change feed."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.changes.resources import ResourceName
from openmall.contract.params import ShopParams

Sequence = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Wait = Annotated[int, Meta(ge=0, le=25)]
Rows = Annotated[int, Meta(ge=1, le=500)]
SnapshotRows = Annotated[int, Meta(ge=1, le=2000)]
Ranges = Annotated[int, Meta(ge=1, le=100)]
RangeRows = Annotated[int, Meta(ge=1, le=1000)]
ObjectId = Annotated[str, Meta(max_length=100)]


class ChangeQuery(ShopParams, frozen=True, kw_only=True):
    """Which changes are retrieved."""

    resource: list[ResourceName] | UnsetType = UNSET
    """Of which resources; not sent: of every one that the token's scopes permit."""
    since: Sequence | UnsetType = UNSET
    """The position that was reached: changes with a greater number are returned.

    Not sent: none, only `head`, which is where a new reader begins.
    """
    wait: Wait = 0
    """Seconds to wait for a change when there is none."""
    limit: Rows = 100


class SnapshotQuery(ShopParams, frozen=True, kw_only=True):
    """Which rows of a resource are retrieved."""

    resource: ResourceName
    after: ObjectId = ""
    """The last id of the page before."""
    limit: SnapshotRows = 500


class DigestQuery(ShopParams, frozen=True, kw_only=True):
    """Which ranges of a resource are compared."""

    resource: ResourceName
    after: ObjectId = ""
    """The end of the last range of the page before."""
    rows: RangeRows = 100
    """Rows of a range."""
    ranges: Ranges = 20
    """Ranges of a page; a page has at most 5,000 rows."""
