"""Plans of rehearsed calls."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0188"
down_revision = "0187"
branch_labels = None
depends_on = None


def mall() -> sa.Column[str]:
    return sa.Column("mall_id", sa.String(50), nullable=False)


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "plan",
        mall(),
        *numbers("plan_no"),
        *texts(
            "client_id", "user_id", "user_type", "scope", "operation", "path", "query", "wanted",
            "version", "origin",
        ),
        *numbers("total", "status", "changes"),
        *texts("token", "digest", "state"),
        *numbers("created_at", "expires_at"),
        *texts("sent", "effects"),
        sa.PrimaryKeyConstraint("mall_id", "plan_no", name="pk_plan"),
    )  # fmt: skip
    op.create_index("ix_plan_client", "plan", ["mall_id", "client_id", "plan_no"])
    op.create_index("ix_plan_expires", "plan", ["mall_id", "expires_at"])
    op.create_table(
        "plan_change",
        mall(),
        *numbers("plan_no", "change_no"),
        *texts("content"),
        sa.PrimaryKeyConstraint("mall_id", "plan_no", "change_no", name="pk_plan_change"),
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
