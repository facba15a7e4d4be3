"""An operator stops and starts the mall, and takes things away from it while it runs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.journeys.conftest import STORES, database_options
from tests.journeys.running import Running, command, soon


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "data"


def test_second_start_keeps_what_is_there_and_issues_fresh_tokens(data_dir: Path) -> None:
    first = Running(data_dir)
    product = first.call("GET", "products/1").json()["product"]
    changed = first.call(
        "PUT", "products/1", json={"request": {"product_name": "Renamed by its owner"}}
    )
    gone = first.call("DELETE", "products/2")
    count = first.call("GET", "products/count").json()["count"]
    assert (product["product_no"], changed.status_code, gone.status_code) == (1, 200, 200)
    family = first.family()
    assert first.stop() == 0
    assert soon(lambda: not any(each.is_running() for each in family))

    second = Running(data_dir)
    try:
        before, after = first.demo, second.demo
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
        assert second.call("GET", "products/count").json()["count"] == count
        for app, status in (("full", 200), ("not-installed", 403), ("deleted", 403)):
            assert second.call("GET", "products/1", app).status_code == status
    finally:
        second.kill()


def test_what_shoppers_looked_at_is_counted_before_a_worker_leaves(data_dir: Path) -> None:
    first = Running(data_dir)
    app = first.demo.app("full")
    before = first.call("GET", "products/1/hits/count").json()["count"]
    for _ in range(3):
        seen = first.client.get("/api/v2/products/1", auth=(app.client_id, app.front_api_key))
        assert seen.status_code == 200
    assert first.stop() == 0

    second = Running(data_dir)
    try:
        assert second.call("GET", "products/1/hits/count").json() == {"count": before + 3}
    finally:
        second.kill()


def test_sigterm_leaves_no_process(data_dir: Path) -> None:
    mall = Running(data_dir)
    family = mall.family()
    assert len(family) >= 3  # supervisor, one worker of each listener
    assert mall.stop() == 0
    assert psutil.wait_procs(family, timeout=10)[1] == []


@pytest.mark.parametrize("store", STORES)
def test_revoking_at_the_command_line_counts_at_once_for_every_worker(
    store: str, data_dir: Path
) -> None:
    options = database_options(store)
    mall = Running(data_dir, *options)
    where = ["--data-dir", str(data_dir), *options[:2]]
    try:
        # each connection may be held by another worker: let all of them know the token
        for _ in range(12):
            assert mall.call("GET", "products/1").status_code == 200
            mall.reconnect()
        token = mall.demo.app("full").access_token
        done = command("token", "revoke", "-", "--mall", "demo", *where, given=token)
        assert done.returncode == 0, done.stderr
        for _ in range(12):
            assert mall.call("GET", "products/1").status_code == 401
            mall.reconnect()

        other = mall.demo.app("read-only")
        assert mall.call("GET", "products/1", "read-only").status_code == 200
        gone = command("app", "uninstall", other.client_id, "--mall", "demo", *where)
        assert gone.returncode == 0, gone.stderr
        for _ in range(6):
            assert mall.call("GET", "products/1", "read-only").status_code == 403
            mall.reconnect()
    finally:
        mall.kill()
