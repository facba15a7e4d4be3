"""Pages of themes in which a mall differs from the default theme, and translated texts."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "theme_page",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("display_location", sa.Text(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "skin_no", "path", name=op.f("pk_theme_page")),
    )
    op.create_table(
        "theme_translation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("skin_no", sa.BigInteger(), nullable=False),
        sa.Column("language_code", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "skin_no", "language_code", name=op.f("pk_theme_translation")
        ),
    )
