"""A struct kept in a row: some fields as columns, the rest in one JSON document.

What is searched, sorted or changed by itself is a column. Of the rest only what differs from a new
one is written, so that a row is a fraction as long as its answer, and a struct is decoded in one
go. A default may therefore only change together with a migration.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import repeat
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr
from sqlalchemy import Column, Table

from openmall.contract.moments import moment, seconds
from openmall.contract.money import hundredths, money
from openmall.database.session import Row

S = TypeVar("S", bound=Struct)
SEEN: Final = 2_000
"""Rows of a table that a worker remembers as structs: a few MB."""
LONGEST_SEEN: Final = 8 * 1024
"""Characters of the document of such a row; of a longer one a struct is made each time."""


def in_document(field: str, value: str) -> str:
    """Return what a document contains in which a field has a value: quotes in texts are escaped."""
    return msgspec.json.encode({field: value})[1:-1].decode()


class Filling:
    """Puts the columns of a row, which come in the order of `names`, into a struct.

    In place, as it was just decoded and has no other reader: a copy of all fields costs
    more than all the rest. `converting`: what makes a field's value of its column.
    """

    __slots__ = ("_converting", "names")

    def __init__(self, names: Sequence[str], converting: dict[str, Callable[[Any], Any]]) -> None:
        self.names = tuple(names)
        self._converting = tuple(
            (at, converting[name]) for at, name in enumerate(names) if name in converting
        )

    def fill(self, struct: S, columns: Iterable[Any]) -> S:
        """Return `struct`, filled; what `columns` have beyond `names` is left."""
        values = list(columns)
        for at, convert in self._converting:
            values[at] = convert(values[at])
        # a loop that never enters Python: this is most of what a row costs
        deque(map(force_setattr, repeat(struct), self.names, values), maxlen=0)
        return struct


@lru_cache(maxsize=65_536)
def _moment_or_none(at: int | None) -> datetime | None:
    return None if at is None else moment(at)


def _seconds_or_none(at: datetime | None) -> int | None:
    return None if at is None else seconds(at)


class Documents(Generic[S]):
    """Maps structs of `kind` to rows of `table`; its column `document` has the other fields.

    `amounts` and `moments` name the columns that hold hundredths and UTC seconds. Fields named in
    `elsewhere` are kept by other code. Every field of `kind` has a default.
    """

    def __init__(
        self,
        kind: type[S],
        table: Table,
        *,
        document: str = "detail",
        amounts: Collection[str] = (),
        moments: Collection[str] = (),
        elsewhere: Collection[str] = (),
    ) -> None:
        fields = kind.__struct_fields__
        self._document = document
        self._names = tuple(c.name for c in table.c if c.name in fields and c.name not in elsewhere)
        self.columns: tuple[Column[Any], ...] = tuple(table.c[name] for name in self._names)
        """What a statement selects, in this order, before the document."""
        self.select: tuple[Column[Any], ...] = (*self.columns, table.c[document])
        reads: dict[str, Callable[[Any], Any]] = dict.fromkeys(amounts, money)
        reads |= dict.fromkeys(moments, _moment_or_none)
        self._filling = Filling(self._names, reads)
        self._columns_of = attrgetter(*self._names)
        writes: dict[str, Callable[[Any], Any]] = dict.fromkeys(amounts, hundredths)
        writes |= dict.fromkeys(moments, _seconds_or_none)
        self._writes = tuple(writes.items())
        self._defaults = {
            name: value
            for name, value in msgspec.structs.asdict(kind()).items()
            if name not in self._names and name not in elsewhere
        }
        self._places = [(fields.index(name), name, each) for name, each in self._defaults.items()]
        self._decoder = msgspec.json.Decoder(kind)
        self.written = frozenset(self._defaults)
        """Fields that lie in the document."""
        self._remembered: Callable[[Row], S] = lru_cache(maxsize=SEEN)(self.read)

    def seen(self, row: Row) -> S:
        """Read as `read`, for showing only: rows that are alike give one struct, never changed.

        Lists are mostly asked for as they were a moment ago. What is remembered goes by the whole
        row, so that nothing ever has to be forgotten when something changes.
        """
        return self._remembered(row) if self.is_short(row) else self.read(row)

    def is_short(self, row: Row) -> bool:
        """Say whether a row that begins with `select` is short enough to be cached."""
        return len(row[len(self._names)]) <= LONGEST_SEEN

    def read(self, row: Row) -> S:
        """Return the struct of a row that begins with `select`."""
        return self._filling.fill(self._decoder.decode(row[len(self._names)]), row)

    def row(self, struct: S, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the columns of `struct`, or those of `names`, and its document when it is meant.

        `names`: fields that changed; None: all.
        """
        values = dict(zip(self._names, self._columns_of(struct), strict=True))
        for name, convert in self._writes:
            values[name] = convert(values[name])
        if names is not None:
            values = {name: value for name, value in values.items() if name in names}
        if names is None or not self.written.isdisjoint(names):
            values[self._document] = self.text(struct)
        return values

    def text(self, struct: S) -> str:
        """Return the document: what `struct` has otherwise than a new one."""
        values = msgspec.structs.astuple(struct)
        different = {
            name: value
            for at, name, default in self._places
            # most are the very default: comparing what they are is spared
            if (value := values[at]) is not default and value != default
        }
        return msgspec.json.encode(different).decode()
