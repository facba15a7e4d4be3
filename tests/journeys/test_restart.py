"""An operator stops and starts the mall, and takes things away from it while it runs."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.journeys.demo_server import DemoServer, command
from tests.journeys.filled_malls import FilledMalls


class Restarted:
    """A mall that was changed, stopped and started again, and what was found before."""

    def __init__(self, data_dir: Path) -> None:
        first = DemoServer(data_dir)
        self.demo = first.demo
        self.product = first.call("GET", "products/1").json()["product"]
        name = {"product_name": "Renamed by its owner"}
        self.changed = first.call("PUT", "products/1", json={"request": name}).status_code
        self.deleted = first.call("DELETE", "products/2").status_code
        self.count = first.call("GET", "products/count").json()["count"]
        app = first.demo.app("full")
        self.hits = first.call("GET", "products/1/hits/count").json()["count"]
        for _ in range(3):
            seen = first.client.get("/api/v2/products/1", auth=(app.client_id, app.front_api_key))
            assert seen.status_code == 200
        self.family = first.family()
        self.status = first.stop()
        self.left_over = psutil.wait_procs(self.family, timeout=10)[1]
        self.again = DemoServer(data_dir)


@pytest.fixture(scope="module")
def restarted(filled: FilledMalls) -> Iterator[Restarted]:
    with tempfile.TemporaryDirectory() as folder:
        filled.copy(Path(folder) / "data")
        mall = Restarted(Path(folder) / "data")
        yield mall
        mall.again.kill()


def test_second_start_keeps_what_is_there_and_issues_fresh_tokens(restarted: Restarted) -> None:
    assert restarted.product["product_no"] == 1
    assert (restarted.changed, restarted.deleted) == (200, 200)
    second = restarted.again
    before, after = restarted.demo, second.demo
    assert (after.admin, after.customer, after.partner) == (
        before.admin,
        before.customer,
        before.partner,
    )
    for old, new in zip(before.apps, after.apps, strict=True):
        assert (old.client_id, old.client_secret) == (new.client_id, new.client_secret)
        assert old.front_api_key == new.front_api_key
        assert old.access_token != new.access_token
    name = second.call("GET", "products/1").json()["product"]["product_name"]
    assert name == "Renamed by its owner"
    assert second.call("GET", "products/2").status_code == 404
    assert second.call("GET", "products/count").json()["count"] == restarted.count
    for app, status in (("full", 200), ("not-installed", 403), ("deleted", 403)):
        assert second.call("GET", "products/1", app).status_code == status


def test_what_shoppers_looked_at_is_counted_before_a_worker_leaves(restarted: Restarted) -> None:
    counted = restarted.again.call("GET", "products/1/hits/count").json()
    assert counted == {"count": restarted.hits + 3}


def test_sigterm_leaves_no_process(restarted: Restarted) -> None:
    assert len(restarted.family) >= 3  # supervisor, one worker of each listener
    assert restarted.status == 0
    assert restarted.left_over == []


@pytest.mark.both_stores
def test_revoking_at_the_command_line_counts_at_once_for_every_worker(mall: DemoServer) -> None:
    where = ["--mall", "demo", "--data-dir", str(mall.data_dir), *mall.store_options]
    client_id = mall.new_app("Revoked", "--all-scopes")
    issue = ("token", "issue", "--mall", "demo", "--app", client_id, "--json")
    tokens = [json.loads(mall.openmall(*issue))["access_token"] for _ in range(2)]

    def statuses(token: str, calls: int) -> set[int]:
        """Return the statuses of calls on connections that different workers may answer."""
        headers = {"Authorization": f"Bearer {token}"}
        found = set()
        for _ in range(calls):
            with mall.new_client() as client:
                found.add(client.get("/api/v2/admin/products/1", headers=headers).status_code)
        return found

    # all workers know both tokens
    assert [statuses(token, 12) for token in tokens] == [{200}, {200}]
    done = command("token", "revoke", "-", *where, given=tokens[0])
    assert done.returncode == 0, done.stderr
    assert [statuses(token, 12) for token in tokens] == [{401}, {200}]

    removed = command("app", "uninstall", client_id, *where)
    assert removed.returncode == 0, removed.stderr
    assert statuses(tokens[1], 6) == {403}
