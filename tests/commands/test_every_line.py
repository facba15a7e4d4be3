"""Every command, and every line that help and pages print, run as users do: by a shell.

The lines are read from the help of the commands and from the Markdown, so a new one is run because
it is there. What stands for addresses and placeholders, and what a line needs, is in `scenes.py`.

One line of each command of the first level is run as a new process, the others by
`tests.command_server`. With `--thorough` all are new processes, and lines that are printed twice
are run twice.
"""

import functools
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests import postgres, random_cases
from tests.commands import printed_lines
from tests.commands.prepared_installation import WAITING, Prepared, environment
from tests.commands.printed_lines import Line
from tests.commands.scenes import (
    EVERY_COMMAND,
    NEVER_RETURN,
    READY,
    SCENES,
    SIGNALS,
    SUBSTITUTIONS,
    WAITS,
    Scene,
)
from tests.journeys.demo_server import soon
from tests.launcher import FRESH
from tests.redis import Server as Redis
from tests.stores import STORES, only

LONGEST = 240.0
SERVER = "openmall serve --jobs workers"
"""Begun beside a line that asks a server: with as few processes as there can be."""
CASES = [
    *printed_lines.of_help(),
    *printed_lines.of_pages(),
    *(Line(f"for {name}", lines) for name, lines in EVERY_COMMAND.items()),
]
USUAL = printed_lines.without_repetitions(CASES)


def _first_of_each_command() -> frozenset[str]:
    """Return the names of the cases that are run as new processes."""
    found: dict[str, str] = {}
    for case in sorted(USUAL, key=lambda each: len(each.lines)):
        for name in printed_lines.called(case.lines[0]):
            found.setdefault(name.split()[1], case.name)
    return frozenset(found.values())


NEW_PROCESSES = _first_of_each_command()


def scene_of(case: Line) -> Scene:
    return SCENES.get(case.name, SCENES.get(case.lines[0], Scene()))


@functools.cache
def _prepared(store: str, folder: Path) -> Prepared:
    return Prepared(folder, store)


@pytest.fixture
def prepared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The installation on the store of the case, which is prepared once for each store."""
    folder = tmp_path_factory.getbasetemp() / f"prepared-{request.param}"
    folder.mkdir(exist_ok=True)
    return _prepared(request.param, folder)


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()


class Shell:
    """A shell in a working folder, at a copy of the prepared installation."""

    def __init__(self, prepared: Prepared, scene: Scene, folder: Path) -> None:
        self.prepared, self.scene = prepared, scene
        self.work, self.data, self.other = folder / "work", folder / "data", folder / "other"
        self.backup = folder / "backup"
        self.backup.mkdir()
        self.waiting = folder / "waiting"
        shutil.copytree(prepared.files, self.work)
        shutil.copy(self.work / "all.tar", self.backup / "all.tar")
        for name in scene.without:
            (self.work / name).unlink()
        (self.work / ".venv" / "bin").mkdir(parents=True)
        shutil.copy(prepared.programs / "openmall", self.work / ".venv" / "bin")
        if not scene.empty:
            shutil.copytree(prepared.data, self.data)
        if scene.folder:
            self.data.mkdir()
        if scene.other:
            shutil.copytree(prepared.data, self.other)
        self.database = self._new_store(empty=scene.empty)
        self.environment = environment(prepared, self.data, self.database)
        # a home of its own, in which fish has been started
        self.environment["HOME"] = str(self.work)
        (self.work / ".config" / "fish" / "completions").mkdir(parents=True)
        self.url = f"https://127.0.0.1:{self.environment['OPENMALL_PORT']}"

    def _new_store(self, *, empty: bool) -> str:
        if not empty:
            return self.prepared.copy_store()
        return postgres.server().new_database() if self.prepared.database else ""

    def move_elsewhere(self) -> None:
        """Let the next line be called in another installation, in which nothing is yet."""
        self.environment["OPENMALL_DATA_DIR"] = str(self.data.with_name("elsewhere"))
        if self.database:
            self.environment["OPENMALL_DATABASE"] = postgres.server().new_database()

    def typed(self, line: str, redis: str) -> str:
        """Return a line with what stands for addresses, paths and placeholders."""
        meaning = {
            "{redis}": redis,
            "{data}": str(self.data),
            "{other}": str(self.other),
            "{backup}": str(self.backup),
            "{receiver}": "http://127.0.0.1:9",
            "{server}": self.url,
            "{client}": self.prepared.client,
            "{token}": self.prepared.token,
            "{sequence}": str(self.prepared.sequence),
            "{later}": f"{datetime.now(UTC) + timedelta(days=40):%Y-%m-%dT%H:%M:%S}",
        }
        for shown, instead in SUBSTITUTIONS.items():
            line = line.replace(shown, instead)
        if "{postgresql}" in line:
            itself = self.scene.named == "itself"
            meaning["{postgresql}"] = self.database if itself else postgres.server().new_database()
        for name, value in meaning.items():
            line = line.replace(name, value)
        return line

    def run(self, line: str, *, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", line], input=given, cwd=self.work,
            env=self.environment, capture_output=True, text=True, timeout=LONGEST,
        )  # fmt: skip

    @contextmanager
    def running(self, line: str, ready: str) -> Iterator[None]:
        """Run what never returns, wait until it is ready, end it, and see that it ends well."""
        with tempfile.TemporaryFile("w+") as printed_:
            process = subprocess.Popen(
                ["bash", "-c", line], cwd=self.work, env=self._environment(ready), text=True,
                stdin=subprocess.DEVNULL, stdout=printed_, stderr=printed_,
                start_new_session=True,
                # or Ctrl-C would do nothing where tests run in the background
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )  # fmt: skip

            def text() -> str:
                return os.pread(printed_.fileno(), 1_000_000, 0).decode()

            try:
                for _ in range(8):  # as patient as with those that return
                    if soon(lambda: process.poll() is not None or self._is(ready, process, text)):
                        break
                assert process.poll() is None, text()
                assert self._is(ready, process, text), text()
                yield
                stopped = ready == WAITS or ready.startswith("Listening")
                process.send_signal(signal.SIGINT if stopped else signal.SIGTERM)
                assert process.wait(LONGEST) in ((0, 130) if stopped else (0,)), text()
                assert "Traceback" not in text()
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def _environment(self, ready: str) -> dict[str, str]:
        if ready == SIGNALS:  # they are looked up by the process id
            return {**self.environment, FRESH: "1"}
        if ready != WAITS:
            return self.environment
        self.waiting.unlink(missing_ok=True)
        path = f"{self.prepared.telling}{os.pathsep}{self.environment['PYTHONPATH']}"
        return {**self.environment, "PYTHONPATH": path, WAITING: str(self.waiting)}

    def _is(self, ready: str, process: "subprocess.Popen[str]", text: Any) -> bool:
        if ready == SIGNALS:
            caught = Path(f"/proc/{process.pid}/status").read_text()
            [mask] = re.findall(r"^SigCgt:\s*([0-9a-f]+)", caught, re.M)
            return bool(int(mask, 16) >> (signal.SIGTERM - 1) & 1)
        if ready == WAITS:
            return self.waiting.exists()
        return ready in text()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each line on one store, or on both with `--thorough`; one that names a store on that."""
    if "case" not in metafunc.fixturenames:
        return
    every = metafunc.config.getoption("--thorough")
    cases = [
        (case, store)
        for case in (CASES if every else USUAL)
        for store in STORES
        if scene_of(case).store in ("", store)
        and (every or store == (scene_of(case).store or only(case.name, set())))
    ]
    cases.sort(key=lambda each: STORES.index(each[1]))
    metafunc.parametrize(
        ("case", "prepared"), cases, indirect=["prepared"],
        ids=[f"{store}-{case.name}" for case, store in cases],
    )  # fmt: skip


def test_it_does_what_it_says(case: Line, prepared: Prepared, redis: Redis, tmp_path: Path) -> None:
    scene = scene_of(case)
    shell = Shell(prepared, scene, tmp_path)
    if random_cases.THOROUGH or case.name in NEW_PROCESSES:
        shell.environment[FRESH] = "1"
    if scene.served:
        with shell.running(SERVER, READY):
            _run(case, scene, shell, redis)
    else:
        _run(case, scene, shell, redis)


def _run(case: Line, scene: Scene, shell: Shell, redis: Redis) -> None:
    for line in (*scene.before, *case.lines):
        typed = shell.typed(line, redis.url)
        if name := re.match(r"export ([A-Z_]+)=(\S+)", typed):
            shell.environment[name[1]] = name[2]
            continue
        never = [ready for shape, ready in NEVER_RETURN.items() if re.search(shape, typed)]
        if never:
            with shell.running(typed, never[0]):
                continue
        kept = dict(shell.environment)
        if any(words in line for words in scene.elsewhere):
            shell.move_elsewhere()
        if any(words in line for words in scene.again):
            removed = shell.run("openmall mall remove myshop --yes")
            assert removed.returncode == 0, removed.stderr
        if any(words in line for words in scene.served_for):
            with shell.running(SERVER, READY):
                done = shell.run(typed)
        else:
            done = shell.run(typed, given=scene.given)
        shell.environment = kept
        failing, says = scene.fails
        if failing and failing in typed:
            assert done.returncode == 1, (typed, done.stdout, done.stderr)
            assert says in done.stdout + done.stderr
            continue
        assert done.returncode == 0, (typed, done.stdout[-2000:], done.stderr[-2000:])
        assert not re.search(r"^(error: |Traceback)", done.stderr, re.M), done.stderr


def test_every_command_is_run_by_some_line() -> None:
    run = {name for case in USUAL for line in case.lines for name in printed_lines.called(line)}
    assert set(printed_lines.leaves()) - run == set(), "give its help an example"
    assert not set(EVERY_COMMAND) - set(printed_lines.leaves()), "a command that is gone"


def test_every_scene_is_of_a_line_that_is_printed() -> None:
    assert set(SCENES) <= {case.name for case in CASES} | {case.lines[0] for case in CASES}
    text = "\n".join(line for case in CASES for line in case.lines)
    assert [shown for shown in SUBSTITUTIONS if shown not in text] == []
