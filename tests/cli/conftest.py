"""A shell at an installation of its own."""

from pathlib import Path

import pytest

from tests.cli.calling import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell at an installation where nothing was done yet."""
    return Shell(tmp_path / "data")


@pytest.fixture
def shop(shell: Shell) -> Shell:
    """A shell at an installation with the mall `myshop`."""
    shell.text("mall", "create", "myshop", "--name", "My shop")
    return shell
