"""Online schema changes, for migrations of tables in use."""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import TextClause, text


def compared_address(column: str) -> TextClause:
    """Return a column of e-mail addresses as an index has it that searches in any case.

    It is what `database/text_search/mail_addresses.py: Comparable` compiles to.
    """
    if op.get_context().dialect.name == "postgresql":
        return text(f'lower({column} COLLATE "C")')
    return text(f"lower({column})")


def add_index(
    name: str,
    table: str,
    columns: Sequence[str | TextClause],
    *,
    unique: bool = False,
    where: str = "",
) -> None:
    """Add an index while rows are written; on PostgreSQL concurrently, outside a transaction.

    `where`: SQL condition of a partial index. An invalid index left by an interrupted attempt is
    dropped and created again. PostgreSQL analyses the table of an index of an expression: it has no
    statistics of it before, and would read the table instead.
    """
    condition = text(where) if where else None
    context = op.get_context()
    if context.dialect.name != "postgresql":
        op.create_index(name, table, list(columns), unique=unique, sqlite_where=condition)
        return
    with context.autocommit_block():
        # it waits for earlier transactions, without blocking others
        op.execute("SET lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name,
            table,
            list(columns),
            unique=unique,
            postgresql_where=condition,
            postgresql_concurrently=True,
        )
        if any(isinstance(column, TextClause) for column in columns):
            op.execute(f'ANALYZE "{table}"')
        op.execute("RESET lock_timeout")


def remove_index(name: str, table: str) -> None:
    """Remove an index while rows are written; on PostgreSQL concurrently, as `add_index` does."""
    context = op.get_context()
    if context.dialect.name != "postgresql":
        op.drop_index(name, table)
        return
    with context.autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute("RESET lock_timeout")
