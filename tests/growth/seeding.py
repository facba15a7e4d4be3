"""Fills a mall with copies of a product, an order, a customer and an article, by bulk SQL.

Every row that belongs to one of them is copied in each table, with keys of its own and moments
further back, so that what tests made beside it is rare in a large shop.
"""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import BigInteger, Table

from openmall.database.schema import metadata

KEYS: Final = frozenset(
    {
        "product_no", "variant_code", "product_ukey", "order_id", "member_id", "article_no",
        "comment_no", "claim_code", "refund_code", "refund_id", "payment_id", "cashreceipt_no",
        "issue_no", "process_no", "job_no", "log_no", "subscription_id", "subscription_item_id",
        "wishlist_no", "memo_no", "access_hash", "refresh_hash", "sequence",
    }
)  # fmt: skip
"""Columns that get a value of its own in each copy."""
VARIED: Final = frozenset(
    {
        "product_name", "custom_product_code", "custom_variant_code", "product_code", "buyer_name",
        "buyer_email", "buyer_phone", "buyer_cellphone", "member_email", "name", "email", "phone",
        "cellphone", "cellphone_digits", "receiver_name", "receiver_address", "tracking_no",
        "title", "parent_article_no", "depth_of_thread",
    }
)  # fmt: skip
BEYOND: Final = 10_000
"""Numbers of copies are those of what is copied, and this much more."""


def copying(mall_id: str, table: Table, condition: str, copies: range) -> str:
    """Return the statement that copies the rows of `table` that meet `condition`."""
    columns = [column.name for column in table.c]
    shifted = ", ".join(_shifted(table, name) for name in columns)
    quoted = ", ".join(f'"{name}"' for name in columns)
    return (
        f"INSERT INTO {table.name} ({quoted}) "
        f"WITH RECURSIVE k(n) AS (SELECT {copies.start} UNION ALL"
        f" SELECT n + 1 FROM k WHERE n < {copies.stop - 1}), "
        f"copied AS MATERIALIZED (SELECT * FROM {table.name}"
        f" WHERE {owner(table)} = '{mall_id}' AND {condition}) "
        f"SELECT {shifted} FROM copied, k"
    )


def owner(table: Table) -> str:
    """Return the column that names the mall of a row."""
    return "mall_id" if "mall_id" in table.c else "store_id"


def _shifted(table: Table, name: str) -> str:
    column = table.c[name]
    number = isinstance(column.type, BigInteger)
    if name in KEYS or name in VARIED:
        if number:
            return (
                f'"{name}" + {BEYOND} + n'
                if not column.nullable
                else (f'CASE WHEN "{name}" IS NULL THEN NULL ELSE "{name}" + {BEYOND} + n END')
            )
        joint = "" if name == "cellphone_digits" else "-"
        return f"CASE WHEN \"{name}\" = '' THEN '' ELSE \"{name}\" || '{joint}' || n END"
    if number and name.endswith(("_date", "_at")):
        return f'"{name}" - n * 60'
    if number and name == "price":
        return f'"{name}" + (CAST(n AS BIGINT) * 7919 % 100000) * 100'
    return f'"{name}"'


NEWEST: Final = ("activity_log", "job", "webhook_log", "urgent_inquiry", "event")
"""Tables of which the newest row is copied."""


def statements(mall_id: str, sample: dict[str, Any], copies: range) -> Iterator[str]:
    """Return the statements that fill the tables that grow.

    `sample`: column -> the thing whose rows are copied: where several are in a table, the first
    that is in its key, or else the first.
    """
    for table in metadata().sorted_tables:
        if owner(table) not in table.c:
            continue
        key = [column.name for column in table.primary_key if column.name in sample]
        led = key or [name for name in sample if name in table.c]
        if table.name in NEWEST:
            [last] = (c.name for c in table.primary_key if c.name in KEYS)
            newest = f"(SELECT max({last}) FROM {table.name} WHERE mall_id = '{mall_id}')"
            yield copying(mall_id, table, f"{last} = {newest}", copies)
        elif (led and KEYS & {column.name for column in table.primary_key}) or table.name in CARTS:
            value = sample[led[0]]
            text = str(value) if isinstance(value, int) else f"'{value}'"
            yield copying(mall_id, table, f"{led[0]} = {text}", copies)


CARTS: Final = ("cart", "cart_line")
