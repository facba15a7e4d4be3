"""Substring index of product names, and indexes for lists of products."""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from openmall.database import ngrams

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NAMES = (
    "product_name",
    "eng_product_name",
    "supply_product_name",
    "internal_product_name",
    "model_name",
    "origin_place_value",
)
AGAIN = ("created", "updated", "name", "brand", "supplier", "trend", "classification")
"""Indexes that get the product's number too, so that nobody has to look at the rows for it."""
SHELF = (
    "product_no",
    "display",
    "selling",
    "price",
    "brand_code",
    "product_condition",
    "created_date",
)
OWN_CODE = sa.text("custom_variant_code != ''")
AT_ONCE = 5_000

PRODUCT = sa.table(
    "product",
    sa.column("mall_id"),
    sa.column("shop_no", sa.BigInteger()),
    sa.column("product_no", sa.BigInteger()),
    *(sa.column(name, sa.Text()) for name in NAMES),
)
PART = sa.table(
    "product_part",
    sa.column("mall_id"),
    sa.column("shop_no", sa.BigInteger()),
    sa.column("block", sa.BigInteger()),
    sa.column("piece", sa.BigInteger()),
    sa.column("product_nos", sa.Text()),
)
COMPARED = sa.table(
    "product_names",
    sa.column("mall_id"),
    sa.column("shop_no", sa.BigInteger()),
    sa.column("product_no", sa.BigInteger()),
    *(sa.column(name, sa.Text()) for name in NAMES),
)
KEY = (PRODUCT.c.mall_id, PRODUCT.c.shop_no, PRODUCT.c.product_no)


def upgrade() -> None:
    op.create_table(
        "product_part",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("block", sa.BigInteger(), nullable=False),
        sa.Column("piece", sa.BigInteger(), nullable=False),
        sa.Column("product_nos", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "block", "piece", name=op.f("pk_product_part")
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "product_names",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in NAMES),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "product_no", name=op.f("pk_product_names")),
        sqlite_with_rowid=False,
    )
    _fill(op.get_bind())
    for noun in AGAIN:
        op.drop_index(f"ix_product_{noun}", table_name="product")
    op.create_index("ix_product_shelf", "product", ["mall_id", "shop_no", *SHELF])
    for noun, column in (
        ("created", "created_date"),
        ("updated", "updated_date"),
        ("name", "product_name"),
        ("price", "price"),
    ):
        op.create_index(
            f"ix_product_{noun}", "product", ["mall_id", "shop_no", column, "product_no"]
        )
    for noun in ("brand", "manufacturer", "supplier", "trend", "classification"):
        op.create_index(
            f"ix_product_{noun}", "product", ["mall_id", f"{noun}_code", "shop_no", "product_no"]
        )
    op.create_index(
        "ix_variant_custom_code",
        "variant",
        ["mall_id", "custom_variant_code", "product_no"],
        sqlite_where=OWN_CODE,
        postgresql_where=OWN_CODE,
    )


def _pages(connection: sa.Connection) -> Iterator[Sequence[Any]]:
    """Yield the products of all malls in the order of their key, some at once."""
    first = sa.select(*KEY, *(PRODUCT.c[name] for name in NAMES)).order_by(*KEY).limit(AT_ONCE)
    after = first.where(
        sa.tuple_(*KEY)
        > sa.tuple_(
            sa.bindparam("mall", type_=sa.String()),
            sa.bindparam("shop", type_=sa.BigInteger()),
            sa.bindparam("number", type_=sa.BigInteger()),
        )
    )
    rows = connection.execute(first).fetchall()
    while rows:
        yield rows
        mall, shop, number = rows[-1][:3]
        rows = connection.execute(after, {"mall": mall, "shop": shop, "number": number}).fetchall()


def _fill(connection: sa.Connection) -> None:
    block: tuple[str, int, int] | None = None
    lists: dict[int, list[str]] = {}
    for rows in _pages(connection):
        compared = []
        for mall_id, shop_no, number, *names in rows:
            if block != (mall_id, shop_no, number // ngrams.BLOCK):
                _keep(connection, block, lists)
                block, lists = (mall_id, shop_no, number // ngrams.BLOCK), {}
            folded = [ngrams.fold(name) for name in names]
            key = {"mall_id": mall_id, "shop_no": shop_no, "product_no": number}
            compared.append(key | dict(zip(NAMES, folded, strict=True)))
            for piece in ngrams.ngrams_of(folded):
                lists.setdefault(piece, []).append(ngrams.encode(number))
        connection.execute(sa.insert(COMPARED), compared)
    _keep(connection, block, lists)


def _keep(
    connection: sa.Connection, block: tuple[str, int, int] | None, lists: dict[int, list[str]]
) -> None:
    if block is None or not lists:
        return
    mall_id, shop_no, number = block
    connection.execute(
        sa.insert(PART),
        [
            {
                "mall_id": mall_id,
                "shop_no": shop_no,
                "block": number,
                "piece": piece,
                "product_nos": "".join(places),
            }
            for piece, places in sorted(lists.items())
        ],
    )
