"""Run by Alembic for each migration command; the connection is handed in by `database.migrate`."""

from alembic import context
from sqlalchemy import MetaData

from openmall.database.schema import NAMING

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=MetaData(naming_convention=NAMING),
    render_as_batch=connection.dialect.name == "sqlite",
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
