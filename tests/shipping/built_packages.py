"""The wheel and the sdist, built as `make dist` builds them, and the wheel installed."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

from tests.journeys.demo_server import DemoServer

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "openmall"
MOMENT = "1767225600"
"""SOURCE_DATE_EPOCH of all that is built here."""
LONGEST = 120.0


def environment(home: Path) -> dict[str, str]:
    """Return what a new user's shell says: nothing of this project."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home)}


def build(source: Path, target: Path) -> tuple[Path, Path]:
    """Build wheel and sdist of a source tree into a folder; return both."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(target)],
        cwd=source,
        env={**environment(target), "SOURCE_DATE_EPOCH": MOMENT},
        check=True,
        capture_output=True,
        timeout=LONGEST,
    )
    [wheel], [sdist] = target.glob("*.whl"), target.glob("*.tar.gz")
    return wheel, sdist


def in_wheel(wheel: Path) -> dict[str, bytes]:
    """Return a wheel's files: name -> content."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def unpack(sdist: Path, target: Path) -> Path:
    """Unpack an sdist; return the folder of its source tree."""
    with tarfile.open(sdist) as archive:
        archive.extractall(target, filter="data")
    [tree] = target.iterdir()
    return tree


class Installed:
    """A wheel in an environment of its own, which knows of no source tree.

    What openmall depends on is shared with the tests' environment, by a line that names its
    folder: unlike that environment itself, the line does not lead on to what is on its path.
    """

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.home = folder
        self.venv = folder / "venv"
        self._run([sys.executable, "-m", "venv", "--without-pip", str(self.venv)])
        [self.site] = self.venv.glob("lib/python3*/site-packages")
        shared = sysconfig.get_path("platlib")
        (self.site / "shared.pth").write_text(f"{shared}\n", encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--python", str(self.venv / "bin" / "python")]
        self._run([*pip, "install", "--no-deps", "--no-index", "--quiet", str(wheel)])

    @property
    def command(self) -> tuple[str, ...]:
        return (str(self.venv / "bin" / "openmall"),)

    def python(self, program: str) -> str:
        """Return what a program prints there."""
        return self._run([str(self.venv / "bin" / "python"), "-c", program])

    def openmall(self, *words: str) -> str:
        """Return what the installed command prints."""
        return self._run([*self.command, *words])

    def demo(self) -> DemoServer:
        """Return a running demo mall of it."""
        return DemoServer(
            self.home / "demo", program=self.command, environment=environment(self.home)
        )

    def _run(self, words: list[str]) -> str:
        done = subprocess.run(
            words,
            cwd=self.home,
            env=environment(self.home),
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
