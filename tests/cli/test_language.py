"""Refusals are told in the language of the terminal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from openmall.cli import refused
from tests.cli.command_line import Shell
from tests.transfer.imports.import_commands import called, csv_file
from tests.world import World

ADD = ("approval", "add", "--mall", "myshop", "--app", "unknown")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR"}, "ko"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, "ko"),
    ],
)
def test_the_first_variable_that_is_set_decides(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert refused.language() == language


def test_a_process_with_a_korean_terminal_refuses_in_korean(shop: Shell) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LC_ALL", "LC_MESSAGES", "LANG")
    }
    environment |= {"LANG": "ko_KR.UTF-8", "OPENMALL_DATA_DIR": str(shop.data_dir)}

    done = subprocess.run(
        [sys.executable, "-m", "openmall", *ADD], env=environment, capture_output=True, check=False
    )

    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode() == "오류: 앱이 쇼핑몰에 없습니다. (--app)\n"
    assert shop.fails(*ADD) == "The app is not in the shop. (--app)"


def test_rows_at_fault_are_told_in_the_language_of_the_terminal(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    file = csv_file(tmp_path, "custom_product_code,product_name,supply_price,price", "A,Apron,1,x")

    people = called(world, file).stdout.splitlines()
    programs = called(world, file, "--json").stdout

    assert people[-1] == "2행, price: 숫자 형식이 올바르지 않습니다."
    assert "Invalid decimal string." in programs
