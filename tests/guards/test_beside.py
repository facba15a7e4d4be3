"""Nothing in the repository refers to folders beside it, but for one documented variable."""

import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.guards.sources import ROOT

DEFAULT: Final = '"${OPENMALL_TEST_CITUS:=../shared/citus}"'
"""What `.ci/run` takes where the variable is not set."""
ALLOWED: Final = {".ci/run": DEFAULT, "docs/testing.md": "`../shared/citus`"}
UPWARDS: Final = re.compile(r"(?<![\w./\\])(?:\.\./)+[\w.-][\w./-]*")
OF_A_WORKPLACE: Final = re.compile(r"(?<![\w.)}/-])/work/|\.\./shared\b")
_RUN_FROM_THE_ROOT: Final = (".ci/", ".github/", ".gitlab-ci", ".pre-commit", "deploy/", "Makefile")


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [each for each in listed.stdout.splitlines() if (ROOT / each).is_file()]


def references(file: str, text: str) -> list[str]:
    """Return what a file says of places outside of the repository."""
    text = text.replace(ALLOWED.get(file, "\0"), "", 1)
    found = OF_A_WORKPLACE.findall(text)
    if file.startswith("tests/"):  # hostile paths are what many tests send
        return found
    base = ROOT if file.startswith(_RUN_FROM_THE_ROOT) else (ROOT / file).parent
    for path in UPWARDS.findall(text):
        if not Path(os.path.normpath(base / path)).is_relative_to(ROOT):
            found.append(path)
    return found


def test_no_file_refers_to_a_folder_beside_the_repository() -> None:
    found = {}
    for file in tracked():
        if file == "tests/guards/test_beside.py":
            continue
        try:
            text = (ROOT / file).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        if wrong := references(file, text):
            found[file] = wrong
    assert found == {}


def test_the_variable_is_documented_with_its_default() -> None:
    assert DEFAULT in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    assert ALLOWED["docs/testing.md"] in page


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".ci/run", "find ../shared/citus -name x"),
        ("Makefile", "cat ../other/file"),
        ("docs/testing.md", "a build lies in `../../elsewhere`"),
        ("src/openmall/x.py", 'open("/work/shared/spec.md")'),
        ("tests/x.py", 'Path("/work/main")'),
    ],
)
def test_references_are_seen(file: str, text: str) -> None:
    assert references(file, text) != []


def _continuous_integration(folder: Path, make: str) -> tuple[int, list[str]]:
    """Run the script in a folder of its own, with a `make` of these lines; return what it says."""
    script = folder / "checkout" / ".ci" / "run"
    script.parent.mkdir(parents=True)
    script.write_bytes((ROOT / ".ci" / "run").read_bytes())
    script.chmod(0o755)
    program = folder / "bin" / "make"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{make}\n")
    program.chmod(0o755)
    environment = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    done = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("there", [True, False])
def test_continuous_integration_runs_the_cluster_where_there_is_a_build(
    tmp_path: Path, there: bool
) -> None:
    beside = tmp_path / "shared" / "citus"
    if there:
        beside.mkdir(parents=True)

    status, said = _continuous_integration(tmp_path, 'echo "made $@"')

    assert status == 0
    if there:
        assert said[-1] == f"made cluster RETRIES=3 OPENMALL_TEST_CITUS={beside}"
    else:
        skipped = "make cluster: skipped, OPENMALL_TEST_CITUS names no build"
        assert [each for each in said if each.startswith(skipped)]


@pytest.mark.parametrize("target", ["check", "test", "journeys", "cluster"])
def test_continuous_integration_fails_where_a_part_fails(tmp_path: Path, target: str) -> None:
    (tmp_path / "shared" / "citus").mkdir(parents=True)

    status, said = _continuous_integration(tmp_path, f'echo "made $@"; test "$1" != {target}')

    assert status != 0
    assert any(each.startswith(f"made {target}") for each in said)
