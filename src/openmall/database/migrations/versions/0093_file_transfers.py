"""Imports and exports of files as calls."""

import sqlalchemy as sa
from alembic import op

revision = "0093"
down_revision = "0092"
branch_labels = None
depends_on = None


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _mall() -> sa.Column[str]:
    return sa.Column("mall_id", sa.String(50), nullable=False)


def upgrade() -> None:
    op.create_table(
        "file_transfer",
        _mall(),
        _number("transfer_no"),
        *(_text(name) for name in ("direction", "client_id", "user_id", "kind", "format")),
        _number("shop_no"),
        sa.Column("dry_run", sa.String(1), nullable=False),
        *(_text(name) for name in ("options", "reason", "state")),
        sa.Column("open", sa.String(1), nullable=False),
        *(
            _number(name)
            for name in (
                "parts",
                "size",
                "done",
                "created",
                "updated",
                "unchanged",
                "rejected",
                "errors",
            )
        ),
        _text("failure"),
        *(_number(name) for name in ("created_at", "started_at", "finished_at")),
        _text("holder"),
        _number("lease_until"),
        sa.PrimaryKeyConstraint("mall_id", "transfer_no", name=op.f("pk_file_transfer")),
    )
    op.create_index(
        "ix_file_transfer_client",
        "file_transfer",
        ["mall_id", "client_id", "direction", "transfer_no"],
    )
    op.create_index("ix_file_transfer_state", "file_transfer", ["mall_id", "state", "direction"])
    op.create_index("ix_file_transfer_created", "file_transfer", ["mall_id", "created_at"])
    is_open = sa.text("open = 'T'")
    op.create_index(
        "ix_file_transfer_open",
        "file_transfer",
        ["mall_id", "transfer_no"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "file_part",
        _mall(),
        *(_number(name) for name in ("transfer_no", "part_no", "size")),
        _text("content"),
        sa.PrimaryKeyConstraint("mall_id", "transfer_no", "part_no", name=op.f("pk_file_part")),
    )
    op.create_table(
        "file_error",
        _mall(),
        *(_number(name) for name in ("transfer_no", "error_no", "line")),
        *(_text(name) for name in ("field", "code", "message")),
        sa.PrimaryKeyConstraint("mall_id", "transfer_no", "error_no", name=op.f("pk_file_error")),
    )
