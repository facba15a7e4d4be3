"""Several themes of a mall, the shops that show them, versions and failures of pages, icons."""

import sqlalchemy as sa
from alembic import op

revision = "0088"
down_revision = "0086"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "theme_page", sa.Column("version", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.create_table(
        "theme",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("language_code", sa.Text(), nullable=False),
        sa.Column("parent_skin_no", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "skin_no", name=op.f("pk_theme")),
    )
    op.create_table(
        "theme_publication",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("previous_skin_no", sa.BigInteger(), nullable=False),
        sa.Column("published_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "type", name=op.f("pk_theme_publication")),
    )
    op.create_table(
        "theme_page_version",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "skin_no", "path", "version", name=op.f("pk_theme_page_version")
        ),
    )
    op.create_table(
        "theme_failure",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line_no", sa.BigInteger(), nullable=False),
        sa.Column("column_no", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.Column("first_date", sa.BigInteger(), nullable=False),
        sa.Column("last_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "skin_no", "path", name=op.f("pk_theme_failure")),
    )
    op.create_table(
        "design_icon",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("display", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "type", "id", name=op.f("pk_design_icon")),
        sqlite_with_rowid=False,
    )
