"""Changes of tables that are in use, for migrations."""

from collections.abc import Sequence

from alembic import op


def add_index(name: str, table: str, columns: Sequence[str], *, unique: bool = False) -> None:
    """Add an index while rows are written, which PostgreSQL does outside of a transaction.

    What an interrupted try left there is no index anybody uses, and is made anew.
    """
    context = op.get_context()
    if context.dialect.name != "postgresql":
        op.create_index(name, table, list(columns), unique=unique)
        return
    with context.autocommit_block():
        # it waits for transactions of before, and holds nobody up
        op.execute("SET lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, list(columns), unique=unique, postgresql_concurrently=True)
        op.execute("RESET lock_timeout")
