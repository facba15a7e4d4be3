"""Ready-made handlers for a resource whose objects are rows of one table, numbered in a mall."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Select, Table, bindparam, delete, insert, select, update

from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import ShopParams
from openmall.database import numbers
from openmall.database.statements import Shapes, Statement

R = TypeVar("R", bound=Struct)
Q = TypeVar("Q", bound=ShopParams)
D = TypeVar("D", bound=ShopParams)


class Rows(Generic[R]):
    """The rows of a shop's table as the structs `kind`, whose fields are the table's columns.

    `number` is the column that numbers them; `unique` columns no two rows of a shop share.
    """

    def __init__(
        self, table: Table, kind: type[R], *, number: str, unique: tuple[str, ...] = ()
    ) -> None:
        self._kind = kind
        self._name = table.name
        self._number = number
        self._unique = unique
        self._columns = [c for c in table.c if c.name != "mall_id"]
        here = (
            table.c.mall_id == bindparam("mall_id"),
            table.c.shop_no == bindparam("shop_no"),
        )
        self._here = here
        self._table = table
        one = (*here, table.c[number] == bindparam(number))
        self._get = Statement(select(*self._columns).where(*one))
        self._get_to_change = Statement(select(*self._columns).where(*one).with_for_update())
        self._add = Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))
        settable: dict[str, Any] = {
            c.name: bindparam(c.name) for c in self._columns if c.name not in ("shop_no", number)
        }
        self._set = Statement(update(table).where(*one).values(settable))
        self._remove = Statement(delete(table).where(*one))
        self._lists = Shapes(self._list)

    def _list(self, filters: tuple[str, ...]) -> Select[Any]:
        wanted = [self._table.c[name] == bindparam(name) for name in filters]
        return (
            select(*self._columns).where(*self._here, *wanted).order_by(self._table.c[self._number])
        )

    def _made(self, row: Sequence[Any]) -> R:
        return self._kind(**dict(zip([c.name for c in self._columns], row, strict=True)))

    async def find(self, call: Call, **filters: Any) -> list[R]:
        """Return the rows of the call's shop whose columns equal `filters`, by number."""
        statement = self._lists.of(tuple(filters))
        rows = await call.db.all(statement, shop_no=call.shop_no, **filters)
        return [self._made(row) for row in rows]

    async def get(self, call: Call, number: int, *, to_change: bool = False) -> R:
        """Return a row by its number. Raises NotFound (404)."""
        statement = self._get_to_change if to_change else self._get
        row = await call.db.one(statement, shop_no=call.shop_no, **{self._number: number})
        if row is None:
            raise NotFound(f"The {self._name} does not exist.", parameter=self._number)
        return self._made(row)

    def listing(self, query: type[Q]) -> Callable[[Call, Q], Awaitable[Sequence[R]]]:
        """Return the handler that lists rows; a parameter named like a column filters by it."""

        async def retrieve(call: Call, params: Q) -> Sequence[R]:
            return await self.find(call, **self._values(params))

        retrieve.__doc__ = f"Retrieve a list of {self._name}s."
        return retrieve

    def create(self, draft: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that creates a row. A second one like it is 422."""

        async def add(call: Call, params: D) -> R:
            values = self._values(params)
            await self._require_unique(call, values, but=0)
            number = await numbers.take(call.db, self._name)
            made = self._kind(shop_no=call.shop_no, **{self._number: number}, **values)
            await call.db.run(self._add, **msgspec.structs.asdict(made))
            call.journal(f"{self._name} {number}", differences_from_nothing(made))
            return made

        add.__doc__ = f"Create a {self._name}."
        return add

    def change(self, change: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that updates a row. Identical content is 409."""

        async def update_row(call: Call, params: D) -> R:
            number = getattr(params, self._number)
            before = await self.get(call, number, to_change=True)
            after = patched(before, params)
            values = msgspec.structs.asdict(after)
            await self._require_unique(call, values, but=number)
            await call.db.run(self._set, **values)
            call.journal(f"{self._name} {number}", differences(before, after))
            return after

        update_row.__doc__ = f"Update a {self._name}."
        return update_row

    def delete(self, path: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that deletes a row."""

        async def remove(call: Call, params: D) -> R:
            number = getattr(params, self._number)
            before = await self.get(call, number, to_change=True)
            await call.db.run(self._remove, shop_no=call.shop_no, **{self._number: number})
            call.journal(f"{self._name} {number}", {"deleted": (False, True)})
            return before

        remove.__doc__ = f"Delete a {self._name}."
        return remove

    def _values(self, params: Struct) -> dict[str, Any]:
        names = {c.name for c in self._columns} - {"shop_no"}
        return {name: value for name, value in sent(params).items() if name in names}

    async def _require_unique(self, call: Call, values: dict[str, Any], *, but: int) -> None:
        for name in self._unique:
            for other in await self.find(call, **{name: values[name]}):
                if getattr(other, self._number) != but:
                    raise Invalid(f"There is a {self._name} like this.", parameter=name)
