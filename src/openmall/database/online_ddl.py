"""Online schema changes, for migrations of tables in use."""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import text


def add_index(
    name: str, table: str, columns: Sequence[str], *, unique: bool = False, where: str = ""
) -> None:
    """Add an index while rows are written; on PostgreSQL concurrently, outside a transaction.

    `where`: SQL condition of a partial index. An invalid index left by an interrupted attempt is
    dropped and created again.
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
        op.execute("RESET lock_timeout")
