"""Ready-made handlers for a resource whose objects are rows of one table, numbered in a mall.

Rows belong to a parent: a shop, a product, a customer in a shop. The columns of the primary key
between the mall and the row's own number are the key of the parent.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar, Unpack

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    SelectBase,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from openmall.contract.call import Call
from openmall.contract.change import (
    Changes,
    differences,
    differences_from_nothing,
    patched,
    sent_fields,
)
from openmall.contract.crud.named_handlers import RowOperations
from openmall.contract.crud.refusals import ALREADY_EXISTS
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment, seconds
from openmall.contract.operation import SharedColumns
from openmall.contract.params import Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache
from openmall.database.values import BoundValue

R = TypeVar("R", bound=Struct)
Q = TypeVar("Q", bound=Params)
D = TypeVar("D", bound=Params)
C = TypeVar("C", bound=Params)
K = TypeVar("K", bound=Params)
_PAGE: Final = frozenset({"offset", "limit"})


class Require(Protocol):
    """Raises NotFound (404) unless the parent of a call's rows exists.

    `to_change`: the parent is locked until the transaction ends.
    """

    def __call__(self, call: Call, params: Any, *, to_change: bool) -> Awaitable[None]: ...


class Rows(Generic[R]):
    """The rows of a shop's table as the structs `kind`, whose fields are among its columns.

    `number`: the column that numbers them. `unique`: columns in which rows of one parent differ.
    `require`: raises NotFound without the parent. `created`: the column of the second in which a
    row was created, a moment in `kind`. `filters`: list parameter -> its condition, where that is
    not that the column of its name is equal. `newest_first`: the order of lists, else by number.
    `called`: the noun of texts. `subject`: (parameters, number) -> the subject of activity log
    entries. `redact`: removes from the changes of an entry what the activity log may not hold.
    """

    def __init__(
        self,
        table: Table,
        kind: type[R],
        *,
        number: str,
        unique: tuple[str, ...] = (),
        require: Require | None = None,
        created: str = "",
        filters: dict[str, ColumnElement[bool]] | None = None,
        newest_first: bool = False,
        called: Phrase,
        subject: Callable[[Any, int], str] | None = None,
        redact: Callable[[Changes], Changes] = lambda changes: changes,
    ) -> None:
        self._table = table
        self._kind = kind
        self._called = called
        self._number = number
        self._unique = unique
        self._require = require
        self._created = created
        self._filters = filters or {}
        self._newest_first = newest_first
        self._subject = subject or (lambda params, number: f"{self._called} {number}")
        self._redact = redact
        self._parent = tuple(
            c.name for c in table.primary_key.columns if c.name not in ("mall_id", number)
        )
        self._fields = tuple(c.name for c in table.c if c.name in kind.__struct_fields__)
        self._of_parent = tuple(
            table.c[name] == bindparam(name) for name in ("mall_id", *self._parent)
        )
        self._columns = [table.c[name] for name in self._fields]
        one = (*self._of_parent, table.c[number] == bindparam(number))
        self._get = Statement(select(*self._columns).where(*one))
        self._get_to_change = Statement(select(*self._columns).where(*one).with_for_update())
        self._add = Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))
        self._settable = [
            name for name in self._fields if name not in (*self._parent, number, self._created)
        ]
        settable: dict[str, BindParameter[int | str]] = {
            name: bindparam(name) for name in self._settable
        }
        self._set = Statement(update(table).where(*one).values(settable))
        self._remove = Statement(delete(table).where(*one))
        self._lists = StatementCache(self._list)

    def _list(self, filters: tuple[str, ...], page: tuple[str, ...]) -> SelectBase:
        conditions = [
            self._filters[name] if name in self._filters else self._table.c[name] == bindparam(name)
            for name in filters
        ]
        number = self._table.c[self._number]
        found = select(*self._columns).where(*self._of_parent, *conditions)
        found = found.order_by(number.desc() if self._newest_first else number)
        if "limit" in page:
            found = found.limit(bindparam("limit"))
        return found.offset(bindparam("offset")) if "offset" in page else found

    def _read(self, row: Row) -> R:
        values = dict(zip(self._fields, row, strict=True))
        if self._created:
            values[self._created] = moment(values[self._created])
        return self._kind(**values)

    def _parent_key(self, call: Call, params: Params | None) -> dict[str, int | str]:
        """Return the key of the parent of a call's rows."""
        return {
            name: call.shop_no if name == "shop_no" else getattr(params, name)
            for name in self._parent
        }

    async def _require_parent(self, call: Call, params: Params, *, to_change: bool = False) -> None:
        if self._require is not None:
            await self._require(call, params, to_change=to_change)

    async def find(self, call: Call, params: Params | None = None, **filters: Any) -> list[R]:
        """Return the rows that match `filters`; `limit` and `offset` among them select a page.

        `params`: hold the key of the parent, where that is not only a shop.
        """
        names = tuple(name for name in filters if name not in _PAGE)
        page = tuple(name for name in filters if name in _PAGE)
        statement = self._lists.of(names, page)
        rows = await call.db.all(statement, **self._parent_key(call, params), **filters)
        return [self._read(row) for row in rows]

    async def get(self, call: Call, params: Params, *, to_change: bool = False) -> R:
        """Return the row that `params` identify. Raises NotFound (404)."""
        await self._require_parent(call, params)
        number = {self._number: getattr(params, self._number)}
        statement = self._get_to_change if to_change else self._get
        row = await call.db.one(statement, **self._parent_key(call, params), **number)
        if row is None:
            raise NotFound(DOES_NOT_EXIST, parameter=self._number, resource=self._called)
        return self._read(row)

    def operations(
        self,
        path: str,
        *,
        area: str,
        key: str,
        listed: str = "",
        filters: type[Q],
        draft: type[D],
        change: type[C],
        one: type[K],
        count: type[Params] | None = None,
        retrieve: bool = True,
        deleted: tuple[str, ...],
        write_limit: int | None = None,
        **columns: Unpack[SharedColumns],
    ) -> RowOperations[R, Q, D, C, K]:
        """Return the rows that list, create, update and delete, with their handlers.

        `retrieve`: a GET of one as well.
        `filters`, `draft`, `change`, `one`, `count`: parameters of lists, of a new one, of an
        update, of one by its number, of the count, which there is only with them. `deleted`: the
        fields that a DELETE answers. The rest is as of `Resource`; `write_limit`: `limit` of all
        methods but GET, where it differs.
        """
        resource = Resource(self._kind, area=area, key=key, listed=listed, **columns)
        write: SharedColumns = {} if write_limit is None else {"limit": write_limit}
        removal: SharedColumns = {**write, "shows": deleted}
        row = f"{path}/{{{self._number}}}"
        list_rows, create_row = self.listing(filters), self.create(draft)
        change_row, delete_row = self.change(change), self.delete(one)
        rows = [
            *([resource.count(f"{path}/count", self.count(count), takes=count)] if count else []),
            resource.listing(path, list_rows, takes=filters),
            *([resource.get(row, self.retrieve(one), takes=one)] if retrieve else []),
            resource.post(path, create_row, takes=draft, **write),
            resource.put(row, change_row, takes=change, **write),
            resource.delete(row, delete_row, takes=one, **removal),
        ]
        return RowOperations(
            rows, listing=list_rows, create=create_row, change=change_row, delete=delete_row
        )

    def listing(self, query: type[Q]) -> Callable[[Call, Q], Awaitable[Sequence[R]]]:
        """Return the handler that lists rows; a parameter named like a column filters by it."""

        async def retrieve(call: Call, params: Q) -> Sequence[R]:
            await self._require_parent(call, params)
            return await self.find(call, params, **self._filters_of(params))

        retrieve.__doc__ = f"Retrieve a list of {self._called}s."
        return retrieve

    def count(self, query: type[Q]) -> Callable[[Call, Q], Awaitable[int]]:
        """Return the handler that counts all rows of a parent."""
        counting = Statement(select(func.count()).where(*self._of_parent))

        async def count_rows(call: Call, params: Q) -> int:
            await self._require_parent(call, params)
            row = await call.db.one(counting, **self._parent_key(call, params))
            assert row is not None
            found: int = row[0]
            return found

        count_rows.__doc__ = f"Retrieve a count of {self._called}s."
        return count_rows

    def retrieve(self, path: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that retrieves a row."""

        async def one(call: Call, params: D) -> R:
            return await self.get(call, params)

        one.__doc__ = f"Retrieve a {self._called}."
        return one

    def create(self, draft: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that creates a row. A second one like it is 422."""

        async def add(call: Call, params: D) -> R:
            await self._require_parent(call, params, to_change=True)
            sent_values = sent_fields(params)
            values = {name: sent_values[name] for name in self._settable if name in sent_values}
            await self._require_unique(call, params, values, but=0)
            number = await sequences.allocate(call.db, self._table.name)
            parent = self._parent_key(call, params)
            parent_fields: dict[str, Encodable] = {
                name: parent[name] for name in self._parent if name in self._fields
            }
            if self._created:
                parent_fields[self._created] = moment(call.clock.now())
            new = self._kind(**parent_fields, **{self._number: number}, **values)
            await call.db.run(self._add, **parent, **self._columns_of(new, but=self._parent))
            changes = self._redact(differences_from_nothing(new))
            call.journal(self._subject(params, number), changes)
            return new

        add.__doc__ = f"Create a {self._called}."
        return add

    def change(self, change: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that updates a row. Identical content is 409."""

        async def update_row(call: Call, params: D) -> R:
            number = getattr(params, self._number)
            before = await self.get(call, params, to_change=True)
            after = patched(before, params)
            await self._require_unique(call, params, msgspec.structs.asdict(after), but=number)
            key = {**self._parent_key(call, params), self._number: number}
            values = self._columns_of(after, but=(*self._parent, self._number, self._created))
            await call.db.run(self._set, **key, **values)
            call.journal(self._subject(params, number), self._redact(differences(before, after)))
            return after

        update_row.__doc__ = f"Update a {self._called}."
        return update_row

    def delete(self, path: type[D]) -> Callable[[Call, D], Awaitable[R]]:
        """Return the handler that deletes a row."""

        async def remove(call: Call, params: D) -> R:
            number = getattr(params, self._number)
            before = await self.get(call, params, to_change=True)
            await call.db.run(
                self._remove, **self._parent_key(call, params), **{self._number: number}
            )
            call.journal(self._subject(params, number), {"deleted": (False, True)})
            return before

        remove.__doc__ = f"Delete a {self._called}."
        return remove

    def _columns_of(self, row: R, *, but: Sequence[str]) -> dict[str, BoundValue]:
        values = {name: getattr(row, name) for name in self._fields if name not in but}
        if self._created in values:
            values[self._created] = seconds(values[self._created])
        return values

    def _filters_of(self, params: Struct) -> dict[str, Any]:
        """Return the filters of a list and its page, as `find` takes them."""
        known = {*self._fields, *self._filters, *_PAGE} - {*self._parent}
        return {name: value for name, value in sent_fields(params).items() if name in known}

    async def _require_unique(
        self, call: Call, params: Params, values: Mapping[str, Encodable], *, but: int
    ) -> None:
        for name in self._unique:
            for other in await self.find(call, params, **{name: values[name]}):
                if getattr(other, self._number) != but:
                    raise Invalid(ALREADY_EXISTS, parameter=name, resource=self._called)
