"""Statements: built once with SQLAlchemy Core, compiled once per dialect, run by the driver."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import ColumnElement, Delete, Dialect, Insert, Table, Update
from sqlalchemy.dialects import postgresql as postgresql
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import visitors
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.expression import bindparam
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import ARRAY, BigInteger, Boolean, String, Text, TypeEngine

from openmall.database import tenancy
from openmall.database.compilers import POSTGRESQL, SQLITE

DialectName = Literal["sqlite", "postgresql"]


_DIALECTS: Final[dict[DialectName, Dialect]] = {"sqlite": SQLITE, "postgresql": POSTGRESQL}

InsertInto = Callable[[Table], sqlite.Insert] | Callable[[Table], postgresql.Insert]
"""A dialect's `insert`."""
_INSERTS: Final[dict[DialectName, InsertInto]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

Build = Callable[[InsertInto], ClauseElement]
_T = TypeVar("_T", str, bool)
_E = TypeVar("_E", bound=ClauseElement)
Process = Callable[[ClauseElement], str]
"""Returns the SQL of a part of an element."""


def sql_of(
    kind: type[_E], dialect: DialectName
) -> Callable[[Callable[[_E, Process], str]], Callable[[_E, Process], str]]:
    """Register the function that returns the SQL of an element in a dialect."""

    def register(render: Callable[[_E, Process], str]) -> Callable[[_E, Process], str]:
        @compiles(kind, dialect)
        def compiled(element: _E, compiler: SQLCompiler, **kw: Any) -> str:
            return render(element, lambda part: compiler.process(part, **kw))

        return render

    return register


class Composed(ColumnElement[_T]):
    """An element made of other ones."""

    inherit_cache = False

    def parts(self) -> Sequence[ClauseElement]:
        """Return what it is made of, which a statement is searched for its tables by."""
        raise NotImplementedError

    def get_children(self, **kw: Any) -> Sequence[ClauseElement]:
        return self.parts()


def by_index(name: str) -> tuple[str, str]:
    """Return the arguments of `with_hint` to read a table by the index `name` on SQLite.

    For statements whose best index depends on row counts, which SQLite does not consider;
    PostgreSQL has statistics and needs no hint.
    """
    return f"INDEXED BY {name}", "sqlite"


class InList(Composed[bool]):
    """`column` is one of the values of a list of any length, bound as `name`.

    One statement serves every length: a JSON array on SQLite, an array on PostgreSQL.
    """

    _is_implicitly_boolean = True  # SQLite would otherwise get "= 1" appended
    type = Boolean()

    def __init__(self, column: ColumnElement[str] | ColumnElement[int], name: str) -> None:
        self.column = column
        self.name = name
        self.bind = bindparam(name, type_=_element_type(column.type))

    def parts(self) -> list[ClauseElement]:
        return [self.column, self.bind]


class Bytewise(Composed[str]):
    """A text column in the order of its bytes on both databases, whatever the server's language."""

    type = Text()

    def __init__(self, column: ColumnElement[str]) -> None:
        self.column = column

    def parts(self) -> list[ClauseElement]:
        return [self.column]


@sql_of(Bytewise, "sqlite")
def _sqlite_bytewise(element: Bytewise, process: Process) -> str:
    return str(process(element.column))


@sql_of(Bytewise, "postgresql")
def _postgresql_bytewise(element: Bytewise, process: Process) -> str:
    return f'{process(element.column)} COLLATE "C"'


def _element_type(type_: TypeEngine[str] | TypeEngine[int]) -> BigInteger | Text:
    return BigInteger() if isinstance(type_, BigInteger) else Text()


@sql_of(InList, "sqlite")
def _sqlite_in_list(element: InList, process: Process) -> str:
    bind = process(bindparam(element.name, type_=String()))
    column = process(element.column)
    return f"{column} IN (SELECT value FROM json_each({bind}))"  # noqa: S608 # a bind's name


@sql_of(InList, "postgresql")
def _postgresql_in_list(element: InList, process: Process) -> str:
    array = bindparam(element.name, type_=ARRAY(_element_type(element.column.type)))
    return f"{process(element.column)} = ANY ({process(array)})"


class KeyList(Composed[bool]):
    """`columns` together are one of the keys of a list of any length.

    The keys are bound as one list for each column, `names`, all of the same length.
    """

    _is_implicitly_boolean = True
    type = Boolean()

    def __init__(
        self, columns: Sequence[ColumnElement[str] | ColumnElement[int]], names: Sequence[str]
    ) -> None:
        self.columns = columns
        self.names = names
        self.binds = [
            bindparam(name, type_=_element_type(column.type))
            for column, name in zip(columns, names, strict=True)
        ]

    def parts(self) -> list[ClauseElement]:
        return [*self.columns, *self.binds]


@sql_of(KeyList, "sqlite")
def _sqlite_key_list(element: KeyList, process: Process) -> str:
    columns = ", ".join(process(column) for column in element.columns)
    first, *others = (process(bindparam(name, type_=String())) for name in element.names)
    values = ", ".join(["value", *(f"json_extract({each}, '$[' || key || ']')" for each in others)])
    return f"({columns}) IN (SELECT {values} FROM json_each({first}))"  # noqa: S608 # binds' names


@sql_of(KeyList, "postgresql")
def _postgresql_key_list(element: KeyList, process: Process) -> str:
    columns = ", ".join(process(column) for column in element.columns)
    arrays = ", ".join(
        process(bindparam(name, type_=ARRAY(_element_type(column.type))))
        for column, name in zip(element.columns, element.names, strict=True)
    )
    return f"({columns}) IN (SELECT * FROM unnest({arrays}))"  # noqa: S608 # binds' names


class ContainsAny(InList):
    """`column` contains one of the texts of a list of any length, without wildcards."""

    def __init__(self, column: ColumnElement[str], name: str) -> None:
        super().__init__(column, name)


@sql_of(ContainsAny, "sqlite")
def _sqlite_contains_any(element: ContainsAny, process: Process) -> str:
    bind = process(bindparam(element.name, type_=String()))
    column = process(element.column)
    return (
        f"EXISTS (SELECT 1 FROM json_each({bind}) AS part"  # noqa: S608 # a bind's name
        f" WHERE instr({column}, part.value) > 0)"
    )


@sql_of(ContainsAny, "postgresql")
def _postgresql_contains_any(element: ContainsAny, process: Process) -> str:
    array = process(bindparam(element.name, type_=ARRAY(Text())))
    column = process(element.column)
    return (
        f"EXISTS (SELECT 1 FROM unnest({array}) AS part (value)"  # noqa: S608 # a bind's name
        f" WHERE strpos({column}, part.value) > 0)"
    )


class Contains(Composed[bool]):
    """`column` contains the text bound as `name`, without wildcards."""

    _is_implicitly_boolean = True
    type = Boolean()

    def __init__(self, column: ColumnElement[str], name: str) -> None:
        self.column = column
        self.bind = bindparam(name, type_=Text())

    def parts(self) -> list[ClauseElement]:
        return [self.column, self.bind]


@sql_of(Contains, "sqlite")
def _sqlite_contains(element: Contains, process: Process) -> str:
    column, bind = (process(each) for each in (element.column, element.bind))
    return f"instr({column}, {bind}) > 0"


@sql_of(Contains, "postgresql")
def _postgresql_contains(element: Contains, process: Process) -> str:
    column, bind = (process(each) for each in (element.column, element.bind))
    return f"strpos({column}, {bind}) > 0"


class Entries(FunctionElement[str]):
    """The entries of a JSON object as rows of `key` and `value`, both text, in order."""

    inherit_cache = True
    name = "entries"


@sql_of(Entries, "sqlite")
def _sqlite_entries(element: Entries, process: Process) -> str:
    return f"json_each{process(element.clause_expr)}"


@sql_of(Entries, "postgresql")
def _postgresql_entries(element: Entries, process: Process) -> str:
    return f"json_each_text({process(element.clause_expr)}::json)"


class JsonRows(Composed[str]):
    """The rows of a subquery as one JSON array of arrays: a list in a column, in one statement."""

    type = Text()

    def __init__(self, *columns: ColumnElement[str] | ColumnElement[int]) -> None:
        self.columns = columns

    def parts(self) -> list[ClauseElement]:
        return list(self.columns)

    @property
    def _from_objects(self) -> list[FromClause]:
        return [found for column in self.columns for found in column._from_objects]


@sql_of(JsonRows, "sqlite")
def _sqlite_json_rows(element: JsonRows, process: Process) -> str:
    columns = ", ".join(process(column) for column in element.columns)
    return f"json_group_array(json_array({columns}))"


@sql_of(JsonRows, "postgresql")
def _postgresql_json_rows(element: JsonRows, process: Process) -> str:
    columns = ", ".join(process(column) for column in element.columns)
    return f"coalesce(json_agg(json_build_array({columns})), '[]')::text"


class Compiled:
    """The SQL of a statement in one dialect, and the names of its parameters in order."""

    __slots__ = (
        "first_page", "fixed", "is_plain_read", "lists", "names", "needs_mall", "sql", "table",
        "tables", "without_locks",
    )  # fmt: skip

    def __init__(
        self,
        clause: ClauseElement,
        dialect: DialectName,
        *,
        first_page: bool = False,
        locks: bool = True,
    ) -> None:
        """`first_page`: of a list only its first page, of at most FIRST_PAGE_ROWS.

        `locks`: with the row locks that the clause asks for.
        """
        compiled = clause.compile(
            dialect=_DIALECTS[dialect], compile_kwargs={"first_page": first_page, "locks": locks}
        )
        assert isinstance(compiled, SQLCompiler)
        self.sql = str(compiled)
        self.table: str = getattr(getattr(clause, "table", None), "name", "")
        """The table that an INSERT, UPDATE or DELETE writes."""
        elements = list(visitors.iterate(clause))
        self.tables = frozenset(each.name for each in elements if isinstance(each, Table))
        """The tables that it reads or writes."""
        locking = any(getattr(each, "_for_update_arg", None) is not None for each in elements)
        writing = any(isinstance(each, Insert | Update | Delete) for each in elements)
        self.is_plain_read = bool(self.tables) and not locking and not writing
        """It writes nothing and locks nothing."""
        self.names: tuple[str, ...] = tuple(compiled.positiontup or compiled.params)
        self.fixed = {
            name: value
            for name, value in compiled.params.items()
            if not compiled.binds[name].required
        }
        self.needs_mall = tenancy.MALL in compiled.params
        # each list is one argument, an array or JSON, however long it is
        self.lists = frozenset(
            name
            for element in visitors.iterate(clause)
            if isinstance(element, InList | KeyList)
            for name in ((element.name,) if isinstance(element, InList) else element.names)
        )
        self.first_page: Compiled | None = None
        # the server keeps one plan of it, which a page of any length has not
        if dialect == "postgresql" and not first_page and {"limit", "offset"} <= {*self.names}:
            only_first = Compiled(clause, dialect, first_page=True)
            self.first_page = None if "offset" in only_first.names else only_first
        self.without_locks: Compiled | None = None
        """The same rows, read without locking them; None: it locks none."""
        if dialect == "postgresql" and locking and locks:
            self.without_locks = Compiled(clause, dialect, locks=False)


class Statement:
    """A statement, built where it is declared and compiled on first use.

    Raises tenancy.UnboundStatement at once when a shop's table is not bound to a mall, unless
    `across_malls` gives the reason.
    """

    __slots__ = ("_clause", "across_malls", "compiled")

    def __init__(self, clause: ClauseElement | Build, *, across_malls: str = "") -> None:
        """Take the clause, or a function that builds it with the dialect's `insert`.

        The second form is for ON CONFLICT, which SQLAlchemy implements per dialect.
        """
        self._clause = clause
        if not across_malls:
            tenancy.check(self.build("sqlite"))
        self.across_malls = across_malls
        self.compiled: dict[DialectName, Compiled] = {}

    def build(self, dialect: DialectName) -> ClauseElement:
        """Return the clause for `dialect`; one that a function builds is not kept."""
        clause = self._clause
        return clause if isinstance(clause, ClauseElement) else clause(_INSERTS[dialect])

    def on(self, dialect: DialectName) -> Compiled:
        """Return the statement compiled for `dialect`."""
        compiled = self.compiled.get(dialect)
        if compiled is None:
            compiled = self.compiled[dialect] = Compiled(self.build(dialect), dialect)
        return compiled


class StatementCache:
    """A bounded cache of statements whose SQL varies with the query's filters and sort order.

    Arbitrary combinations sent by clients cost their own compilation, but no memory.
    """

    def __init__(self, build: Callable[..., ClauseElement], *, max_size: int = 256) -> None:
        self._build = build
        self._max_size = max_size
        self._cache: OrderedDict[Hashable, Statement] = OrderedDict()

    def of(self, *shape: Hashable) -> Statement:
        """Return the statement for `shape`, the arguments `build` is called with."""
        statement = self._cache.get(shape)
        if statement is None:
            statement = self._cache[shape] = Statement(self._build(*shape))
            if len(self._cache) > self._max_size:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(shape)
        return statement
