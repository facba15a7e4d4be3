"""Script tags of apps."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "script_tag",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("script_no", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("src", sa.Text(), nullable=False),
        sa.Column("display_location", sa.Text(), nullable=False),
        sa.Column("exclude_path", sa.Text(), nullable=True),
        sa.Column("skin_no", sa.Text(), nullable=True),
        sa.Column("integrity", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "script_no", name=op.f("pk_script_tag")),
    )
    op.create_index("ix_script_tag_shop", "script_tag", ["mall_id", "shop_no", "script_no"])
    op.create_index("ix_script_tag_app", "script_tag", ["mall_id", "client_id", "script_no"])
