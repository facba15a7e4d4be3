"""Plans that wait for approval: who decided what, and what people say about them."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture
from openmall.database.online_ddl import add_index

revision = "0190"
down_revision = "0189"
branch_labels = None
depends_on = None

_TEXTS = ("scopes", "reason", "decided_by", "approved", "outcome")
_NUMBERS = ("rule_no", "role_no", "decided_at", "successor")


def upgrade() -> None:
    for name in _TEXTS:
        column = sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''"))
        op.add_column("plan", column)
    for name in _NUMBERS:
        op.add_column(
            "plan", sa.Column(name, sa.BigInteger(), nullable=False, server_default=sa.text("0"))
        )
    add_index("ix_plan_state", "plan", ["mall_id", "state", "plan_no"])
    op.create_table(
        "plan_comment",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("plan_no", sa.BigInteger(), nullable=False),
        sa.Column("comment_no", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "plan_no", "comment_no", name="pk_plan_comment"),
    )
    op.create_table(
        "approval_rules",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name="pk_approval_rules"),
        sqlite_with_rowid=False,
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
