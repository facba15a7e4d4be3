"""Names of products that are compared lose their accents and marks, as programs of 0242 write them.

Only names that differ are written; the lists of n-grams get the new ones and keep the old ones,
because what they name are candidates.
"""

from alembic import op

from openmall.database.text_search import name_folding

revision = "0243"
down_revision = "0242"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Fold the names again."""
    name_folding.fold_again(op.get_bind())
