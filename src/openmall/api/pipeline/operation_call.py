"""Which operation a page calls, for whom, and with what; and what it answers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from openmall.contract.call import Call, Identity, Mall, Shopper
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.http.addressing import Address
from openmall.http.request import Request

P = TypeVar("P", bound=Struct)
A = TypeVar("A")


class Read(Protocol):
    """Calls the operation of a reading handler in the transaction of a write."""

    def __call__(
        self,
        handler: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable] | None = None,
        embed: Sequence[str] = (),
    ) -> Awaitable[A]: ...


Inspect = Callable[[A, Read], Awaitable[None]]
"""Inspects the answer of a write, and can read the resulting state before the commit."""


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
    shop_no: int | None = None
    """The multi-language shop of the page, in which a call acts that names none itself."""
    objects: int = 1
    """Number of objects that one action of the page changes, with a call for each."""


class OperationCall(Struct, frozen=True, kw_only=True):
    """Which operation a page calls, and with what."""

    caller: InternalCaller
    api: str
    method: str
    path: str
    parameters: Mapping[str, Encodable] | None = None
    embed: Sequence[str] = ()
    operation: Operation | None = None
    """The operation, where its handler named it; None: path and method name it."""
    in_path: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Its parameters in the path, by name."""


class InternalResponse(Struct, Generic[A], frozen=True):
    """The response of an operation: the content under its key."""

    content: A
    more: bool
    """Rows remain after this page of a list."""
    session: str
    """The new shopper session; empty unless the operation created one."""
