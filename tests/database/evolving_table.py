"""A table that changes while programs of before and after use it: the example of the recipe."""

import shutil
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import (
    Column,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    bindparam,
    func,
    insert,
    select,
    update,
)

from openmall.database import phases
from openmall.database.statements import Statement

ROWS: Final = 3_000
"""Pages `p00000` to `p02999` that are there from the beginning."""
_OWN: Final = phases.MIGRATIONS
_HEAD: Final = '''"""{0}"""

import sqlalchemy as sa
from alembic import op
{1}
revision = "{2}"
down_revision = "{3}"


def upgrade() -> None:
'''
_NOTES: Final = """    op.create_table(
        "diary",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("page", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "page"),
    )
"""
_BODY: Final = """    op.add_column("diary", sa.Column("body", sa.Text(), nullable=True))
    add_index("ix_diary_body", "diary", ["mall_id", "body"])


_DIARY = sa.table(
    "diary", *(sa.column(name, sa.Text()) for name in ("mall_id", "page", "words", "body"))
)
BACKFILL = Backfill(
    table=_DIARY,
    key=("mall_id", "page"),
    left=_DIARY.c.body.is_(None),
    writes=("body",),
    fill=lambda row: {"body": row["words"].upper()},
)
"""
IMPORTS: Final = """
from openmall.database.backfill import Backfill
from openmall.database.online_ddl import add_index
"""


def migration_text(title: str, number: str, before: str, upgrade: str, *, imports: str = "") -> str:
    """Return the file of a migration; `upgrade`: the body of its function, and what follows it."""
    return _HEAD.format(title, imports, number, before) + upgrade


def grown(folder: Path, *, until: int = 9003) -> Path:
    """Return a folder with every migration, and those of the example up to `until`."""
    shutil.copytree(_OWN, folder, dirs_exist_ok=True)
    known = sorted(path.stem[:4] for path in (_OWN / "versions").glob("[0-9]*.py"))
    files = {
        "9001_diary": migration_text("Pages.", "9001", known[-1], _NOTES),
        "9002_body": migration_text("Their body.", "9002", "9001", _BODY, imports=IMPORTS),
        "9003_contract_words": migration_text(
            "No words.", "9003", "9002", '    op.drop_column("diary", "words")\n'
        ),
    }
    for name, written in files.items():
        if int(name[:4]) <= until:
            (folder / "versions" / f"{name}.py").write_text(written)
    return folder


def release(monkeypatch: pytest.MonkeyPatch, folder: Path, until: int) -> None:
    """Let this process be the program that knows the example up to `until`."""
    monkeypatch.setattr(phases, "MIGRATIONS", grown(folder / f"to-{until}", until=until))


DIARY: Final = Table(
    "diary",
    MetaData(),
    Column("mall_id", String(50)),
    Column("page", Text),
    Column("words", Text),
    Column("body", Text),
    PrimaryKeyConstraint("mall_id", "page"),
)
_MALL: Final = DIARY.c.mall_id == bindparam("mall_id")
OLD_READ: Final = Statement(select(DIARY.c.words).where(_MALL, DIARY.c.page == bindparam("page_")))
OLD_WRITE: Final = Statement(
    insert(DIARY).values(
        mall_id=bindparam("mall_id"), page=bindparam("page"), words=bindparam("words")
    )
)
NEW_READ: Final = Statement(
    select(func.coalesce(DIARY.c.body, func.upper(DIARY.c.words))).where(
        _MALL, DIARY.c.page == bindparam("page_")
    )
)
NEW_WRITE: Final = Statement(
    insert(DIARY).values(
        mall_id=bindparam("mall_id"),
        page=bindparam("page"),
        words=bindparam("words"),
        body=bindparam("body"),
    )
)
NEW_CHANGE: Final = Statement(
    update(DIARY)
    .where(_MALL, DIARY.c.page == bindparam("page_"))
    .values(words=bindparam("words"), body=bindparam("body"))
)
LAST_READ: Final = Statement(select(DIARY.c.page, DIARY.c.body).where(_MALL).order_by(DIARY.c.page))
