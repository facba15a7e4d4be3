"""What is killed in the middle leaves nothing that looks whole, and is called again."""

import random
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from openmall.access.malls.rules import RESTORING
from openmall.transfer.backup.reading import examine
from tests.cli.calling import Shell

ROWS = 60_000


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """An installation of which a copy takes a second or so."""
    shell = Shell(tmp_path_factory.mktemp("large") / "data")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    store = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    noise = random.Random(1)  # the same rows in every run
    with store:
        store.executemany(
            "INSERT INTO product_memo VALUES ('myshop', ?, 1, 'owner', 1, ?)",
            # what cannot be packed
            ((number, noise.randbytes(150).hex()) for number in range(ROWS)),
        )
    store.close()
    return shell


def _start(shell: Shell, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "openmall", *words, "--data-dir", str(shell.data_dir)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def test_a_copy_that_is_killed_never_has_its_name(large: Shell, tmp_path: Path) -> None:
    killed = 0
    for number, size in enumerate((1, 2_000_000, 6_000_000)):
        target = tmp_path / f"{number}.tar"
        process = _start(large, "backup", "create", str(target))
        while process.poll() is None and _size(tmp_path / f".{target.name}.part") < size:
            time.sleep(0.005)
        process.kill()
        process.communicate()
        if target.exists():
            assert examine(target).problems == []
        else:
            killed += 1
    assert killed > 0
    # what it left is in nobody's way
    target = tmp_path / "0.tar"
    target.unlink(missing_ok=True)
    large.text("backup", "create", str(target))
    assert not (tmp_path / ".0.tar.part").exists()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def test_a_restore_that_is_killed_is_called_again(large: Shell, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tar"
    rows = large.json("backup", "create", str(copy))["rows"]
    there = Shell(tmp_path / "there")
    making = there.data_dir / ".restoring" / "openmall.sqlite"
    for pages in (1, 500, 1500):
        process = _start(there, "backup", "restore", str(copy))
        while process.poll() is None and _size(making) < pages * 4096:
            time.sleep(0.005)
        process.kill()
        process.communicate()
        assert not (there.data_dir / "openmall.sqlite").exists()
        assert making.exists()
    assert there.json("backup", "restore", str(copy))["rows"] == rows
    assert [each["mall_id"] for each in there.json("mall", "list")] == ["myshop"]
    assert not making.parent.exists()


def test_a_mall_of_which_the_restore_was_killed_is_not_served_and_comes_again(
    large: Shell, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.tar"
    large.text("backup", "create", str(copy), "--mall", "myshop")
    there = Shell(tmp_path / "there")
    there.text("mall", "create", "other", "--name", "Other")
    words = ["backup", "restore", str(copy), "--mall", "myshop", "--as", "second"]
    process = _start(there, *words)
    path = there.data_dir / "openmall.sqlite"
    while not _value(path, "SELECT count(*) FROM product_memo WHERE mall_id = 'second'"):
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()

    assert _value(path, f"SELECT value FROM counter WHERE name = '{RESTORING}'") == 1  # ours
    assert [each["mall_id"] for each in there.json("mall", "list")] == ["other"]
    said = there.fails("mall", "create", "second", "--name", "Second")
    assert said.startswith("a restore of the mall 'second' was stopped halfway")
    there.text(*words)
    assert sorted(each["mall_id"] for each in there.json("mall", "list")) == ["other", "second"]
    assert _value(path, "SELECT count(*) FROM product_memo WHERE mall_id = 'second'") == ROWS
    assert _value(path, f"SELECT count(*) FROM counter WHERE name = '{RESTORING}'") == 0  # ours


def _value(path: Path, sql: str) -> int:
    store = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    store.set_busy_timeout(5_000)
    try:
        return int(store.execute(sql).fetchone()[0])
    finally:
        store.close()
