"""The Python programs of the guides in `docs/apps` run as they are printed, on a real mall.

Those in TypeScript are compiled and run by `make release-check ONLY=clients`, because they need
packages of npm.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from checks.clients import guides
from tests.events.messages.mail_server import free_port
from tests.journeys.consent_browser import consent
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, ROOT, WAIT, DemoServer
from tests.journeys.filled_malls import FilledMalls

WITH_CLIENT = {
    **ENVIRONMENT,
    "PYTHONPATH": f"{ROOT / 'clients' / 'python' / 'src'}{os.pathsep}{ENVIRONMENT['PYTHONPATH']}",
    "PYTHONUNBUFFERED": "1",
}
SPECIAL = ("authentication", "webhooks")
"""Pages whose programs need a person or a second program."""


@pytest.fixture(scope="module")
def running(filled: FilledMalls) -> Iterator[DemoServer]:
    """A mall of this module, which enforces its limits."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        started = DemoServer(data_dir, *filled.copy(data_dir))
        yield started
        assert started.stop() == 0


@pytest.fixture
def folder(running: DemoServer, tmp_path: Path) -> Path:
    """A folder whose `.data` is that of the mall, as after `make run`."""
    (tmp_path / ".data").symlink_to(running.data_dir)
    return tmp_path


def started(folder: Path, program: str) -> subprocess.Popen[str]:
    """Start a Python program in the folder."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "program.py"],
        cwd=folder,
        env=WITH_CLIENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_every_guide_is_run() -> None:
    # testing.md is run by tests of its own, reasons.md is a printed list
    found = {each.stem for each in guides.FOLDER.glob("*.md")} - {"testing", "reasons"}
    assert found == set(guides.PAGES)
    for page in guides.PAGES:
        assert all(guides.programs(page)), page


@pytest.mark.parametrize("page", [each for each in guides.PAGES if each not in SPECIAL])
def test_the_programs_of_a_guide_run(folder: Path, page: str) -> None:
    program = started(folder, guides.programs(page).python)

    _, errors = program.communicate(timeout=3 * WAIT)

    assert program.returncode == 0, errors


def test_an_app_is_authorised_as_the_guide_says(running: DemoServer, folder: Path) -> None:
    program = started(folder, guides.programs("authentication").python)
    assert program.stdout is not None
    line = program.stdout.readline()
    match = re.search(r"https://\S+", line)
    assert match is not None, line + program.communicate(timeout=WAIT)[1]
    address = urlsplit(match[0])

    location = consent(running, f"{address.path}?{address.query}")
    _, errors = program.communicate(f"{location}\n", timeout=3 * WAIT)

    assert program.returncode == 0, errors


def test_events_arrive_as_the_guide_says(running: DemoServer, folder: Path) -> None:
    port = str(free_port())
    secret = re.search(r"whsec_\w+", guides.programs("webhooks").python)
    assert secret is not None
    app = running.demo.app("full")
    server, authority = running.demo.local_url, running.demo.ca_file
    assert authority is not None
    listening = subprocess.Popen(
        [*COMMAND, "listen", "--forward", f"http://localhost:{port}/hooks", "--server", server,
         "--token", app.access_token, "--ca", authority],
        env={**ENVIRONMENT, "OPENMALL_LISTEN_SECRET": secret[0]},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )  # fmt: skip
    try:
        assert listening.stdout is not None
        said = listening.stdout.readline()
        assert "Listening" in said, said
        text = guides.programs("webhooks").python.replace("3000", port)
        program = started(folder, text)
        _, errors = program.communicate(timeout=3 * WAIT)
        assert program.returncode == 0, errors
    finally:
        listening.terminate()
        listening.communicate(timeout=WAIT)
