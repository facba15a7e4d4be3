"""The schema of the oldest stores that are upgraded.

Nothing is done: such a store has it, and an empty store gets everything by the next migration. The
migrations before are in the history of the repository, up to the commit that `phases` names.
"""

revision = "0230"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do nothing."""
