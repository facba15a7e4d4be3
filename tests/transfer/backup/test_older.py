"""A copy that an older program made is read back by a newer one; a newer one is refused."""

import asyncio
from pathlib import Path

import apsw
import pytest
from alembic import command
from sqlalchemy import create_engine

from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.database.snapshot import open_snapshot
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import BackupOptions, NotPossible, write_backup
from openmall.transfer.backup.reading import Copy, examine
from openmall.transfer.backup.restoring import restore
from tests import postgres
from tests.transfer.backup.full_installation import contents

APP = (
    "INSERT INTO app (client_id, name, secret_hash, front_key_hash, redirect_uris, scopes,"
    " restricted, strict, version, created_at) VALUES (?, 'App', 's', 'f', '[]', '', 'F', 'F',"
    " '2024-03-01', ?)"
)


def _copy(folder: Path) -> Copy:
    """Return a copy of a store of the first schema, with a mall and two apps."""
    old = Configuration(data_dir=folder / "old")
    old.data_dir.mkdir()
    engine = create_engine(f"sqlite:///{old.database_path}")
    with engine.connect() as connection:
        command.upgrade(migrate.alembic_config(connection), "0001")
        connection.commit()
    engine.dispose()
    store = apsw.Connection(str(old.database_path))
    store.execute("INSERT INTO mall VALUES ('oldest', 'Oldest', 'KR', 10)")
    store.execute("INSERT INTO shop VALUES ('oldest', 1, 'Oldest', 'ko_KR', 'KRW')")
    store.executemany(APP, [("second", 20), ("first", 10)])
    store.close()
    target = folder / "old.tar"
    asyncio.run(
        write_backup(
            target,
            BackupOptions(),
            configuration=old,
            snapshot=open_snapshot(old),
            store=open_store(old),
            engine=None,
            now=lambda: 0.0,
            program="0.0.1",
            report_progress=lambda share: None,
        )
    )
    copy = examine(target).copy
    assert copy is not None
    assert copy.about.schema == "0001"
    return copy


def _restored(copy: Copy, there: Configuration) -> None:
    asyncio.run(
        restore(
            copy,
            there,
            open_store(there),
            scratch=None,
            report_progress=lambda share: None,
            unopened=key_check.unopened,
        )
    )


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_what_an_older_program_copied_is_brought_up(store: str, tmp_path: Path) -> None:
    copy = _copy(tmp_path)
    database = postgres.server().new_database() if store == "postgresql" else ""
    there = Configuration(data_dir=tmp_path / "there", database=database)

    _restored(copy, there)

    assert migrate.current(there) == migrate.newest()
    rows = asyncio.run(contents(there))
    # a migration gave the apps numbers in the order in which they came
    assert [(row["client_id"], row["app_no"]) for row in rows["app"]] == [
        ("first", 1),
        ("second", 2),
    ]
    assert [row["mall_id"] for row in rows["mall"]] == ["oldest"]
    assert rows["product"] == []


def test_what_a_newer_program_copied_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = _copy(tmp_path)
    monkeypatch.setattr(migrate, "newest", lambda: "0000")
    there = Configuration(data_dir=tmp_path / "there")
    with pytest.raises(NotPossible, match=r"has schema 0001, which this program \(schema 0000\)"):
        _restored(copy, there)
    assert not there.data_dir.exists()
