"""One number for each package of clients, wherever it is written."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import openmall_client
import pytest_openmall

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients"


@pytest.mark.parametrize(
    ("folder", "stated"),
    [("python", openmall_client.__version__), ("pytest", pytest_openmall.__version__)],
)
def test_packages_for_python_state_one_version(folder: str, stated: str) -> None:
    text = (CLIENTS / folder / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["project"]["version"] == stated


def test_the_package_for_typescript_states_one_version() -> None:
    package, lock = (
        _json(CLIENTS / "typescript" / name) for name in ("package.json", "package-lock.json")
    )
    sent = (CLIENTS / "typescript/src/version.ts").read_text(encoding="utf-8")
    [named] = re.findall(r'PACKAGE_VERSION = "(.*)"', sent)
    assert {lock["version"], lock["packages"][""]["version"], named} == {package["version"]}


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
