"""What a command writes into the data folder, nobody but its user may read."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_store


def _made(folder: Path) -> dict[str, str]:
    """Make a mall under the usual umask; return which paths others may use, and how."""
    words = ["mall", "create", "myshop", "--name", "My shop", "--data-dir", str(folder)]
    program = f'umask 022; exec {sys.executable} -m openmall "$@"'
    subprocess.run(["sh", "-c", program, "sh", *words], check=True, capture_output=True)
    return {
        str(path.relative_to(folder.parent)): oct(path.stat().st_mode & 0o777)
        for path in (folder, *folder.rglob("*"))
        if path.stat().st_mode & 0o077
    }


def test_the_folder_and_its_files_are_the_users_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    assert _made(folder) == {}
    assert (folder / "openmall.sqlite").exists()


def test_a_folder_that_was_there_keeps_its_mode_and_its_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)

    assert _made(folder) == {"data": "0o755"}
