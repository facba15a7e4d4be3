"""Programs from here on write the names that searches compare without accents and marks.

Nothing of the schema changes: the number tells those programs from the ones before, which have to
be gone when 0243 writes the names of before anew. They also trim codes, as 0244 does with those of
before.
"""

revision = "0242"
down_revision = "0241"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing: the tables are as before."""
