"""Statements: built once with SQLAlchemy Core, compiled once per dialect, run by the driver."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Delete, Insert, Table, Update
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg as postgresql
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import visitors
from sqlalchemy.sql.elements import BindParameter, ClauseElement, ColumnClause
from sqlalchemy.sql.expression import bindparam
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import ARRAY, BigInteger, Boolean, String, Text, TypeEngine

from openmall.database import tenancy

DialectName = Literal["sqlite", "postgresql"]


class _HintingCompiler(sqlite.base.SQLiteCompiler):
    """SQLite's compiler, with index hints."""

    def get_from_hint_text(self, table: FromClause, text: str | None) -> str | None:
        return text


FIRST_PAGE_ROWS: Final = 100
"""Most rows of a first page that has a statement of its own on PostgreSQL."""


class _FirstPageCompiler(postgresql.PGCompiler_asyncpg):
    """PostgreSQL's compiler, which can compile the first page of a list as a statement of its own.

    Of `LIMIT $1 OFFSET $2` a plan for any values expects a tenth of all rows, and reads and sorts
    the whole shop; so the server plans such a statement anew for each call. A first page is at most
    FIRST_PAGE_ROWS, a constant, of which the call takes as many as it wants: that has the same
    plan for any values, which the server keeps.
    """

    def visit_select(self, select: Any, asfrom: bool = False, **kw: Any) -> str:  # type: ignore[override] # the rest by name
        text: str = super().visit_select(select, asfrom, **kw)  # type: ignore[no-untyped-call] # of an untyped class
        if kw.get("first_page") and _is_page(select):
            limit = self.process(select._limit_clause)
            return f"SELECT * FROM ({text}) AS page LIMIT {limit}"  # noqa: S608 # compiled here
        return text

    def limit_clause(self, select: Any, **kw: Any) -> str:
        if kw.get("first_page") and _is_page(select):
            return f" LIMIT {FIRST_PAGE_ROWS}"
        text: str = super().limit_clause(select, **kw)  # type: ignore[no-untyped-call] # of an untyped class
        return text


def _is_page(select: Any) -> bool:
    clauses = (select._limit_clause, select._offset_clause)
    return [getattr(each, "key", "") for each in clauses] == ["limit", "offset"]


_SQLITE: Final = sqlite.dialect(paramstyle="named")
_SQLITE.statement_compiler = _HintingCompiler
_POSTGRESQL: Final = postgresql.dialect()  # type: ignore[no-untyped-call] # its constructor is untyped
_POSTGRESQL.statement_compiler = _FirstPageCompiler
_DIALECTS: Final[dict[DialectName, Any]] = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}

_INSERTS: Final[dict[DialectName, Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql_insert,
}

Build = Callable[[Any], ClauseElement]


def by_index(name: str) -> tuple[str, str]:
    """Return the arguments of `with_hint` to read a table by the index `name` on SQLite.

    For statements whose best index depends on row counts, which SQLite does not consider;
    PostgreSQL has statistics and needs no hint.
    """
    return f"INDEXED BY {name}", "sqlite"


class InList(ColumnElement[bool]):
    """`column` is one of the values of a list of any length, bound as `name`.

    One statement serves every length: a JSON array on SQLite, an array on PostgreSQL.
    """

    inherit_cache = False
    _is_implicitly_boolean = True  # SQLite would otherwise get "= 1" appended
    type = Boolean()

    def __init__(self, column: ColumnClause[Any] | Any, name: str) -> None:
        self.column = column
        self.name = name
        self.bind: BindParameter[Any] = bindparam(name, type_=_element_type(column.type))

    def get_children(self, **kw: Any) -> list[ClauseElement]:
        return [self.column, self.bind]


class Bytewise(ColumnElement[str]):
    """A text column in the order of its bytes on both databases, whatever the server's language."""

    inherit_cache = False
    type = Text()

    def __init__(self, column: ColumnClause[Any] | Any) -> None:
        self.column = column

    def get_children(self, **kw: Any) -> list[ClauseElement]:
        return [self.column]


@compiles(Bytewise, "sqlite")
def _sqlite_bytewise(element: Bytewise, compiler: Any, **kw: Any) -> str:
    return str(compiler.process(element.column, **kw))


@compiles(Bytewise, "postgresql")
def _postgresql_bytewise(element: Bytewise, compiler: Any, **kw: Any) -> str:
    return f'{compiler.process(element.column, **kw)} COLLATE "C"'


def _element_type(type_: TypeEngine[Any]) -> TypeEngine[Any]:
    return BigInteger() if isinstance(type_, BigInteger) else Text()


@compiles(InList, "sqlite")
def _sqlite_in_list(element: InList, compiler: Any, **kw: Any) -> str:
    bind = compiler.process(bindparam(element.name, type_=String()), **kw)
    column = compiler.process(element.column, **kw)
    return f"{column} IN (SELECT value FROM json_each({bind}))"  # noqa: S608 # a bind's name


@compiles(InList, "postgresql")
def _postgresql_in_list(element: InList, compiler: Any, **kw: Any) -> str:
    array = bindparam(element.name, type_=ARRAY(_element_type(element.column.type)))
    return f"{compiler.process(element.column, **kw)} = ANY ({compiler.process(array, **kw)})"


class KeyList(ColumnElement[bool]):
    """`columns` together are one of the keys of a list of any length.

    The keys are bound as one list for each column, `names`, all of the same length.
    """

    inherit_cache = False
    _is_implicitly_boolean = True
    type = Boolean()

    def __init__(self, columns: Sequence[ColumnClause[Any] | Any], names: Sequence[str]) -> None:
        self.columns = columns
        self.names = names
        self.binds: list[BindParameter[Any]] = [
            bindparam(name, type_=_element_type(column.type))
            for column, name in zip(columns, names, strict=True)
        ]

    def get_children(self, **kw: Any) -> list[ClauseElement]:
        return [*self.columns, *self.binds]


@compiles(KeyList, "sqlite")
def _sqlite_key_list(element: KeyList, compiler: Any, **kw: Any) -> str:
    columns = ", ".join(compiler.process(column, **kw) for column in element.columns)
    first, *others = (
        compiler.process(bindparam(name, type_=String()), **kw) for name in element.names
    )
    values = ", ".join(["value", *(f"json_extract({each}, '$[' || key || ']')" for each in others)])
    return f"({columns}) IN (SELECT {values} FROM json_each({first}))"  # noqa: S608 # binds' names


@compiles(KeyList, "postgresql")
def _postgresql_key_list(element: KeyList, compiler: Any, **kw: Any) -> str:
    columns = ", ".join(compiler.process(column, **kw) for column in element.columns)
    arrays = ", ".join(
        compiler.process(bindparam(name, type_=ARRAY(_element_type(column.type))), **kw)
        for column, name in zip(element.columns, element.names, strict=True)
    )
    return f"({columns}) IN (SELECT * FROM unnest({arrays}))"  # noqa: S608 # binds' names


class ContainsAny(InList):
    """`column` contains one of the texts of a list of any length, without wildcards."""

    inherit_cache = False

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        super().__init__(column, name)


@compiles(ContainsAny, "sqlite")
def _sqlite_contains_any(element: ContainsAny, compiler: Any, **kw: Any) -> str:
    bind = compiler.process(bindparam(element.name, type_=String()), **kw)
    column = compiler.process(element.column, **kw)
    return (
        f"EXISTS (SELECT 1 FROM json_each({bind}) AS part"  # noqa: S608 # a bind's name
        f" WHERE instr({column}, part.value) > 0)"
    )


@compiles(ContainsAny, "postgresql")
def _postgresql_contains_any(element: ContainsAny, compiler: Any, **kw: Any) -> str:
    array = compiler.process(bindparam(element.name, type_=ARRAY(Text())), **kw)
    column = compiler.process(element.column, **kw)
    return (
        f"EXISTS (SELECT 1 FROM unnest({array}) AS part (value)"  # noqa: S608 # a bind's name
        f" WHERE strpos({column}, part.value) > 0)"
    )


class Contains(ColumnElement[bool]):
    """`column` contains the text bound as `name`, without wildcards."""

    inherit_cache = False
    _is_implicitly_boolean = True
    type = Boolean()

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        self.column = column
        self.bind: BindParameter[Any] = bindparam(name, type_=Text())

    def get_children(self, **kw: Any) -> list[ClauseElement]:
        return [self.column, self.bind]


@compiles(Contains, "sqlite")
def _sqlite_contains(element: Contains, compiler: Any, **kw: Any) -> str:
    column, bind = (compiler.process(each, **kw) for each in (element.column, element.bind))
    return f"instr({column}, {bind}) > 0"


@compiles(Contains, "postgresql")
def _postgresql_contains(element: Contains, compiler: Any, **kw: Any) -> str:
    column, bind = (compiler.process(each, **kw) for each in (element.column, element.bind))
    return f"strpos({column}, {bind}) > 0"


class Entries(FunctionElement[Any]):
    """The entries of a JSON object as rows of `key` and `value`, both text, in order."""

    inherit_cache = True
    name = "entries"


@compiles(Entries, "sqlite")
def _sqlite_entries(element: Entries, compiler: Any, **kw: Any) -> str:
    return f"json_each{compiler.process(element.clause_expr, **kw)}"


@compiles(Entries, "postgresql")
def _postgresql_entries(element: Entries, compiler: Any, **kw: Any) -> str:
    return f"json_each_text({compiler.process(element.clause_expr, **kw)}::json)"


class JsonRows(ColumnElement[str]):
    """The rows of a subquery as one JSON array of arrays: a list in a column, in one statement."""

    inherit_cache = False
    type = Text()

    def __init__(self, *columns: ColumnElement[Any]) -> None:
        self.columns = columns

    def get_children(self, **kw: Any) -> list[ClauseElement]:
        return list(self.columns)

    @property
    def _from_objects(self) -> Any:
        return [found for column in self.columns for found in column._from_objects]


@compiles(JsonRows, "sqlite")
def _sqlite_json_rows(element: JsonRows, compiler: Any, **kw: Any) -> str:
    columns = ", ".join(compiler.process(column, **kw) for column in element.columns)
    return f"json_group_array(json_array({columns}))"


@compiles(JsonRows, "postgresql")
def _postgresql_json_rows(element: JsonRows, compiler: Any, **kw: Any) -> str:
    columns = ", ".join(compiler.process(column, **kw) for column in element.columns)
    return f"coalesce(json_agg(json_build_array({columns})), '[]')::text"


class Compiled:
    """The SQL of a statement in one dialect, and the names of its parameters in order."""

    __slots__ = (
        "first_page", "fixed", "is_plain_read", "lists", "names", "needs_mall", "sql", "table",
        "tables",
    )  # fmt: skip

    def __init__(
        self, clause: ClauseElement, dialect: DialectName, *, first_page: bool = False
    ) -> None:
        """`first_page`: of a list only its first page, of at most FIRST_PAGE_ROWS."""
        compiled: Any = clause.compile(
            dialect=_DIALECTS[dialect], compile_kwargs={"first_page": first_page}
        )
        self.sql = str(compiled)
        self.table: str = getattr(getattr(clause, "table", None), "name", "")
        """The table that an INSERT, UPDATE or DELETE writes."""
        elements = list(visitors.iterate(clause))
        self.tables = frozenset(each.name for each in elements if isinstance(each, Table))
        """The tables that it reads or writes."""
        self.is_plain_read = bool(self.tables) and not any(
            isinstance(each, Insert | Update | Delete)
            or getattr(each, "_for_update_arg", None) is not None
            for each in elements
        )
        """It writes nothing and locks nothing."""
        self.names: tuple[str, ...] = tuple(compiled.positiontup or compiled.params)
        self.fixed = {
            name: value
            for name, value in compiled.params.items()
            if not compiled.binds[name].required
        }
        self.needs_mall = tenancy.MALL in compiled.params
        self.lists = frozenset(
            name
            for element in visitors.iterate(clause)
            if isinstance(element, InList | KeyList)
            for name in ((element.name,) if isinstance(element, InList) else element.names)
        )
        self.first_page: Compiled | None = None
        if dialect == "postgresql" and not first_page and {"limit", "offset"} <= {*self.names}:
            only_first = Compiled(clause, dialect, first_page=True)
            self.first_page = None if "offset" in only_first.names else only_first


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
