"""The schema from which stores begin, and the names that it gave to what was there before.

`migrations/baseline_<database>.sql` has every table, index and trigger of schema 0240. It is not
changed any more: later migrations are run after it. Decision 85.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.util import await_only

from openmall.database.phases import MIGRATIONS

SCHEMA: Final = "0240"
"""The schema that the statements make."""
TABLES: Final[Mapping[str, str]] = {
    "goods_of_hour": "hourly_product_sales",
    "order_brought_in": "imported_order",
    "order_of_guest": "guest_order",
    "sales_of_hour": "hourly_sales",
    "webhook_lane": "webhook_queue",
    "webhook_waiting": "webhook_pending",
}
"""Name of a table in schema 0230 -> its name now."""
COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "coupon_issue": {"taken_at": "revoked_at"},
    "coupon_use": {"given_back_at": "restored_at"},
    "discount_code_use": {"given_back_at": "restored_at"},
    "order_item": {"came": "origin"},
    "stock_change": {"why": "reason"},
    "subscription_order": {"told_date": "notify_date"},
    "webhook_queue": {"rests_until": "paused_until", "turn": "holder"},
}
"""Table by its name now -> name of a column in schema 0230 -> its name now."""
INDEXES: Final[Mapping[str, str]] = {
    "ix_customer_awake": "ix_customer_active",
    "ix_customer_in_care": "ix_customer_special_care",
    "ix_customer_in_group_kept": "ix_customer_in_group_fixed",
    "ix_goods_of_hour_pending": "ix_hourly_product_sales_pending",
    "ix_goods_of_hour_product": "ix_hourly_product_sales_product",
    "ix_mileage_entry_left": "ix_mileage_entry_remaining",
    "ix_mileage_entry_matures": "ix_mileage_entry_available",
    "ix_order_brought_in_not_reported": "ix_imported_order_not_reported",
    "ix_order_of_guest_name": "ix_guest_order_name",
    "ix_product_shelf": "ix_product_display",
    "ix_sales_of_hour_methods": "ix_hourly_sales_methods",
    "ix_sales_of_hour_pending": "ix_hourly_sales_pending",
    "ix_subscription_item_of": "ix_subscription_item_subscription",
    "ix_subscription_order_of": "ix_subscription_order_order",
    "ix_subscription_order_told": "ix_subscription_order_notify",
    "ix_variant_none_left": "ix_variant_out_of_stock",
}
"""Name of an index in schema 0230 -> its name now; a primary key is named after its table."""
REBUILT: Final = (
    "app_invitation",
    "app_member",
    "customer_event_participation",
    "first_event",
    "gateway_dispute",
    "mall_limits",
    "message_reminder",
    "operator_task",
    "order_reservation",
    "stripe_payment",
    "webhook_recipe",
)
"""Tables that SQLite stores of schema 0230 do not have clustered by their key, as declared."""
_COLUMN: Final = re.compile(r'^    (?!CONSTRAINT)"?(\w+)"? ', re.M)
_INDEX: Final = re.compile(r"CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+) ")


def statements(dialect: str) -> list[str]:
    """Return the statements that make the schema of an empty store on a database."""
    file = MIGRATIONS / f"baseline_{dialect}.sql"
    return file.read_text(encoding="utf-8").removesuffix(";\n").split(";\n\n")


def create(connection: Connection) -> None:
    """Make the schema in an empty store."""
    first, *others = statements(connection.dialect.name)
    connection.exec_driver_sql(first)
    if connection.dialect.name == "sqlite":
        for sql in others:
            connection.exec_driver_sql(sql)
        return
    # one message instead of hundreds, in the transaction that the first statement has begun
    driver: Any = connection.connection.driver_connection
    await_only(driver.execute(";\n".join(others)))


def rename(connection: Connection) -> None:
    """Rename the tables, columns and indexes of a store of schema 0230."""
    renaming = _on_sqlite if connection.dialect.name == "sqlite" else _on_postgresql
    for sql in renaming():
        connection.exec_driver_sql(sql)


def _on_postgresql() -> list[str]:
    return [
        *(f"ALTER TABLE {old} RENAME TO {new}" for old, new in TABLES.items()),
        *(
            f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}"
            for table, columns in COLUMNS.items()
            for old, new in columns.items()
        ),
        # renames the constraint of a primary key as well
        *(f"ALTER INDEX pk_{old} RENAME TO pk_{new}" for old, new in TABLES.items()),
        *(f"ALTER INDEX {old} RENAME TO {new}" for old, new in INDEXES.items()),
    ]


def _on_sqlite() -> list[str]:
    """Return the statements for SQLite, which renames columns, but neither keys nor indexes."""
    made = statements("sqlite")
    found = [
        f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}"
        for table, columns in COLUMNS.items()
        if table not in TABLES.values()
        for old, new in columns.items()
    ]
    for new in REBUILT:
        found.append(f"ALTER TABLE {new} RENAME TO {new}_before")
    rebuilt = {**TABLES, **{f"{new}_before": new for new in REBUILT}}
    for old, new in rebuilt.items():
        [table] = [sql for sql in made if sql.startswith(f"CREATE TABLE {new} ")]
        names = _COLUMN.findall(table)
        before = {now: was for was, now in COLUMNS.get(new, {}).items()}
        copied = ", ".join(f'"{before.get(name, name)}"' for name in names)
        written = ", ".join(f'"{name}"' for name in names)
        found += [
            table,
            f"INSERT INTO {new} ({written}) SELECT {copied} FROM {old}",  # noqa: S608 # names of this module
            f"DROP TABLE {old}",
        ]
    before = {now: was for was, now in INDEXES.items()}
    for sql in made:
        index, on = match.groups() if (match := _INDEX.match(sql)) else ("", "")
        if on in rebuilt.values():  # those of before went with their table
            found.append(sql)
        elif index in before:
            found += [f"DROP INDEX {before[index]}", sql]
    return found
