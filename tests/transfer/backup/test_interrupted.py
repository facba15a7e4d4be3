"""What is killed in the middle leaves nothing that looks whole, and is called again."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from openmall.access.malls.rules import RESTORING
from openmall.transfer.backup.reading import examine
from tests.cli.command_line import Shell
from tests.fork_server import Forked, ForkServer

pytestmark = pytest.mark.journey

COMMAND = "tests.transfer.backup.forked_command"
ROWS = 20_000
ROW_BYTES = 900
PATIENCE = 120.0


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
            ((number, noise.randbytes(ROW_BYTES // 2).hex()) for number in range(ROWS)),
        )
    store.close()
    return shell


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with ForkServer(COMMAND) as running:
        yield running


def _start(server: ForkServer, shell: Shell, *words: str) -> Forked:
    return server.start(COMMAND, *words, "--data-dir", shell.data_dir)


def _until(condition: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, "the command does not get on"
        time.sleep(0.005)


def test_a_copy_that_is_killed_never_has_its_name(
    server: ForkServer, large: Shell, tmp_path: Path
) -> None:
    killed = 0
    for number, size in enumerate((1, 2_000_000, 6_000_000)):
        target = tmp_path / f"{number}.tar"
        part = tmp_path / f".{target.name}.part"
        process = _start(server, large, "backup", "create", str(target))
        _until(lambda part=part, size=size, whole=target: _size(part) >= size or whole.exists())
        process.end()
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


def test_a_restore_that_is_killed_is_called_again(
    server: ForkServer, large: Shell, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.tar"
    rows = large.json("backup", "create", str(copy))["rows"]
    there = Shell(tmp_path / "there")
    making = there.data_dir / ".restoring" / "openmall.sqlite"
    for pages in (1, 250, 700):
        process = _start(server, there, "backup", "restore", str(copy))
        _until(lambda pages=pages: _size(making) >= pages * 4096)
        process.kill()
        assert not (there.data_dir / "openmall.sqlite").exists()
        assert making.exists()
    assert there.json("backup", "restore", str(copy))["rows"] == rows
    assert [each["mall_id"] for each in there.json("mall", "list")] == ["myshop"]
    assert not making.parent.exists()


def test_a_mall_of_which_the_restore_was_killed_is_not_served_and_comes_again(
    server: ForkServer, large: Shell, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.tar"
    large.text("backup", "create", str(copy), "--mall", "myshop")
    there = Shell(tmp_path / "there")
    there.text("mall", "create", "other", "--name", "Other")
    words = ["backup", "restore", str(copy), "--mall", "myshop", "--as", "second"]
    process = _start(server, there, *words)
    path = there.data_dir / "openmall.sqlite"
    restored = "SELECT count(*) FROM product_memo WHERE mall_id = 'second'"
    _until(lambda: _value(path, restored) > 0)
    process.kill()

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
