"""A module of tests that cannot be imported is an error, and never a module without tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("import json\nfrom json import not_there\n", "1 error"),
        ("import pytest\npytest.skip('none', allow_module_level=True)\n", "SKIPPED [1]"),
    ],
)
def test_a_module_that_ends_while_it_is_imported_is_reported(
    tmp_path: Path, content: str, says: str
) -> None:
    module = tmp_path / "test_ends.py"
    module.write_text(content + "def test_nothing():\n    pass\n")
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "tests.conftest"]
    command += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}"]

    done = subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), str(module)],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert says in done.stdout, done.stdout + done.stderr
