"""Jobs: calls that are executed after they were answered with 202."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("job_no", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("user_type", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("good", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("ip", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("open", sa.String(length=1), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=False),
        sa.Column("refused", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("failed_at", sa.BigInteger(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "job_no", name=op.f("pk_job")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index("ix_job_client", ["mall_id", "client_id", "job_no"], unique=False)
        batch_op.create_index("ix_job_finished", ["mall_id", "finished_at"], unique=False)
        batch_op.create_index(
            "ix_job_open",
            ["mall_id", "job_no"],
            unique=False,
            sqlite_where=sa.text("open = 'T'"),
            postgresql_where=sa.text("open = 'T'"),
        )

    op.create_table(
        "job_part",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("job_no", sa.BigInteger(), nullable=False),
        sa.Column("part_no", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.Text(), nullable=False),
        sa.Column("good", sa.String(length=1), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "job_no", "part_no", name=op.f("pk_job_part")),
        sqlite_with_rowid=True,
    )
