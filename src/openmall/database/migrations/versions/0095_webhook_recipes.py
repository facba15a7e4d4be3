"""Recipes: conditions on the events that an app receives."""

import sqlalchemy as sa
from alembic import op

revision = "0095"
down_revision = "0093"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhook_recipe",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("recipe_code", sa.Text(), nullable=False),
        sa.Column("event_no", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "client_id", "recipe_code", name=op.f("pk_webhook_recipe")
        ),
    )
