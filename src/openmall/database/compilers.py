"""Compilers of statements: SQLAlchemy's of both databases, with what openmall adds."""

from typing import Any, Final

from sqlalchemy import Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg as postgresql
from sqlalchemy.sql.selectable import FromClause

from openmall.database.values import StoredRow


class _HintingCompiler(sqlite.base.SQLiteCompiler):
    """SQLite's compiler, with index hints."""

    def get_from_hint_text(self, table: FromClause, text: str | None) -> str | None:
        return text


FIRST_PAGE_ROWS: Final = 100
"""Most rows of a first page that has a statement of its own on PostgreSQL."""


class _PostgresCompiler(postgresql.PGCompiler_asyncpg):
    """PostgreSQL's compiler, which can leave out locks, and compile the first page of a list alone.

    Of `LIMIT $1 OFFSET $2` a plan for any values expects a tenth of all rows, and reads and sorts
    the whole shop; so the server plans such a statement anew for each call. A first page is at most
    FIRST_PAGE_ROWS, a constant, and the call takes a part of these rows: such a statement has the
    same plan for any values, which the server keeps.
    """

    def visit_select(self, select: Select[*StoredRow], asfrom: bool = False, **kw: Any) -> str:  # type: ignore[override] # the rest by name
        text: str = super().visit_select(select, asfrom, **kw)  # type: ignore[no-untyped-call] # of an untyped class
        if kw.get("first_page") and _is_page(select):
            assert select._limit_clause is not None
            limit = self.process(select._limit_clause)
            return f"SELECT * FROM ({text}) AS page LIMIT {limit}"  # noqa: S608 # compiled here
        return text

    def for_update_clause(self, select: Select[*StoredRow], **kw: Any) -> str:
        if not kw.get("locks", True):
            return ""
        text: str = super().for_update_clause(select, **kw)  # type: ignore[no-untyped-call] # of an untyped class
        return text

    def limit_clause(self, select: Select[*StoredRow], **kw: Any) -> str:
        if kw.get("first_page") and _is_page(select):
            return f" LIMIT {FIRST_PAGE_ROWS}"
        text: str = super().limit_clause(select, **kw)  # type: ignore[no-untyped-call] # of an untyped class
        return text


def _is_page(select: Select[*StoredRow]) -> bool:
    clauses = (select._limit_clause, select._offset_clause)
    return [getattr(each, "key", "") for each in clauses] == ["limit", "offset"]


SQLITE: Final = sqlite.dialect(paramstyle="named")
SQLITE.statement_compiler = _HintingCompiler
POSTGRESQL: Final = postgresql.dialect()  # type: ignore[no-untyped-call] # its constructor is untyped
POSTGRESQL.statement_compiler = _PostgresCompiler
