"""What the operations of one resource have in common, declared once.

The methods are generic like the constructors of `contract/operation.py`: the type checker compares
handler, parameters and answer of every row.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar, Unpack

from msgspec import Struct

from openmall.contract import operation
from openmall.contract.call import Call
from openmall.contract.errors import ApiError
from openmall.contract.operation import (
    Columns,
    Operation,
    ResourceColumns,
    RowColumns,
    ScopedColumns,
    SharedColumns,
)

A = TypeVar("A", bound=Struct)
B = TypeVar("B", bound=Struct)
P = TypeVar("P", bound=Struct)


class Resource(Generic[A]):
    """Makes the rows of a resource that answers `gives` under `key`, in lists under `listed`.

    GET needs the scope `mall.read_<area>`, other methods `mall.write_<area>`. `columns`: further
    columns that all rows share, such as `limit`. A row may state any column itself instead.
    Raises DeclarationError as the constructors do.
    """

    def __init__(
        self,
        gives: type[A],
        *,
        area: str,
        key: str,
        listed: str = "",
        **columns: Unpack[SharedColumns],
    ) -> None:
        self._gives = gives
        self._area = area
        self._key = key
        self._listed = listed or key
        self._columns = columns

    def giving(self, gives: type[B]) -> "Resource[B]":
        """Return the same resource for a row that answers another struct."""
        return Resource(gives, area=self._area, key=self._key, listed=self._listed, **self._columns)

    def get(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[A]],
        *,
        takes: type[P],
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that retrieves one."""
        row = self._row("read", columns)
        return operation.get(path, handler, takes=takes, gives=self._gives, **row)

    def listing(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[Sequence[A]]],
        *,
        takes: type[P],
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that retrieves a list."""
        row = self._row("read", columns, self._listed)
        return operation.listing(path, handler, takes=takes, gives=self._gives, **row)

    def count(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[int]],
        *,
        takes: type[P],
        scope: str = "",
        **columns: Unpack[Columns[P]],
    ) -> Operation:
        """Return the row of an operation that answers `{"count": n}`."""
        scope = scope or f"mall.read_{self._area}"
        scoped: ScopedColumns[P] = {"scope": scope, **self._columns, **columns}
        return operation.count(path, handler, takes=takes, **scoped)

    def post(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[A]],
        *,
        takes: type[P],
        plural: bool = False,
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that creates."""
        row = self._row("write", columns)
        return operation.post(path, handler, takes=takes, gives=self._gives, plural=plural, **row)

    def put(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[A]],
        *,
        takes: type[P],
        plural: bool = False,
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that modifies."""
        row = self._row("write", columns)
        return operation.put(path, handler, takes=takes, gives=self._gives, plural=plural, **row)

    def put_together(
        self,
        path: str,
        handler: Callable[[Call, Sequence[P]], Awaitable[Sequence[A | ApiError]]],
        *,
        takes: type[P],
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that modifies several, in one call of the handler."""
        row = self._row("write", columns, self._listed)
        return operation.put_together(path, handler, takes=takes, gives=self._gives, **row)

    def delete(
        self,
        path: str,
        handler: Callable[[Call, P], Awaitable[A]],
        *,
        takes: type[P],
        **columns: Unpack[ResourceColumns[P]],
    ) -> Operation:
        """Return the row of an operation that deletes and answers the key fields of what went."""
        row = self._row("write", columns)
        return operation.delete(path, handler, takes=takes, gives=self._gives, **row)

    def _row(self, access: str, columns: ResourceColumns[P], key: str = "") -> RowColumns[P]:
        scope = f"mall.{access}_{self._area}"
        return {"key": key or self._key, "scope": scope, **self._columns, **columns}
