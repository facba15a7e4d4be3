"""Changes of tables that are in use, for migrations."""

from collections.abc import Sequence

from alembic import op
from sqlalchemy import text


def add_index(
    name: str, table: str, columns: Sequence[str], *, unique: bool = False, where: str = ""
) -> None:
    """Add an index while rows are written, which PostgreSQL does outside of a transaction.

    `where`: SQL; only rows of which it is true are in the index.
    What an interrupted try left there is no index anybody uses, and is made anew.
    """
    some = text(where) if where else None
    context = op.get_context()
    if context.dialect.name != "postgresql":
        op.create_index(name, table, list(columns), unique=unique, sqlite_where=some)
        return
    with context.autocommit_block():
        # it waits for transactions of before, and holds nobody up
        op.execute("SET lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name,
            table,
            list(columns),
            unique=unique,
            postgresql_where=some,
            postgresql_concurrently=True,
        )
        op.execute("RESET lock_timeout")
