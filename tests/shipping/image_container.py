"""A container of the built image, started by runc with what its configuration says.

No engine is needed for it: buildah lays the image's files out, runc starts them as an engine
would, without capabilities, with a root that is read-only. The container has the machine's network.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from openmall.configuration import PREFIX

IMAGE = os.environ.get("OPENMALL_TEST_IMAGE", "")
"""Name of the image that is tested; empty: none was built."""
RUNC = shutil.which("runc") or shutil.which("runc", path="/usr/sbin")
PATIENCE = 120.0


def output_of(*words: str, timeout: float = PATIENCE) -> str:
    """Return what a command that has to succeed prints."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, check=False)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout.strip()


class Image:
    """The image, with its files laid out in a folder that nothing writes to."""

    def __init__(self, name: str) -> None:
        inspected = json.loads(output_of("buildah", "inspect", "--type", "image", name))
        self.configuration: dict[str, Any] = inspected["Docker"]["config"]
        self.name = name
        self._working = output_of("buildah", "from", "--pull-never", name)
        self.files = Path(output_of("buildah", "mount", self._working))

    @property
    def user(self) -> tuple[int, int]:
        """User and group that its processes have."""
        user, group = self.configuration["User"].split(":")
        return int(user), int(group)

    def megabytes(self) -> int:
        """Return the size of its files, not compressed."""
        return int(output_of("du", "-sxm", str(self.files)).split()[0])

    def remove(self) -> None:
        """Take the folder away again; the image stays."""
        output_of("buildah", "rm", self._working)


class Container:
    """A container with a data folder, ended at the end of its block."""

    def __init__(
        self, image: Image, data: Path, *command: str, settings: Mapping[str, str] | None = None
    ) -> None:
        """Start it. `command`: instead of the image's own; `settings`: `OPENMALL_...` variables."""
        self.name = f"openmall-{os.getpid()}-{time.monotonic_ns()}"
        self._configuration = image.configuration
        self._settings = settings or {}
        assert all(name.startswith(PREFIX) for name in self._settings)
        self._bundle = Path(tempfile.mkdtemp(prefix="bundle-"))
        arguments = [*image.configuration["Entrypoint"], *(command or image.configuration["Cmd"])]
        bundle = _bundle(image, data, self.process_of(image, *arguments))
        (self._bundle / "config.json").write_text(json.dumps(bundle), encoding="utf-8")
        self._log = (self._bundle / "log").open("w")
        assert RUNC is not None
        self.process = subprocess.Popen(
            [RUNC, "run", "--bundle", str(self._bundle), self.name],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._image = image

    def process_of(self, image: Image, *arguments: str) -> dict[str, Any]:
        """Return how runc is to start a process of the container."""
        user, group = image.user
        none: dict[str, list[str]] = {kind: [] for kind in ("bounding", "effective", "permitted")}
        return {
            "terminal": False,
            "user": {"uid": user, "gid": group},
            "args": list(arguments),
            "env": [
                *image.configuration["Env"],
                *(f"{name}={value}" for name, value in self._settings.items()),
            ],
            "cwd": image.configuration["WorkingDir"],
            "noNewPrivileges": True,
            "capabilities": none,
        }

    def printed(self) -> str:
        """Return what it wrote to its log so far."""
        return (self._bundle / "log").read_text(encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        """Run a command in it; return its exit status, and what it printed."""
        path = self._bundle / "process.json"
        path.write_text(json.dumps(self.process_of(self._image, *arguments)), encoding="utf-8")
        assert RUNC is not None
        done = subprocess.run(
            [RUNC, "exec", "--process", str(path), self.name],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def healthy(self) -> float:
        """Wait until the image's own health check passes; return after how many seconds it did."""
        check = self._configuration["Healthcheck"]["Test"]
        assert check[0] == "CMD"
        begun = time.monotonic()
        while True:
            status, said = self.run(*check[1:])
            if status == 0:
                return time.monotonic() - begun
            assert self.process.poll() is None, self.printed()
            assert time.monotonic() - begun < PATIENCE, (said, self.printed())
            time.sleep(0.1)

    def signal_stop(self) -> None:
        """Send the signal that the image says stops it, as an engine does."""
        assert RUNC is not None
        output_of(RUNC, "kill", self.name, self._configuration.get("StopSignal", "SIGTERM"))

    def wait(self, seconds: float = PATIENCE) -> int:
        """Return its exit status once it has ended."""
        return self.process.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        assert RUNC is not None
        if self.process.poll() is None:
            subprocess.run([RUNC, "kill", self.name, "KILL"], check=False, capture_output=True)
            self.process.wait(PATIENCE)
        subprocess.run([RUNC, "delete", "--force", self.name], check=False, capture_output=True)
        self._log.close()
        shutil.rmtree(self._bundle)


def _bundle(image: Image, data: Path, process: dict[str, Any]) -> dict[str, Any]:
    """Return the configuration of a container by the OCI's runtime specification."""
    [volume] = image.configuration["Volumes"]
    tmpfs = {"type": "tmpfs", "source": "tmpfs"}
    return {
        "ociVersion": "1.0.0",
        "process": process,
        "root": {"path": str(image.files), "readonly": True},
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", **tmpfs, "options": ["nosuid", "mode=755", "size=65536k"]},
            {"destination": "/dev/shm", **tmpfs, "options": ["nosuid", "nodev", "size=65536k"]},
            {"destination": "/tmp", **tmpfs, "options": ["nosuid", "nodev", "size=65536k"]},
            {
                "destination": volume,
                "type": "bind",
                "source": str(data),
                "options": ["rbind", "rw"],
            },
        ],
        "linux": {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")]},
    }
