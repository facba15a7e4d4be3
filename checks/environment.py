"""Makes the environment: `python -m checks.environment LOCK` (`make setup`, `make run`).

uv installs what the lock file names, from the package index, and checks its hashes. Where no uv is
on the path, pip brings the one of `checks/uv.lock` into the environment first. Where uv cannot
install, pip does, from the same lock file, which takes several times as long.

What only installs (pip and setuptools as Python brings them, uv) is taken away at the end, unless
the lock file names it: the shop runs without it, and its old versions have known weaknesses.
Developers keep uv, which writes the lock files.

Runs on the Python that the environment is made of, so that it may import nothing but Python's own.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
UV_LOCK: Final = ROOT / "checks" / "uv.lock"
INSTALLERS: Final = ("setuptools", "uv", "pip")
INSTEAD: Final = (
    "uv could not install from the package index: pip installs now, from the same lock file, "
    "which takes a minute or more"
)
LAUNCHER: Final = """#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/python" -m openmall "$@"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or update an environment; return an exit status."""
    parser = argparse.ArgumentParser("checks.environment", description=__doc__)
    parser.add_argument("lock", type=Path, help="lock file with hashes")
    parser.add_argument("--venv", type=Path, default=Path(".venv"), help="folder (.venv)")
    parser.add_argument("--editable", type=Path, nargs="*", default=[], help="packages in folders")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    # meanwhile the other core compiles the source, which each process would do for itself otherwise
    compiling = subprocess.Popen(
        [sys.executable, "-m", "compileall", "-q", str(ROOT / "src")], stdout=subprocess.DEVNULL
    )
    try:
        install(options.venv, options.lock, options.editable)
    except subprocess.CalledProcessError as failed:
        print(f"error: nothing was installed: {failed}", file=sys.stderr)
        return 1
    finally:
        compiling.wait()
    print(f"{options.venv} is complete after {time.monotonic() - began:.0f} s", flush=True)
    return 0


def install(venv: Path, lock: Path, editable: Sequence[Path] = ()) -> None:
    """Install a lock file, the source and packages that lie in folders of the repository."""
    python = venv / "bin" / "python"
    if not (venv / "bin" / "pip").exists():  # which comes last
        print(f"making {venv} of Python {sys.version.split()[0]}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install"]
    uv = _uv(venv, pip)
    hashed = ["--require-hashes", "-r", str(lock)]
    print(f"installing what {lock.name} names", flush=True)
    if uv is not None and not _runs([*uv, "--python", str(python), *hashed]):
        uv = None
    if uv is None:
        print(INSTEAD, flush=True)
        subprocess.run([*pip, *hashed], check=True)
    if editable:
        here = ["--no-index", "--no-build-isolation", "--no-deps"]
        folders = [word for each in editable for word in ("-e", str(each))]
        subprocess.run([*pip, "--quiet", *here, *folders], check=True)
    _put_source_on_the_path(venv)
    _take_away_installers(python, lock, ("setuptools",) if editable else INSTALLERS)


def _take_away_installers(python: Path, lock: Path, installers: Sequence[str]) -> None:
    """Uninstall what the environment was made with, pip last; keep what the lock file names."""
    named = {line.partition("==")[0] for line in lock.read_text(encoding="utf-8").splitlines()}
    others = [name for name in installers if name not in named]
    if others:
        uninstall = [str(python), "-m", "pip", "--disable-pip-version-check", "uninstall"]
        subprocess.run([*uninstall, "--quiet", "--yes", *others], check=True)


def _uv(venv: Path, pip: Sequence[str]) -> list[str] | None:
    """Return how uv is called: that of the path, or one brought by pip; None: there is none."""
    own = venv / "bin" / "uv"
    found = shutil.which("uv") or (str(own) if own.exists() else None)
    if found is None:
        print("installing uv", flush=True)
        if not _runs([*pip, "--require-hashes", "-r", str(UV_LOCK)]):
            return None
        found = str(own)
    return [found, "pip", "install"]


def _runs(command: Sequence[str]) -> bool:
    environment = {**os.environ, **index_of(os.environ)}
    return subprocess.run(command, check=False, env=environment).returncode == 0


def index_of(environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables that tell uv what pip was told: where the index is, whom to trust."""
    told = {}
    if not {"UV_DEFAULT_INDEX", "UV_INDEX_URL"} & environment.keys():
        told["UV_DEFAULT_INDEX"] = environment.get("PIP_INDEX_URL", "")
    if "SSL_CERT_FILE" not in environment:
        told["SSL_CERT_FILE"] = environment.get("PIP_CERT", "")
    return {name: value for name, value in told.items() if value}


def _put_source_on_the_path(venv: Path) -> None:
    """Let the environment import the source, which is not built."""
    [packages] = venv.glob("lib/python3*/site-packages")
    (packages / "openmall.pth").write_text(str(ROOT / "src"), encoding="utf-8")
    launcher = venv / "bin" / "openmall"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
