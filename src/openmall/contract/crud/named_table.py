"""Ready-made handlers for rows of a mall that clients give names to, instead of numbers."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import BindParameter, SelectBase, Table, bindparam, delete, select, update

from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent_fields
from openmall.contract.crud.refusals import NAME_TAKEN
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache

R = TypeVar("R", bound=Struct)
P = TypeVar("P", bound=Params)


class Named(Generic[R]):
    """The rows of a mall's table as the structs `kind`, whose fields are the table's columns.

    `called`: the noun of texts. `key`: the columns that identify a row, the last one
    chosen by the client; `within`: the parents, which the first of them identifies.
    """

    def __init__(
        self,
        table: Table,
        kind: type[R],
        *,
        key: tuple[str, ...],
        called: Phrase,
        within: "Named[Any] | None" = None,
    ) -> None:
        self._kind = kind
        self._table = table
        self._key = key
        self._called = called
        self._one = f"{'an' if called[0] in 'aeiou' else 'a'} {called}"
        self._within = within
        self._columns = [c for c in table.c if c.name != "mall_id"]
        mall = table.c.mall_id == bindparam("mall_id")
        self._of_parent = (mall, *(table.c[name] == bindparam(name) for name in key[:-1]))
        one = (*self._of_parent, table.c[key[-1]] == bindparam(key[-1]))
        self._get = Statement(select(*self._columns).where(*one))
        self._get_to_change = Statement(select(*self._columns).where(*one).with_for_update())
        values: dict[str, BindParameter[int | str]] = {c.name: bindparam(c.name) for c in table.c}
        self._add = Statement(
            lambda insert: (
                insert(table)
                .values(values)
                .on_conflict_do_nothing(index_elements=["mall_id", *key])
            )
        )
        settable: dict[str, BindParameter[int | str]] = {
            c.name: bindparam(c.name) for c in self._columns if c.name not in key
        }
        self._set = Statement(update(table).where(*one).values(settable))
        self._remove = Statement(delete(table).where(*one))
        self._lists = StatementCache(self._list)

    def _list(self, paging: tuple[str, ...]) -> SelectBase:
        found = (
            select(*self._columns).where(*self._of_parent).order_by(self._table.c[self._key[-1]])
        )
        return found.limit(bindparam("limit")).offset(bindparam("offset")) if paging else found

    def _struct(self, row: Row) -> R:
        return self._kind(**dict(zip([c.name for c in self._columns], row, strict=True)))

    def _key_of(self, params: Struct) -> dict[str, str]:
        return {name: getattr(params, name) for name in self._key}

    def _subject(self, params: Struct) -> str:
        return f"{self._called} {' '.join(self._key_of(params).values())}"

    async def require(self, call: Call, *, to_change: bool = False, **key: str) -> R:
        """Return a row by its key. Raises NotFound (404)."""
        row = await call.db.one(self._get_to_change if to_change else self._get, **key)
        if row is None:
            raise NotFound(DOES_NOT_EXIST, parameter=self._key[-1], resource=self._called)
        return self._struct(row)

    async def _require_parent(self, call: Call, params: Struct, *, to_change: bool = False) -> None:
        if self._within is not None:
            name = self._key[0]
            try:
                key = {self._within._key[0]: getattr(params, name)}
                await self._within.require(call, to_change=to_change, **key)
            except NotFound as missing:
                raise NotFound(missing.reason, parameter=name) from None

    def listing(self, query: type[P]) -> Callable[[Call, P], Awaitable[Sequence[R]]]:
        """Return the handler that lists rows, a page of them where the query has one."""

        async def retrieve(call: Call, params: P) -> Sequence[R]:
            await self._require_parent(call, params)
            values = asdict(params)
            paging = tuple(name for name in ("limit", "offset") if name in values)
            parent = {name: values[name] for name in (*self._key[:-1], *paging)}
            return [
                self._struct(row) for row in await call.db.all(self._lists.of(paging), **parent)
            ]

        retrieve.__doc__ = f"Retrieve a list of {self._called}s."
        return retrieve

    def create(self, draft: type[P]) -> Callable[[Call, P], Awaitable[R]]:
        """Return the handler that creates a row. A key that is taken is Invalid (422)."""

        async def add(call: Call, params: P) -> R:
            await self._require_parent(call, params, to_change=True)
            new = self._kind(**sent_fields(params))
            if not await call.db.run(self._add, **asdict(new)):
                raise Invalid(NAME_TAKEN, parameter=self._key[-1], resource=self._called)
            call.journal(self._subject(params), differences_from_nothing(new))
            return new

        add.__doc__ = f"Create {self._one}."
        return add

    def change(self, change: type[P]) -> Callable[[Call, P], Awaitable[R]]:
        """Return the handler that updates a row. Identical content is 409."""

        async def update_row(call: Call, params: P) -> R:
            before = await self._find(call, params)
            after = patched(before, params)
            await call.db.run(self._set, **asdict(after))
            call.journal(self._subject(params), differences(before, after))
            return after

        update_row.__doc__ = f"Update {self._one}."
        return update_row

    def delete(self, path: type[P]) -> Callable[[Call, P], Awaitable[R]]:
        """Return the handler that deletes a row."""

        async def remove(call: Call, params: P) -> R:
            before = await self._find(call, params)
            await call.db.run(self._remove, **self._key_of(params))
            call.journal(self._subject(params), {"deleted": (False, True)})
            return before

        remove.__doc__ = f"Delete {self._one}."
        return remove

    async def _find(self, call: Call, params: Struct) -> R:
        await self._require_parent(call, params)
        return await self.require(call, to_change=True, **self._key_of(params))
