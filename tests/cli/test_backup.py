"""An operator makes copies, checks them and reads them back, by the command line."""

import base64
import errno
import os
import shutil
from pathlib import Path

import apsw
import msgspec
import pytest

from openmall.access.oauth import directory
from openmall.database import backup_log, migrate
from openmall.transfer.backup.tar import Writer
from tests.cli.command_line import Shell


@pytest.fixture
def copied(shop: Shell, tmp_path: Path) -> Path:
    """A copy of an installation with the mall `myshop`."""
    made = tmp_path / "copy.tar"
    shop.text("backup", "create", str(made))
    return made


def test_the_first_copy_is_made_checked_and_read_back(shop: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "backup"
    folder.mkdir()
    made = shop.json("backup", "create", str(folder))
    [file] = folder.iterdir()
    assert (made["file"], made["malls"], made["key"]) == (str(file), ["myshop"], False)
    assert made["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o777 == 0o600
    checked = shop.json("backup", "verify", str(file))
    assert (checked["sound"], checked["problems"]) == (True, [])
    assert checked["rows"] == made["rows"]

    there = Shell(tmp_path / "there")
    restored = there.json("backup", "restore", str(file))

    assert (restored["malls"], restored["rows"]) == (["myshop"], made["rows"])
    assert there.json("mall", "list") == shop.json("mall", "list")
    assert not (there.data_dir / ".restoring").exists()
    assert there.run("db", "check").exit_code == 0
    assert "is there already" in there.fails("backup", "restore", str(file))


def test_what_was_made_and_verified_is_recorded_for_operators(
    shop: Shell, copied: Path, tmp_path: Path
) -> None:
    shop.text("backup", "verify", str(copied), "--quick")
    size = copied.stat().st_size
    copied.write_bytes(copied.read_bytes()[:-2_000])
    shop.run("backup", "verify", str(copied), "--quick")

    entries = backup_log.read(shop.data_dir)
    elsewhere = tmp_path / "nowhere"
    Shell(elsewhere).run("backup", "verify", str(copied), "--quick")

    assert [(each.action, each.sound, each.quick) for each in entries] == [
        ("verified", False, True),
        ("verified", True, True),
        ("created", True, False),
    ]
    assert {each.file for each in entries} == {str(copied)}
    assert (entries[2].size, entries[2].mall_id) == (size, "")
    assert entries[2].taken_at > 0
    assert not elsewhere.exists()


def test_a_mall_is_copied_beside_itself_removed_and_brought_back(
    shop: Shell, tmp_path: Path
) -> None:
    made = tmp_path / "myshop.tar"
    shop.text("backup", "create", str(made), "--mall", "myshop")
    assert shop.json("backup", "verify", str(made))["sound"] is True
    assert "there is a mall 'myshop' already" in shop.fails(
        "backup", "restore", str(made), "--mall", "myshop"
    )
    copied = shop.json("backup", "restore", str(made), "--mall", "myshop", "--as", "second")
    assert (copied["mall_id"], copied["apps"]) == ("second", [])
    assert [each["mall_id"] for each in shop.json("mall", "list")] == ["myshop", "second"]
    assert shop.run("mall", "remove", "myshop", given="no\n").exit_code != 0
    assert len(shop.json("mall", "list")) == 2
    removed = shop.json("mall", "remove", "myshop", "--yes")
    assert removed["rows"] > 0
    assert [each["mall_id"] for each in shop.json("mall", "list")] == ["second"]
    assert shop.fails("mall", "remove", "myshop", "--yes") == "there is no mall 'myshop'"
    shop.text("backup", "restore", str(made), "--mall", "myshop")
    assert [each["mall_id"] for each in shop.json("mall", "list")] == ["myshop", "second"]


def test_a_mall_comes_out_of_a_copy_of_everything(shop: Shell, tmp_path: Path) -> None:
    shop.text("mall", "create", "other", "--name", "Other")
    made = tmp_path / "all.tar"
    shop.text("backup", "create", str(made))
    there = Shell(tmp_path / "there")
    there.text("backup", "restore", str(made), "--mall", "other")
    assert [each["mall_id"] for each in there.json("mall", "list")] == ["other"]
    said = there.fails("backup", "restore", str(made), "--as", "third", status=2)
    assert said.startswith("--as is for one mall")


def test_a_copy_of_one_mall_is_no_installation(shop: Shell, tmp_path: Path) -> None:
    made = tmp_path / "myshop.tar"
    shop.text("backup", "create", str(made), "--mall", "myshop")
    assert "a copy of the mall myshop alone" in Shell(tmp_path / "there").fails(
        "backup", "restore", str(made)
    )


def test_what_is_damaged_is_said_and_not_read_back(
    shop: Shell, copied: Path, tmp_path: Path
) -> None:
    content = bytearray(copied.read_bytes())
    content[len(content) // 2] ^= 1
    copied.write_bytes(content)
    done = shop.run("backup", "verify", str(copied), "--json")
    found = msgspec.json.decode(done.stdout)
    assert (done.exit_code, found["sound"]) == (1, False)
    assert found["problems"]
    there = Shell(tmp_path / "there")
    assert "is damaged" in there.fails("backup", "restore", str(copied))
    assert not (there.data_dir / "openmall.sqlite").exists()


def test_what_was_wrong_before_the_copy_is_found_when_it_is_recomputed(
    shop: Shell, tmp_path: Path
) -> None:
    store = apsw.Connection(str(shop.data_dir / "openmall.sqlite"))
    store.execute("INSERT INTO customer_balance VALUES ('myshop', 'hana', 1, 500, 0, 0, 0, 0, 1)")
    store.close()
    made = tmp_path / "copy.tar"
    shop.text("backup", "create", str(made))
    assert shop.json("backup", "verify", str(made), "--quick")["sound"] is True
    done = shop.run("backup", "verify", str(made))
    assert done.exit_code == 1
    assert "points differ" in done.stdout


def test_nothing_is_written_over_and_no_half_of_a_file_is_left(
    shop: Shell, copied: Path, tmp_path: Path
) -> None:
    before = copied.read_bytes()
    assert "is there already" in shop.fails("backup", "create", str(copied))
    assert copied.read_bytes() == before
    assert "there is no mall 'nobodys'" in shop.fails(
        "backup", "create", str(tmp_path / "none.tar"), "--mall", "nobodys"
    )
    assert "there is no folder" in shop.fails("backup", "create", str(tmp_path / "no/copy.tar"))
    assert [each.name for each in tmp_path.glob("*.tar*")] == ["copy.tar"]
    assert list(tmp_path.glob(".*")) == []


def test_a_disk_that_is_too_full_is_said_before(
    shop: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage(tmp_path)._replace(free=10)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    said = shop.fails("backup", "create", str(tmp_path / "copy.tar"))
    assert said.startswith(f"{tmp_path} has 0 MB left, the copy may take ")
    assert not (tmp_path / "copy.tar").exists()


def test_the_key_goes_along_when_asked_and_secrets_open_with_it(
    shop: Shell, tmp_path: Path
) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    for name, words in (("with", ["--with-key"]), ("without", [])):
        made = tmp_path / f"{name}.tar"
        shop.text("backup", "create", str(made), *words)
        there = Shell(tmp_path / name)
        done = there.run("backup", "restore", str(made), "--json")
        restored = msgspec.json.decode(done.stdout)
        assert restored["sealed"] == (0 if words else 1)
        assert ("put the secret.key" in done.stderr) == (not words)
    key = (shop.data_dir / "secret.key").read_bytes()
    assert (tmp_path / "with" / "secret.key").read_bytes() == key
    assert os.stat(tmp_path / "with" / "secret.key").st_mode & 0o777 == 0o600
    said = shop.fails(
        "backup", "create", str(tmp_path / "x.tar"), "--mall", "myshop", "--with-key", status=2
    )
    assert said.startswith("the key opens the secrets of all malls")


@pytest.mark.parametrize("words", [(), ("--with-key",), ("--mall", "myshop")])
def test_a_copy_is_sound_whatever_key_seals_its_secrets(
    shop: Shell, tmp_path: Path, words: tuple[str, ...]
) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    made = tmp_path / "copy.tar"
    shop.text("backup", "create", str(made), *words)

    assert shop.json("backup", "verify", str(made))["sound"] is True
    assert Shell(tmp_path / "elsewhere").json("backup", "verify", str(made))["problems"] == []


def test_the_key_file_becomes_that_of_a_whole_installation(shop: Shell, tmp_path: Path) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    made, key = tmp_path / "all.tar", shop.data_dir / "secret.key"
    shop.text("backup", "create", str(made))
    other = tmp_path / "other.key"
    other.write_text(base64.b64encode(b"k" * 32).decode() + "\n")
    there, words = Shell(tmp_path / "there"), ("backup", "restore", str(made), "--key-file")

    refused = there.fails(*words, str(other))
    left = {path.name for path in there.data_dir.iterdir()} if there.data_dir.exists() else set()
    restored = there.json(*words, str(key))

    assert refused.startswith("the key opens none of 1 secrets that are sealed in ")
    assert left == set()
    assert restored["sealed"] == 0
    assert (there.data_dir / "secret.key").read_bytes() == key.read_bytes()
    assert there.json("secrets", "check")["broken"] == []


def test_a_key_that_is_there_and_opens_nothing_is_refused(shop: Shell, tmp_path: Path) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    made = tmp_path / "all.tar"
    shop.text("backup", "create", str(made))
    there = Shell(tmp_path / "there")
    there.data_dir.mkdir()
    (there.data_dir / "secret.key").write_text(base64.b64encode(b"k" * 32).decode() + "\n")

    refused = there.fails("backup", "restore", str(made))
    also = there.fails(
        "backup", "restore", str(made), "--key-file", str(shop.data_dir / "secret.key")
    )

    assert refused.startswith("the key opens none of 1 secrets")
    assert also.endswith("secret.key is there already, and is not the key of the copy")
    assert [each.name for each in there.data_dir.iterdir()] == ["secret.key"]


def test_a_mall_with_secrets_needs_the_key_of_where_it_was(shop: Shell, tmp_path: Path) -> None:
    shop.text("mall", "sender-key", "myshop", "--key-stdin", given="a sender key\n")
    made = tmp_path / "myshop.tar"
    shop.text("backup", "create", str(made), "--mall", "myshop")
    there = Shell(tmp_path / "there")
    words = ["backup", "restore", str(made), "--mall", "myshop"]
    assert "name the key file" in there.fails(*words)
    assert there.json("mall", "list") == []
    there.text(*words, "--key-file", str(shop.data_dir / "secret.key"))
    assert [each["mall_id"] for each in there.json("mall", "list")] == ["myshop"]


def test_a_copy_of_an_older_schema_is_brought_up_and_a_newer_one_refused(
    shop: Shell, copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Shell(tmp_path / "newer")
    monkeypatch.setattr(migrate, "newest", lambda: "0001")
    assert "does not know yet" in there.fails("backup", "restore", str(copied))
    assert "does not know yet" in there.fails("backup", "verify", str(copied))


def test_a_mall_is_closed_and_opened_again(
    shop: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "LIFETIME", -1.0)
    shop.text("mall", "close", "myshop", "--notice", "We are moving.")
    assert shop.json("mall", "show", "myshop")["closed"] == "We are moving."
    made = tmp_path / "myshop.tar"
    shop.text("backup", "create", str(made), "--mall", "myshop")
    there = Shell(tmp_path / "there")
    there.text("backup", "restore", str(made), "--mall", "myshop")
    # it was closed where it was, not where it is now
    assert there.json("mall", "show", "myshop")["closed"] == ""
    assert there.json("mall", "show", "myshop")["undo_days"] == 30
    shop.text("mall", "open", "myshop")
    assert shop.fails("mall", "open", "myshop") == "the mall myshop is not closed"
    assert shop.json("mall", "show", "myshop")["closed"] == ""


def test_a_disk_that_fills_up_leaves_nothing_behind(
    shop: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Writer.add

    def full(self: Writer, name: str, content: bytes) -> bytes:
        if name.startswith("rows/shop/"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return add(self, name, content)

    monkeypatch.setattr(Writer, "add", full)
    said = shop.fails("backup", "create", str(tmp_path / "copy.tar"))
    assert "No space left on device" in said
    assert [each.name for each in tmp_path.iterdir()] == ["data"]
