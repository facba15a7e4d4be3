"""Calls the command line as a shell does, in this process."""

from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from openmall.cli.main import openmall

DEMO = ("demo", "--no-serve", "--port", "9443", "--http-port", "9080")
"""Make or update the demo mall."""


class Shell:
    """A shell at one installation."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._runner = CliRunner(env={"OPENMALL_DATA_DIR": str(data_dir)})

    def run(self, *words: str, given: str = "") -> Result:
        """Run `openmall` with `words`, `given` on standard input."""
        return self._runner.invoke(openmall, list(words), input=given, prog_name="openmall")

    def text(self, *words: str, given: str = "") -> str:
        """Return what a command that must succeed prints."""
        done = self.run(*words, given=given)
        assert done.exit_code == 0, done.stderr
        return done.stdout

    def json(self, *words: str, given: str = "") -> Any:
        """Return the JSON of a command that must succeed."""
        return msgspec.json.decode(self.text(*words, "--json", given=given))

    def fails(self, *words: str, status: int = 1, given: str = "") -> str:
        """Return the one line a command that must fail says why."""
        done = self.run(*words, given=given)
        assert (done.exit_code, done.stdout) == (status, ""), done.output
        [line] = done.stderr.splitlines()
        assert line.startswith("error: ")
        return line.removeprefix("error: ")
