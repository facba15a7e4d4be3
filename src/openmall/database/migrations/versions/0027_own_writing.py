"""Indexes of shoppers' own articles and inquiries."""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("article", schema=None) as batch_op:
        batch_op.create_index(
            "ix_article_member", ["mall_id", "member_id", "shop_no", "article_no"], unique=False
        )

    with op.batch_alter_table("urgent_inquiry", schema=None) as batch_op:
        batch_op.create_index(
            "ix_urgent_inquiry_member",
            ["mall_id", "member_id", "shop_no", "article_no"],
            unique=False,
        )
