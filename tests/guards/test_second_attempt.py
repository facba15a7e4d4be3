"""Continuous integration repeats a few failed tests, and hides nothing that fails alone too."""

import subprocess
import sys
from pathlib import Path

import pytest

from checks.second_attempt import TESTS_FAILED, main

pytestmark = pytest.mark.one_store

UNSTABLE = """
from pathlib import Path
def test_it():
    seen = Path(__file__).with_suffix(".seen")
    assert seen.exists() or seen.touch()
"""
WRONG = "def test_it():\n    assert False\n"


def _run(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str, **tests: str) -> int:
    """Run tests with pytest in a folder; return its exit status."""
    monkeypatch.chdir(folder)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    for name, source in tests.items():
        (folder / f"test_{name}.py").write_text(source)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options], capture_output=True
    ).returncode


def test_what_passes_alone_is_listed_as_unstable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    status = _run(tmp_path, monkeypatch, one=UNSTABLE, two="def test_it(): pass")

    assert status == TESTS_FAILED
    assert main(["--status", str(status), "--most", "3"]) == 0
    assert "unstable, passed alone:\n  test_one.py::test_it\n" in capfd.readouterr().out


def test_a_run_with_a_cache_of_its_own_is_repeated_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    status = _run(tmp_path, monkeypatch, "-o", "cache_dir=other", one=UNSTABLE)

    assert main(["--status", str(status), "--most", "3"]) == TESTS_FAILED
    assert "unstable" not in capfd.readouterr().out
    assert main(["--status", str(status), "--most", "3", "--cache", "other"]) == 0
    assert "unstable, passed alone:\n  test_one.py::test_it\n" in capfd.readouterr().out


def test_what_fails_alone_as_well_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    status = _run(tmp_path, monkeypatch, one=UNSTABLE, two=WRONG)

    assert main(["--status", str(status), "--most", "3"]) == TESTS_FAILED
    assert "unstable" not in capfd.readouterr().out


def test_many_failures_are_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    status = _run(tmp_path, monkeypatch, one=UNSTABLE, two=UNSTABLE)

    assert main(["--status", str(status), "--most", "1"]) == TESTS_FAILED
    assert capfd.readouterr().out == ""


def test_a_run_that_was_broken_off_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run(tmp_path, monkeypatch, one=UNSTABLE)

    assert main(["--status", "2", "--most", "3"]) == 2


@pytest.mark.parametrize(("wanted", "ended"), [("10", 0), ("100", TESTS_FAILED)])
def test_too_little_coverage_has_failed_though_the_tests_pass_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, ended: int
) -> None:
    status = _run(tmp_path, monkeypatch, one=UNSTABLE)
    # to import it covers its first lines
    measure = [sys.executable, "-m", "coverage", "run", "--source=.", "test_one.py"]
    subprocess.run(measure, check=True)

    assert main(["--status", str(status), "--most", "3", "--coverage", wanted]) == ended
