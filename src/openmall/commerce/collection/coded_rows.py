"""Rows identified by a code the mall assigns: brands, manufacturers, suppliers and the like.

They belong to the whole mall and have a name in each of its languages. Every mall has a default of
each kind, which cannot change and is answered without a row.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from openmall.access.malls import rules as mall_rules
from openmall.commerce.collection import grouped_products
from openmall.commerce.collection.grouped_products import GROUPS, Group
from openmall.commerce.collection.refusals import DEFAULT_IS_FIXED, KINDS
from openmall.contract.call import Call, Mall
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.codes import letters as lettered
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, moment, seconds
from openmall.contract.params import ShopParams
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search.word_search import HasWordsOfAny, has_words
from openmall.database.values import BoundValue, StoredRow, StoredValue
from openmall.translations.catalogues import Message

R = TypeVar("R", bound=Struct)
Shape = tuple[str, ...]
"""Filters that were sent, and how many values each has."""
_DIGITS: Final = 7
_DETAILS: Final = "details"
_UPDATED: Final = "updated_date"
_PAGING: Final = frozenset({"shop_no", "offset", "limit"})


class CodedRows(Generic[R]):
    """The rows of `table` as structs `kind`, whose defaults are those of a new row.

    `default`, `default_name`: code and name of the row that every mall has. A column `details`
    holds, as JSON, the fields of `kind` without a column.
    """

    def __init__(self, table: Table, kind: type[R], *, default: str, default_name: Message) -> None:
        self._table = table
        self._kind = kind
        self.noun = table.name
        self.code = f"{table.name}_code"
        self.name = f"{table.name}_name"
        self._default = default
        self.default_name = default_name
        # a default that is written with a letter is the first of the letters that are given out
        self._first = 1 if self._default.endswith("A") else 0
        c = table.c
        self._columns = [each for each in c if each.name not in ("mall_id", "number")]
        self._here = (c.mall_id == bindparam("mall_id"), c.shop_no == bindparam("shop_no"))
        coded = c[self.code] == bindparam(self.code)
        one = select(*self._columns).where(*self._here, coded)
        self._get = Statement(one)
        self._get_to_change = Statement(one.with_for_update())
        self._add = Statement(insert(table).values({each.name: bindparam(each.name) for each in c}))
        fixed = ("shop_no", self.code, "created_date")
        settable: dict[str, BindParameter[StoredValue]] = {
            each.name: bindparam(each.name) for each in self._columns if each.name not in fixed
        }
        self._set = Statement(update(table).where(*self._here, coded).values(settable))
        self._remove = Statement(delete(table).where(self._here[0], coded))
        self._lists = StatementCache(self._list)
        self._counts = StatementCache(self._count)
        self._counted_by: Group | None = None
        if "product_count" in kind.__struct_fields__:
            self._counted_by = next(group for group in GROUPS if group == self.code)

    async def page(
        self, call: Call, filters: ShopParams, *, offset: int, limit: int
    ) -> Sequence[R]:
        """Return a page: the default first, then the others in the order of creation."""
        shape, values = self._bound(filters)
        found: list[R] = []
        if self._default_passes(call, sent_fields(filters)):
            # it stands before all rows, and counts as one of them
            if offset == 0:
                found.append(await self._every_malls(call))
                limit -= 1
            else:
                offset -= 1
        rows = await call.db.all(
            self._lists.of(shape), shop_no=call.shop_no, offset=offset, limit=limit, **values
        )
        return await self._counted(call, found + [self._from_row(row) for row in rows])

    async def count(self, call: Call, filters: ShopParams) -> int:
        """Return how many there are."""
        shape, values = self._bound(filters)
        row = await call.db.one(self._counts.of(shape), shop_no=call.shop_no, **values)
        assert row is not None
        total: int = row[0]
        return total + self._default_passes(call, sent_fields(filters))

    async def get(self, call: Call, code: str) -> R:
        """Return one by its code. Raises NotFound (404)."""
        if code == self._default:
            return await self._every_malls(call)
        return await self._found(call, code, self._get)

    async def get_to_change(self, call: Call, code: str) -> R:
        """Return one by its code, locked until this transaction ends.

        Raises NotFound (404), and Invalid (422) for the default.
        """
        if code == self._default:
            raise Invalid(DEFAULT_IS_FIXED, parameter=self.code, kind=KINDS[self.noun])
        return await self._found(call, code, self._get_to_change)

    async def create(self, call: Call, draft: Struct) -> R:
        """Create one, in every language of the mall."""
        number = await sequences.allocate(call.db, self.noun)
        code = self._default[0] + lettered(number - 1 + self._first, _DIGITS)
        new = self._new(call, call.clock.now(), code, "")
        created = merged(new, {n: v for n, v in sent_fields(draft).items() if n != "shop_no"})
        for shop_no in call.mall.shops:
            row = {**self._row(created), "shop_no": shop_no, "number": number}
            await call.db.run(self._add, **row)
        call.journal(f"{self.noun} {code}", differences_from_nothing(created))
        return created

    async def add(self, db: Session, mall: Mall, clock: Clock, draft: Struct) -> R:
        """Create one in the session's transaction, outside any call, for the operator."""
        row = await self.create(_by_hand(db, mall, clock), draft)
        value = f"{self.noun} {getattr(row, self.code)}: {getattr(row, self.name)}"
        await journal_batch.write_activity(db, clock, self.noun, f"Create a {self.noun}", value)
        return row

    async def every(self, db: Session, mall: Mall, clock: Clock) -> Sequence[R]:
        """Return all of a mall outside any call, in the language of its basic shop."""
        call = _by_hand(db, mall, clock)
        whole = ShopParams(shop_no=call.shop_no)
        return await self.page(call, whole, offset=0, limit=await self.count(call, whole))

    async def change(self, call: Call, change: Struct) -> R:
        """Update one in the call's language. Identical content is NotModified (409)."""
        before = await self.get_to_change(call, getattr(change, self.code))
        after = patched(before, change)
        if _UPDATED in self._kind.__struct_fields__:
            now = {_UPDATED: moment(call.clock.now())}
            after = msgspec.structs.replace(after, **now)
        row = self._row(after)
        del row["created_date"]
        await call.db.run(self._set, **row)
        code = getattr(change, self.code)
        call.journal(f"{self.noun} {code}", differences(before, after))
        return after

    async def remove(self, call: Call, code: str) -> None:
        """Remove one in every language of the mall."""
        await call.db.run(self._remove, **{self.code: code})

    async def _found(self, call: Call, code: str, statement: Statement) -> R:
        row = await call.db.one(statement, shop_no=call.shop_no, **{self.code: code})
        if row is None:
            raise NotFound(DOES_NOT_EXIST, parameter=self.code, resource=KINDS[self.noun])
        return self._from_row(row)

    def _from_row(self, row: Row) -> R:
        values = dict(zip([column.name for column in self._columns], row, strict=True))
        values["created_date"] = moment(values["created_date"])
        if _DETAILS in values:
            details = msgspec.json.decode(values.pop(_DETAILS), type=self._kind)
            return msgspec.structs.replace(details, **values)
        return self._kind(**values)

    def _row(self, row: R) -> dict[str, BoundValue]:
        values = {
            each.name: getattr(row, each.name) for each in self._columns if each.name != _DETAILS
        }
        if _DETAILS in self._table.c:
            values[_DETAILS] = msgspec.json.encode(row).decode()
        values["created_date"] = seconds(values["created_date"])
        return values

    async def _every_malls(self, call: Call) -> R:
        opened = await mall_rules.opened_at(call.db)
        return self._new(call, opened, self._default, self._spoken(call))

    def _new(self, call: Call, at: float, code: str, name: str) -> R:
        dates = {"created_date", _UPDATED} & set(self._kind.__struct_fields__)
        return self._kind(
            shop_no=call.shop_no,
            **dict.fromkeys(dates, moment(at)),
            **{self.code: code, self.name: name},
        )

    def _spoken(self, call: Call) -> str:
        return self.default_name.translate(call.mall.shops[call.shop_no].language)

    def _default_passes(self, call: Call, filters: Mapping[str, list[str] | str]) -> bool:
        name = self._spoken(call)
        return (
            self._default in filters.get(self.code, [self._default])
            and any(has_words(name, part) for part in filters.get(self.name, [name]))
            and filters.get(f"use_{self.noun}", "T") == "T"
        )

    async def _counted(self, call: Call, found: list[R]) -> list[R]:
        if self._counted_by is None or not found:
            return found
        codes = [getattr(each, self.code) for each in found]
        counts = await grouped_products.COUNT(call, self._counted_by, codes)
        return [
            msgspec.structs.replace(each, product_count=counts.get(getattr(each, self.code), 0))
            for each in found
        ]

    def _bound(self, filters: Struct) -> tuple[Shape, dict[str, list[str] | str]]:
        shape: list[str] = []
        values: dict[str, list[str] | str] = {}
        for name, value in sent_fields(filters).items():
            if name in _PAGING:
                continue
            values[name] = value
            shape.append(name)
        return tuple(shape), values

    def _condition(self, name: str) -> ColumnElement[bool]:
        column = self._table.c[name]
        if name == self.code:
            return InList(column, name)
        if name == self.name:
            return HasWordsOfAny(column, name)
        equal: ColumnElement[bool] = column == bindparam(name)
        return equal

    def _where(self, shape: Shape) -> ColumnElement[bool]:
        return and_(*self._here, *map(self._condition, shape))

    def _list(self, shape: Shape) -> Select[*StoredRow]:
        return (
            select(*self._columns)
            .where(self._where(shape))
            .order_by(self._table.c.number)
            .limit(bindparam("limit"))
            .offset(bindparam("offset"))
        )

    def _count(self, shape: Shape) -> Select[int]:
        return select(func.count()).select_from(self._table).where(self._where(shape))


def _by_hand(db: Session, mall: Mall, clock: Clock) -> Call:
    return Call(clock, db, mall, min(mall.shops))
