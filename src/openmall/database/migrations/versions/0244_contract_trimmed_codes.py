"""Own codes lose blanks at their ends and invisible characters, as programs of 0242 write them.

Those programs trim what they are sent, so that no call can name a code that was stored otherwise.
What would be the code of another object is kept: `openmall verify codes` names it.
"""

from alembic import op

from openmall.database.text_search import stored_codes

revision = "0244"
down_revision = "0243"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Trim the codes."""
    stored_codes.trim(op.get_bind())
