"""Pictures come along from wherever they are kept, and go to wherever they are to be kept."""

import asyncio
from pathlib import Path

import pytest

from openmall.cli import key_check
from openmall.configuration import Configuration
from openmall.database.snapshot import open_snapshot
from openmall.media.store import Store
from openmall.media.store_factory import open_store
from openmall.transfer.backup.creation import BackupOptions, write_backup
from openmall.transfer.backup.reading import examine
from openmall.transfer.backup.restoring import restore
from tests.cli.command_line import Shell
from tests.s3 import Server
from tests.transfer.backup.full_installation import PICTURE, PIXELS


def _copy(shell: Shell, store: Store, target: Path, *, pictures: bool = True) -> None:
    configuration = Configuration(data_dir=shell.data_dir)
    asyncio.run(
        write_backup(
            target,
            BackupOptions(facts=False, pictures=pictures),
            configuration=configuration,
            snapshot=open_snapshot(configuration),
            store=store,
            engine=None,
            now=lambda: 0.0,
            program="0.1.0",
            report_progress=lambda share: None,
        )
    )


def _restore(target: Path, configuration: Configuration, store: Store) -> int:
    copy = examine(target).copy
    assert copy is not None
    work = restore(
        copy,
        configuration,
        store,
        scratch=None,
        report_progress=lambda share: None,
        unopened=key_check.unopened,
    )
    return asyncio.run(work).pictures


@pytest.mark.parametrize(("of", "to"), [("folder", "bucket"), ("bucket", "folder")])
def test_between_a_folder_and_a_bucket(s3: Server, tmp_path: Path, of: str, to: str) -> None:
    shell = Shell(tmp_path / "data")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    settings = s3.settings(s3.new_bucket())
    there = Configuration(data_dir=tmp_path / "there")
    places = {
        "folder": open_store(there),
        "bucket": open_store(Configuration(data_dir=tmp_path, **settings)),  # type: ignore[arg-type] # texts
    }
    places[of].write("myshop", PICTURE, PIXELS)
    places[of].write("myshop", "own/cup.svg", b"<svg/>")
    _copy(shell, places[of], tmp_path / "copy.tar")

    assert _restore(tmp_path / "copy.tar", there, places[to]) == 2

    assert places[to].read("myshop", PICTURE) == PIXELS
    assert places[to].read("myshop", "own/cup.svg") == b"<svg/>"


def test_they_are_left_out_when_asked(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "data")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    store = open_store(Configuration(data_dir=shell.data_dir))
    store.write("myshop", PICTURE, PIXELS)
    _copy(shell, store, tmp_path / "copy.tar", pictures=False)
    there = Configuration(data_dir=tmp_path / "there")
    assert _restore(tmp_path / "copy.tar", there, open_store(there)) == 0
    assert list(open_store(there).every("myshop")) == []
