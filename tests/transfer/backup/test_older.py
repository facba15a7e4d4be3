"""A backup of the last release is restored by today's names; others are refused by name."""

import asyncio
import gzip
from pathlib import Path

import msgspec
import pytest

from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.database import baseline, migrate
from openmall.database.phases import LAST_COMMIT_BEFORE
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import Copy, examine
from openmall.transfer.backup.restoring import restore
from tests import postgres
from tests.cli.command_line import Shell
from tests.database import release_store
from tests.database.release_store import OLDEST
from tests.database.test_release_upgrade import content

RELEASE = OLDEST.described()


def _file(folder: Path, packed: Path) -> Path:
    target = folder / packed.name.removesuffix(".gz")
    target.write_bytes(gzip.decompress(packed.read_bytes()))
    return target


def _copy(folder: Path) -> Copy:
    copy = examine(_file(folder, OLDEST.backup)).copy
    assert copy is not None
    assert copy.about.schema == RELEASE.schema
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
def test_a_backup_of_the_last_release_is_restored(store: str, tmp_path: Path) -> None:
    copy = _copy(tmp_path)
    database = postgres.server().new_database() if store == "postgresql" else ""
    there = Configuration(
        data_dir=tmp_path / "there", database=database, secret_keys=(release_store.KEY,)
    )

    _restored(copy, there)

    assert migrate.current(there) == migrate.newest()
    restored = content(there)
    named = {baseline.TABLES.get(name, name): rows for name, rows in RELEASE.rows.items()}
    for table in (*baseline.TABLES.values(), *baseline.COLUMNS, "product", "customer"):
        assert restored[table].total() == named[table], table
        for old, new in baseline.COLUMNS.get(table, {}).items():
            assert all(new in row and f'"{old}"' not in row for row in restored[table])


def test_a_backup_of_one_mall_is_restored_and_verified(tmp_path: Path) -> None:
    file = _file(tmp_path, OLDEST.mall_backup)
    there = Shell(tmp_path / "there")
    there.data_dir.mkdir()
    (there.data_dir / "secret.key").write_text(release_store.KEY)
    (there.data_dir / "secret.key").chmod(0o600)

    there.text("backup", "verify", str(file))
    there.text("backup", "restore", str(file), "--mall", release_store.MALL)

    assert [each["mall_id"] for each in there.json("mall", "list")] == [release_store.MALL]
    assert there.run("verify").exit_code == 0


def test_what_another_program_copied_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = _copy(tmp_path)
    there = Configuration(data_dir=tmp_path / "there")
    older = msgspec.structs.replace(copy.about, schema="0225")
    monkeypatch.setattr(migrate, "newest", lambda: "0000")
    with pytest.raises(NotPossible, match=r"has schema 0230, which this program \(schema 0000\)"):
        _restored(copy, there)
    monkeypatch.undo()
    monkeypatch.setattr(Copy, "about", older)
    with pytest.raises(NotPossible, match=f"schema 0225 is too old.* commit {LAST_COMMIT_BEFORE}"):
        _restored(copy, there)
    assert not there.data_dir.exists()
