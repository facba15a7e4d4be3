"""A shell at an installation of its own."""

import shutil
from pathlib import Path

import pytest

from tests.cli.command_line import DEMO, Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell at an installation where nothing was done yet."""
    return Shell(tmp_path / "data")


@pytest.fixture(scope="session")
def new_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation with the mall `myshop`, made once for `shop` to copy."""
    shell = Shell(tmp_path_factory.mktemp("new-shop") / "data")
    shell.text("mall", "create", "myshop", "--name", "My shop")
    return shell.data_dir


@pytest.fixture(scope="session")
def new_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation that `DEMO` filled, once for `demo` to copy."""
    shell = Shell(tmp_path_factory.mktemp("new-demo") / "data")
    shell.text(*DEMO)
    return shell.data_dir


@pytest.fixture
def demo(shell: Shell, new_demo: Path) -> Shell:
    """A shell at an installation with the demo mall."""
    shutil.copytree(new_demo, shell.data_dir)
    return shell


@pytest.fixture
def shop(shell: Shell, new_shop: Path) -> Shell:
    """A shell at an installation with the mall `myshop`."""
    shutil.copytree(new_shop, shell.data_dir)
    return shell
