"""Pods of two releases on one PostgreSQL, run as processes with the commands of the manifests."""

import json
import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from typing import Any

import httpx
import yaml

from openmall.database import phases
from tests.database import releases
from tests.journeys.demo_server import FREE_PORTS, ROOT, WAIT
from tests.server_logs import ServerLog

DEPLOY = ROOT / "deploy"
START = 120.0
"""Seconds that one command may take, also where other tests run beside it."""
HOST = "demo.openmall.localhost"
DRAINED = 1.0
"""Seconds between leaving the Service and SIGTERM, as `preStop` has them, only shorter."""


def arguments(file: str, workload: str, container: str) -> list[str]:
    """Return what a container of a manifest runs."""
    for manifest in yaml.safe_load_all((DEPLOY / file).read_text(encoding="utf-8")):
        if manifest["metadata"]["name"] == workload and manifest["kind"] in ("Deployment", "Job"):
            pod = manifest["spec"]["template"]["spec"]
            [found] = [
                each
                for each in (*pod["initContainers"], *pod["containers"])
                if each["name"] == container
            ]
            words: list[str] = found["args"]
            return words
    raise AssertionError(f"{file} has no {workload}")


def first_of_the_last_step() -> str:
    """Return the first schema of the newest expansions, which are followed by contractions alone.

    Programs of before can serve until the contractions, so that pods are replaced meanwhile.
    """
    steps = phases.steps()
    at = len(steps)
    for kind in ("contract", "expand"):
        while steps[at - 1].kind == kind:
            at -= 1
    return steps[at].number


def commit_before(schema: str) -> str:
    """Return the last commit that did not know a schema, by the file of its migration."""
    folder = phases.MIGRATIONS / "versions"
    [file] = folder.glob(f"{schema}_*.py")
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    added = ["log", "--diff-filter=A", "--format=%h^", "-1", "--", str(file.relative_to(ROOT))]
    found = subprocess.run([*git, *added], capture_output=True, text=True, check=True).stdout
    return found.strip() or "unknown"


class Release:
    """The program of a commit, with the settings of an installation."""

    def __init__(self, source: Path, folder: Path, settings: dict[str, str]) -> None:
        self._folder = folder
        self._numbers = count(1)
        own = {name: at for name, at in os.environ.items() if not name.startswith("OPENMALL_")}
        self._environment = {**own, "PYTHONPATH": str(source), **settings}

    @classmethod
    def of_commit(cls, commit: str, folder: Path, settings: dict[str, str]) -> "Release":
        """Take the source of a commit out of the repository, as `releases.of_commit` does."""
        return cls(releases.of_commit(commit, folder / "source").source, folder, settings)

    def volume(self) -> Path:
        """Return an empty folder, as a new pod has one."""
        made = self._folder / f"volume-{next(self._numbers)}"
        made.mkdir(parents=True)
        return made

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, in a container of its own."""
        return subprocess.run(
            [sys.executable, "-m", "openmall", *words, "--data-dir", str(self.volume())],
            env=self._environment, capture_output=True, text=True, timeout=START, check=False,
        )  # fmt: skip

    def done(self, *words: str) -> str:
        """Run a command that has to succeed; return what it prints."""
        ended = self.run(*words)
        assert ended.returncode == 0, (words, ended.stdout, ended.stderr)
        return ended.stdout

    def start(self, *words: str) -> "Pod":
        """Start a pod."""
        return Pod([sys.executable, "-m", "openmall", *words], self.volume(), self._environment)


class Pod:
    """A container that runs until it is stopped."""

    def __init__(self, words: list[str], volume: Path, environment: dict[str, str]) -> None:
        self.log = ServerLog()
        self.volume = volume
        serves = bool({"serve", "demo"} & {*words})
        self.process = subprocess.Popen(
            [*words, "--data-dir", str(volume), *(FREE_PORTS if serves else ())],
            stderr=self.log.file, env=environment, start_new_session=True, text=True,
        )  # fmt: skip
        self.base_url = ""
        if serves:
            ready = self.log.first_line(self.process)
            assert ready.startswith("ready https://"), self.log.text()
            port = ready.split()[1].rpartition(":")[2].strip("/")
            self.base_url = f"https://127.0.0.1:{port}"
            self.trusting = ssl.create_default_context(cafile=volume / "tls" / "ca.pem")

    def new_client(self) -> httpx.Client:
        """Return a client with connections of its own."""
        return httpx.Client(base_url=self.base_url, verify=self.trusting, timeout=WAIT)

    def stop(self) -> int:
        """Ask it to stop, and return its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WAIT)
        self.log.ends()
        return status

    def kill(self) -> None:
        """End it with all that it has started."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(WAIT)
            self.log.ends()


class Service:
    """Sends each call to the next pod that is ready."""

    def __init__(self) -> None:
        self.pods: list[Pod] = []

    def add(self, pod: Pod) -> None:
        """A pod answers from now on."""
        self.pods = [*self.pods, pod]

    def remove(self, pod: Pod) -> int:
        """Send nothing to a pod any more, and stop it; return its status."""
        self.pods = [each for each in self.pods if each is not pod]
        time.sleep(DRAINED)
        return pod.stop()


class Load:
    """Callers that read and write all the time; everything acknowledged is remembered."""

    def __init__(self, service: Service, token: str, products: list[int]) -> None:
        self._service, self._token, self._products = service, token, products
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self.statuses: Counter[str] = Counter()
        self.names: dict[int, str] = {}
        """The last acknowledged name of each product."""
        self.created: list[int] = []
        """Products whose creation was acknowledged."""

    def _caller(self, mine: list[int]) -> None:
        clients: dict[str, httpx.Client] = {}
        turns = count()
        for number, pod in zip(cycle(mine), self._turns(), strict=False):
            if self._ends.is_set():
                break
            client = clients.setdefault(pod.base_url, pod.new_client())
            at = next(turns)
            try:
                self._call(client, number, at)
            except httpx.HTTPError as error:
                self._count(f"{type(error).__name__}")
        for client in clients.values():
            client.close()

    def _turns(self) -> Iterator[Pod]:
        for at in count():
            pods = self._service.pods
            yield pods[at % len(pods)]

    def _call(self, client: httpx.Client, number: int, at: int) -> None:
        name = f"Model {at}"
        where = f"/api/v2/admin/products/{number}"
        changed = self._send(client, "PUT", where, {"model_name": name})
        if changed.is_success:
            self.names[number] = name
        read = self._send(client, "GET", where, None)
        if read.is_success and number in self.names:
            self._count(f"read {read.json()['product']['model_name'] == self.names[number]}")
        if at % 5 == 0:
            cup = {"product_name": f"Cup {number} {at}", "supply_price": "1"}
            made = self._send(client, "POST", "/api/v2/admin/products", cup)
            if made.is_success:
                with self._lock:
                    self.created.append(made.json()["product"]["product_no"])

    def _send(
        self, client: httpx.Client, method: str, where: str, fields: dict[str, Any] | None
    ) -> httpx.Response:
        body = {"json": {"request": fields}} if fields else {}
        headers = {"Authorization": f"Bearer {self._token}", "Host": HOST}
        answer = client.request(method, where, headers=headers, **body)
        self._count(f"{method} {answer.status_code}")
        return answer

    def _count(self, what: str) -> None:
        with self._lock:
            self.statuses[what] += 1

    def forgotten(self) -> list[int]:
        """Return the products that are not as the last acknowledged write left them."""
        with self._service.pods[0].new_client() as client:
            now = {
                number: self._name(client, number) for number in (*self.created, *self._products)
            }
        return [
            number
            for number, name in now.items()
            if name is None or name != self.names.get(number, name)
        ]

    def _name(self, client: httpx.Client, number: int) -> str | None:
        """Return what a product is called; None: it is not there."""
        answer = self._send(client, "GET", f"/api/v2/admin/products/{number}", None)
        return answer.json()["product"]["model_name"] if answer.is_success else None

    @contextmanager
    def going_on(self, callers: int) -> Iterator[None]:
        """Let callers call, each with products of its own, until the block ends."""
        shares = [self._products[at::callers] for at in range(callers)]
        threads = [threading.Thread(target=self._caller, args=(each,)) for each in shares]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._ends.set()
            for thread in threads:
                thread.join()


def filled(release: Release) -> tuple[str, list[int]]:
    """Fill a demo mall by a release; return a token of its full app, and products of it."""
    server = release.start("demo")
    try:
        demo = json.loads((server.volume / "demo.json").read_bytes())
        [token] = [each["access_token"] for each in demo["apps"] if each["name"] == "full"]
        with server.new_client() as client:
            headers = {"Authorization": f"Bearer {token}", "Host": HOST}
            listed = client.get("/api/v2/admin/products?limit=24", headers=headers).json()
    finally:
        server.stop()
    return token, [each["product_no"] for each in listed["products"]]
