"""Refusals are told in the language of the terminal."""

import os
import subprocess
import sys

import pytest

from openmall.cli import refused
from tests.cli.command_line import Shell

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
