"""Wheel and sdist have all that the program reads, and nothing else."""

import email
import tomllib
from pathlib import Path

import pytest

from openmall import __version__
from tests.shipping import built_packages
from tests.shipping.built_packages import PACKAGE, ROOT

LEFT_OUT = {"__pycache__"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist."""
    return built_packages.build(ROOT, tmp_path_factory.mktemp("dist"))


def _tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder but what Python wrote there: name -> content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.parts)
    }


def test_the_wheel_is_the_package_and_what_is_said_of_it(built: tuple[Path, Path]) -> None:
    files = built_packages.in_wheel(built[0])
    about = f"openmall-{__version__}.dist-info"
    package = {f"openmall/{name}": content for name, content in _tree(PACKAGE).items()}
    package |= {
        f"openmall/documentation/{name}": content
        for name, content in _tree(ROOT / "docs").items()
        if name.partition("/")[0] not in ("images", "decisions", "examples")
    }
    said = {
        f"{about}/{name}"
        for name in (
            "METADATA",
            "WHEEL",
            "RECORD",
            "entry_points.txt",
            "licenses/LICENSE",
            "licenses/src/openmall/http/web/assets/icons.LICENSE.txt",
            "licenses/src/openmall/http/web/assets/squire.LICENSE.txt",
            "licenses/src/openmall/http/web/assets/uplot.LICENSE.txt",
        )
    }
    assert sorted(files) == sorted({*package, *said})
    assert {name: files[name] for name in package} == package


def test_the_sdist_has_what_builds_the_wheel_and_what_an_operator_reads(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    tree = built_packages.unpack(built[1], tmp_path)
    files = _tree(tree)
    about = {
        "PKG-INFO",
        ".gitignore",
        "ARCHITECTURE.md",
        "LICENSE",
        "README.md",
        "pyproject.toml",
        "requirements.lock",
    }
    kept = {
        f"{folder}/{name}": content
        for folder in ("src", "deploy", "docs")
        for name, content in _tree(ROOT / folder).items()
        if not name.startswith("images/")
    }
    assert sorted(files) == sorted({*about, *kept})
    assert {name: files[name] for name in kept} == kept


def test_the_same_source_makes_the_same_bytes(built: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, sdist = built
    tree = built_packages.unpack(sdist, tmp_path / "sdist")
    (tmp_path / "again").mkdir()
    again = built_packages.build(tree, tmp_path / "again")
    assert [each.name for each in again] == [wheel.name, sdist.name]
    assert again[0].read_bytes() == wheel.read_bytes()
    assert again[1].read_bytes() == sdist.read_bytes()


def test_what_the_wheel_says_of_itself(built: tuple[Path, Path]) -> None:
    files = built_packages.in_wheel(built[0])
    about = email.message_from_bytes(files[f"openmall-{__version__}.dist-info/METADATA"])
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert about["Version"] == __version__
    assert about["Requires-Python"] == declared["requires-python"]
    assert about["License-Expression"] == "Apache-2.0 AND MIT"
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload(decode=True) == (ROOT / "README.md").read_bytes()
    assert set(about.get_all("Provides-Extra", [])) == set(declared["optional-dependencies"])
    entry = files[f"openmall-{__version__}.dist-info/entry_points.txt"].decode().split()
    assert entry == ["[console_scripts]", "openmall", "=", "openmall.__main__:main"]
