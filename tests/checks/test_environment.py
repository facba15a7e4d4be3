"""How an environment is made: by uv, by pip where uv cannot, and never without hashes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checks import environment
from tests import redis


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A folder that looks like an environment, whose Python notes what it is asked for."""
    folder = tmp_path / "venv"
    (folder / "bin").mkdir(parents=True)
    (folder / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (folder / "bin" / "pip").touch()
    program(folder / "bin" / "python", f'echo "pip $@" >> {tmp_path}/asked')
    return folder


def program(path: Path, line: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def a_lock(folder: Path, *names: str) -> Path:
    lock = folder / "a.lock"
    lock.write_text("".join(f"{name}==1.0 \\\n    --hash=sha256:00\n" for name in names))
    return lock


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text().splitlines()


@pytest.mark.parametrize("works", [True, False])
def test_uv_installs_and_pip_where_it_cannot(
    venv: Path,
    tmp_path: Path,
    works: bool,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    lock = a_lock(tmp_path)
    status = 0 if works else 2
    program(tmp_path / "path" / "uv", f'echo "uv $@" >> {tmp_path}/asked; exit {status}')
    monkeypatch.setenv("PATH", f"{tmp_path}/path:/usr/bin:/bin")

    environment.install(venv, lock)

    by_uv = f"uv pip install --python {venv}/bin/python --require-hashes -r {lock}"
    by_pip = f"pip -m pip --disable-pip-version-check install --require-hashes -r {lock}"
    *installed, taken_away = asked(tmp_path)
    assert installed == ([by_uv] if works else [by_uv, by_pip])
    assert taken_away.endswith("uninstall --quiet --yes setuptools uv pip")
    assert (environment.INSTEAD in capfd.readouterr().out) is not works
    assert (venv / "bin" / "openmall").stat().st_mode & 0o111
    [line] = (venv / "lib/python3.11/site-packages/openmall.pth").read_text().splitlines()
    assert Path(line, "openmall", "__init__.py").exists()


def test_pip_brings_uv_by_its_hash_where_there_is_none(
    venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = f'echo "pip $@" >> {tmp_path}/asked; cp {tmp_path}/uv {venv}/bin/uv'
    program(venv / "bin" / "python", bring)
    program(tmp_path / "uv", f'echo "uv $@" >> {tmp_path}/asked')
    monkeypatch.setenv("PATH", "/usr/bin:/bin")

    environment.install(venv, a_lock(tmp_path))

    first, second, _ = asked(tmp_path)
    assert first.endswith(f"install --require-hashes -r {environment.UV_LOCK}")
    assert second.startswith("uv pip install ")


def test_what_installs_is_kept_where_the_lock_file_names_it(
    venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "path" / "uv", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}/path:/usr/bin:/bin")

    environment.install(venv, a_lock(tmp_path, "pip", "pip-audit"))

    [taken_away] = asked(tmp_path)
    assert taken_away.endswith("uninstall --quiet --yes setuptools uv")


def test_a_new_environment_of_the_shop_has_no_installer(tmp_path: Path) -> None:
    there = tmp_path / "there"
    subprocess.run([sys.executable, "-m", "venv", there], check=True)
    python = there / "bin" / "python"

    environment._take_away_installers(python, a_lock(tmp_path, "starlette"), environment.INSTALLERS)

    listed = "import importlib.metadata as m; print([d.name for d in m.distributions()])"
    shown = subprocess.run([python, "-c", listed], check=True, capture_output=True, text=True)
    assert shown.stdout.strip() == "[]"


def test_nothing_installed_is_an_error_in_a_line(
    venv: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program(venv / "bin" / "python", "exit 1")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(environment, "ROOT", tmp_path)  # whose source is compiled meanwhile
    assert environment.main([str(tmp_path / "a.lock"), "--venv", str(venv)]) == 1
    assert "error: nothing was installed" in capsys.readouterr().err


def test_uv_asks_where_pip_was_told_to() -> None:
    told = {"PIP_INDEX_URL": "https://mirror.example/simple", "PIP_CERT": "/etc/mirror.pem"}
    assert environment.index_of(told) == {
        "UV_DEFAULT_INDEX": "https://mirror.example/simple",
        "SSL_CERT_FILE": "/etc/mirror.pem",
    }
    assert environment.index_of({**told, "UV_INDEX_URL": "x", "SSL_CERT_FILE": "y"}) == {}
    assert environment.index_of({}) == {}


def test_it_needs_nothing_but_python() -> None:
    """It runs before anything is installed."""
    code = f"import sys; sys.path.append({str(environment.ROOT)!r}); import checks.environment"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


def test_tests_of_redis_are_skipped_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match="redis-server"):
        redis.Server()


@pytest.mark.parametrize(("coverage", "status"), [("", 0), ("95", 2)])
def test_only_continuous_integration_insists_on_redis(
    tmp_path: Path, coverage: str, status: int
) -> None:
    make = shutil.which("make")
    assert make is not None
    program(tmp_path / "bin" / "id", "echo 1000")
    command = [make, "--no-print-directory", "redis", f"COVERAGE={coverage}"]
    environ = {"PATH": str(tmp_path / "bin")}
    done = subprocess.run(
        command, cwd=environment.ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "skipped: tests of limits" in done.stderr) == (status, True)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", "checks/uv.lock"])
def test_every_locked_library_has_hashes(lock: str) -> None:
    text = (environment.ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"(?m)^(?=\S+==)", text)[1:]
    assert entries != []
    assert [each.split()[0] for each in entries if "--hash=sha256:" not in each] == []
