"""Which operation a page calls, for whom, and with what."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from openmall.contract.call import Identity, Mall, Shopper
from openmall.contract.operation import Operation
from openmall.http.addressing import Address
from openmall.http.request import Request


class InternalCaller(Struct, frozen=True, kw_only=True):
    """The user of a page: request, mall and identity."""

    request: Request
    address: Address
    mall: Mall
    identity: Identity
    shopper: Shopper | None = None
    """The shopper, on the storefront."""
    browser: int = 0
    permits: Callable[[Operation], bool] | None = None
    """Whether the user may call an operation; None: all that the pages call."""
    objects: int = 1
    """Number of objects that one action of the page changes, with a call for each."""


class OperationCall(Struct, frozen=True, kw_only=True):
    """Which operation a page calls, and with what."""

    caller: InternalCaller
    api: str
    method: str
    path: str
    parameters: Mapping[str, Any] | None = None
    embed: Sequence[str] = ()
