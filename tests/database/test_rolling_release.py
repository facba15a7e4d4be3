"""The pods of a release are replaced by those of the next while a mall is read and written.

As `deploy/kubernetes.yaml` and docs/containers.md do it: each container's command, as a process.
The release before is the last commit from which one expansion and one contraction lead to the
schema of today; its source comes from git.
"""

import base64
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import postgres
from tests.database.rolling_release import (
    Load,
    Release,
    Service,
    arguments,
    commit_before,
    filled,
    first_of_the_last_step,
)
from tests.journeys.demo_server import ROOT
from tests.redis import Server

pytestmark = pytest.mark.journey
CALLERS = 3
EXPAND = arguments("kubernetes.yaml", "openmall", "expand")
SERVE = arguments("kubernetes.yaml", "openmall", "openmall")
WORK = arguments("kubernetes.yaml", "openmall-jobs", "jobs")
CONTRACT = [
    arguments("kubernetes-contract.yaml", "openmall-contract", name)
    for name in ("backfill", "contract")
]


def test_no_call_fails_while_the_pods_of_a_release_are_replaced(tmp_path: Path) -> None:
    with Server() as redis:
        settings = {
            "OPENMALL_DATABASE": postgres.server().new_database(),
            "OPENMALL_LIMITS_STORE": redis.url,
            "OPENMALL_SECRET_KEYS": base64.b64encode(bytes(32)).decode(),
            "OPENMALL_MACHINES": "several",
            # nothing is refused for its frequency, also not where this machine is busy
            "OPENMALL_LIMITS": "count",
        }
        first_new = first_of_the_last_step()
        before = Release.of_commit(commit_before(first_new), tmp_path / "before", settings)
        after = Release(ROOT / "src", tmp_path / "after", settings)
        token, products = filled(before)
        service = Service()
        load = Load(service, token, products)
        running = []
        try:
            for words in (SERVE, SERVE, WORK):
                running.append(before.start(*words))
            for pod in running[:2]:
                service.add(pod)
            with load.going_on(CALLERS):
                # what the manual forbids is refused, and names the programs
                refused = after.run("db", "migrate")
                early = after.run(*SERVE)
                # a new server and the new job worker begin at once, as `kubectl apply` has them
                with ThreadPoolExecutor(2) as pool:
                    list(pool.map(lambda _: after.done(*EXPAND), range(2)))
                # a pod of before may start again meanwhile
                again = before.start(*SERVE)
                running.append(again)
                service.add(again)
                running.append(after.start(*WORK))
                for old in [*running[:2], again]:
                    new = after.start(*SERVE)
                    running.append(new)
                    service.add(new)
                    assert service.remove(old) == 0
                worker = running[2]
                assert worker.stop() == 0
                for words in CONTRACT:
                    after.done(*words)
            forgotten = load.forgotten()
            verified = after.run("verify")
        finally:
            for pod in running:
                pod.kill()

    assert refused.returncode == 1
    assert refused.stderr.startswith("error: the store is in use by openmall worker ")
    assert "openmall db migrate --expand" in refused.stderr
    assert (early.returncode, first_new in early.stderr) == (1, True)
    assert {*load.statuses} == {"PUT 200", "GET 200", "POST 201", "read True"}
    assert forgotten == []
    assert min(load.statuses.values()) > 20
    assert verified.returncode == 0, verified.stdout
