"""A copy that verify calls sound can be restored; what cannot be restored is named."""

import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.cli.command_line import Shell

DAMAGE = {
    "settings of no struct": (
        "INSERT INTO setting VALUES ('myshop', 1, 'GoneSetting', '{}')",
        "table setting, row myshop 1 GoneSetting: content:"
        " this program has no settings called 'GoneSetting'",
    ),
    "settings that do not fit their struct": (
        """INSERT INTO setting VALUES ('myshop', 1, 'CouponsSetting', '{"use_coupon": 7}')""",
        "table setting, row myshop 1 CouponsSetting: content:"
        " Expected `str`, got `int` - at `$.use_coupon`",
    ),
    "text in a column of numbers": (
        "INSERT INTO counter VALUES ('myshop', 'odd', 'seven')",
        "table counter, row myshop odd: value is no whole number of 64 bits",
    ),
    "a value that PostgreSQL does not take": (
        "INSERT INTO counter VALUES ('myshop', 'zero' || char(0), 7)",
        "table counter, row myshop zero\0: name has a zero byte",
    ),
    "a mall id that is too long": (
        f"INSERT INTO counter VALUES ('{51 * 'a'}', 'long', 7)",
        f"table counter, row {51 * 'a'} long: mall_id is too long",
    ),
    "facts that wait of no table": (
        """INSERT INTO fact_batch VALUES ('myshop', 1, '{"gone": [["x"]]}')""",
        "table fact_batch, row myshop 1: content:"
        " facts gone: this program has no such table of facts",
    ),
}


def openmall(folder: Path, *words: str) -> tuple[int, str, str]:
    done = Shell(folder).run(*words)
    return done.exit_code, done.stdout, done.stderr


def verified(file: Path) -> tuple[int, dict[str, Any]]:
    done = Shell(file.parent).run("backup", "verify", str(file), "--json")
    return done.exit_code, json.loads(done.stdout)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    assert openmall(folder, "mall", "create", "myshop", "--name", "My shop")[0] == 0
    return folder


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_cannot_be_restored_is_named(shop: Path, tmp_path: Path, damage: str) -> None:
    statement, line = DAMAGE[damage]
    store, file = shop / "openmall.sqlite", tmp_path / "copy.tar"
    before = store.read_bytes()
    try:
        connection = apsw.Connection(str(store))
        connection.execute(statement)
        connection.close()
        words = ("backup", "create", str(file), "--without-facts")
        assert openmall(shop, *words)[0] == 0
    finally:
        store.write_bytes(before)
    status, said = verified(file)
    assert (status, said["sound"], said["problems"]) == (1, False, [line])


def test_a_restore_says_what_settings_it_does_not_know(shop: Path, tmp_path: Path) -> None:
    store, file = shop / "openmall.sqlite", tmp_path / "copy.tar"
    before = store.read_bytes()
    try:
        connection = apsw.Connection(str(store))
        connection.execute(DAMAGE["settings of no struct"][0])
        connection.close()
        assert openmall(shop, "backup", "create", str(file))[0] == 0
    finally:
        store.write_bytes(before)
    said = "error: this program has no settings called 'GoneSetting'\n"
    assert openmall(tmp_path / "there", "backup", "restore", str(file)) == (1, "", said)
    assert not (tmp_path / "there" / "openmall.sqlite").exists()
    words = ("backup", "restore", str(file), "--mall", "myshop", "--as", "another")
    assert openmall(shop, *words) == (1, "", said)
    assert [
        each["mall_id"] for each in json.loads(openmall(shop, "mall", "list", "--json")[1])
    ] == ["myshop"]
