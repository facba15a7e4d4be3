"""Redact the texts of visitors and customers in older entries of the activity log.

No table changes. Entries about articles, comments and urgent inquiries retain their subject and the
names of changed fields.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from openmall.database.backfill import Backfill

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_MASKED: Final = ("***", "***")
_HIDDEN: Final = (
    "title", "content", "writer", "writer_email", "nick_name", "client_ip", "phone", "files",
    "attach_file_urls", "attached_file_detail", "order_id", "keyword", "article_type",
    "reply_user_id", "portalpay_review_id",
)  # fmt: skip
_LINES: Final = sa.table(
    "activity_log",
    sa.column("mall_id", sa.Text()),
    sa.column("process_no", sa.BigInteger()),
    sa.column("content", sa.Text()),
    sa.column("changes", sa.Text()),
)


def upgrade() -> None:
    """Change nothing: the lines are filled while the store is used."""


def _is_told(name: str) -> sa.ColumnElement[bool]:
    """Return whether a line says what a field was or is."""
    # within a text quotes are escaped, so that only names are found; of several things at once the
    # name stands behind its subject
    shown = _LINES.c.changes.contains(f'{name}":[', autoescape=True)
    masked = _LINES.c.changes.contains(f'{name}":["***","***"]', autoescape=True)
    return sa.and_(shown, sa.not_(masked))


def _redacted(row: Mapping[str, Any]) -> dict[str, str]:
    """Return what is left of a line: what it is about, and which fields changed."""
    try:
        changes = msgspec.json.decode(row["changes"], type=dict[str, Any])
    except msgspec.DecodeError:
        changes = {}
    for name in changes:
        if name.rpartition(": ")[2] in _HIDDEN:
            changes[name] = _MASKED
    return {
        "content": row["content"].partition(": ")[0],
        "changes": msgspec.json.encode(changes).decode(),
    }


BACKFILL = Backfill(
    table=_LINES,
    key=("mall_id", "process_no"),
    left=sa.and_(
        sa.or_(
            _LINES.c.content.like("article % of board %"),
            _LINES.c.content.like("comment % of article %"),
            _LINES.c.content.like("urgent inquiry %"),
        ),
        sa.or_(*map(_is_told, _HIDDEN)),
    ),
    writes=("content", "changes"),
    fill=_redacted,
)
