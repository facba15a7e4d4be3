"""Pictures that an import has fetched, so that one that is continued fetches none again."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0218"
down_revision = "0213"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "file_picture",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("transfer_no", sa.BigInteger(), nullable=False),
        sa.Column("picture_no", sa.BigInteger(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "transfer_no", "picture_no", name=op.f("pk_file_picture")
        ),
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
