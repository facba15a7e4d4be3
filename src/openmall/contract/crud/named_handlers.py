"""Rows of ready-made operations, with their handlers: pages call operations by these."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.contract.params import Params, ShopParams

R = TypeVar("R", bound=Struct)
Q = TypeVar("Q", bound=Params)
D = TypeVar("D", bound=Params)
C = TypeVar("C", bound=Params)
K = TypeVar("K", bound=Params)


class SettingOperations(list[Operation], Generic[R, C]):
    """The rows that retrieve and update settings, and the handlers by which pages call them."""

    def __init__(
        self,
        rows: Iterable[Operation],
        *,
        retrieve: Callable[[Call, ShopParams], Awaitable[R]],
        change: Callable[[Call, C], Awaitable[R]],
    ) -> None:
        super().__init__(rows)
        self.retrieve = retrieve
        self.change = change


class RowOperations(list[Operation], Generic[R, Q, D, C, K]):
    """The rows that list, create, update and delete, and the handlers by which pages call them."""

    def __init__(
        self,
        rows: Iterable[Operation],
        *,
        listing: Callable[[Call, Q], Awaitable[Sequence[R]]],
        create: Callable[[Call, D], Awaitable[R]],
        change: Callable[[Call, C], Awaitable[R]],
        delete: Callable[[Call, K], Awaitable[R]],
    ) -> None:
        super().__init__(rows)
        self.listing = listing
        self.create = create
        self.change = change
        self.delete = delete
