"""pytest-openmall is installed with the repository, and its README's tests pass as they stand."""

import os
import re
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import psutil
import pytest

from pytest_openmall import server
from tests.journeys.demo_server import COMMAND, ENVIRONMENT, FREE_PORTS
from tests.server_logs import ServerLog

ROOT = Path(__file__).parents[2]
README = ROOT / "clients" / "pytest" / "README.md"
WAIT = 300.0

pytestmark = pytest.mark.journey


def run(folder: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, as a developer of an app does."""
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("OPENMALL_")},
        **variables,
    }
    environment.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--basetemp", "run", *options],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=WAIT,
    )


def servers_of(folder: Path) -> list[int]:
    """Return the ids of servers that a run in this folder has left."""
    state = folder / "run" / "openmall-server" / "state.json"
    mentioned = [each.pid for each in psutil.process_iter() if str(folder) in _words(each)]
    return mentioned + ([1] if state.exists() else [])


def _words(process: psutil.Process) -> str:
    try:
        return " ".join([*process.cmdline(), process.cwd()])
    except psutil.Error:
        return ""


def test_it_is_an_entry_point_of_pytest() -> None:
    [found] = [each for each in entry_points(group="pytest11") if each.name == "openmall"]

    assert found.value == "pytest_openmall.plugin"


def test_the_tests_of_the_readme_pass_side_by_side_on_one_server(tmp_path: Path) -> None:
    [example] = re.findall(
        r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S
    )
    (tmp_path / "test_readme.py").write_text(
        example
        + "\n\ndef test_which_server(openmall_server, worker_id):\n"
        + "    open(f'{worker_id}.url', 'w').write(openmall_server.url)\n"
        + "\n\ntest_which_other = test_which_server\n"
    )

    outcome = run(tmp_path, "-n", "2", "--dist", "each")

    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert "12 passed" in outcome.stdout
    urls = {each.read_text() for each in tmp_path.glob("gw*.url")}
    assert (len(list(tmp_path.glob("gw*.url"))), len(urls)) == (2, 1)
    assert servers_of(tmp_path) == []


SECOND = """
import httpx
import openmall_client
import pytest
from pytest_openmall.server import OpenmallTestError


@pytest.mark.openmall(webhooks={"events": ["order_received"]})
def test_only_subscribed_events_arrive_and_are_refused_as_asked(mall, webhook_receiver):
    webhook_receiver.answer(500)
    mall.trigger("order_paid")
    with pytest.raises(TimeoutError, match="no event 90025"):
        webhook_receiver.wait(90025, timeout=0.1)
    assert webhook_receiver.refused == ["answered 500"]
    mall.trigger("order_placed")
    assert webhook_receiver.wait().number == 90023


def test_a_webhook_of_somebody_else_is_refused(mall, webhook_receiver):
    assert httpx.post(webhook_receiver.address, content=b"{}").status_code == 401
    assert webhook_receiver.events == []


def test_a_reset_and_a_clock(mall):
    before = mall.admin.count_products()
    mall.admin.delete_product(1)
    mall.clock.advance("40d")
    mall.reset()
    assert mall.admin.count_products() == before
    with pytest.raises(OpenmallTestError, match="goes forward only"):
        mall.clock.advance(to="2020-01-01")


def test_oauth_without_a_browser(mall):
    oauth = openmall_client.OAuth(
        mall.url, mall.app["client_id"], mall.app["client_secret"],
        openmall_client.MemoryTokenStore(), verify=mall.verify,
    )
    back = "http://127.0.0.1/callback"
    url, verifier = oauth.authorization_url(back, ["mall.read_product"], state="s")
    code = httpx.URL(mall.consent(url)).params["code"]
    oauth.exchange(code, back, verifier)
    with openmall_client.Admin(mall.url, oauth, verify=mall.verify) as admin:
        assert admin.count_products()["count"] == 24
    assert "error=access_denied" in mall.consent(url, allow=False)


def test_a_shopper_signs_in(mall):
    shopper = mall.storefront()
    facts = mall.facts
    shopper.create_session(request={"member_id": facts["member_id"], "password": facts["password"]})
    narrow = mall.issue_token(scopes=["mall.read_product"])
    with openmall_client.Admin(mall.url, narrow, verify=mall.verify) as admin:
        with pytest.raises(openmall_client.Forbidden):
            admin.count_orders(start_date="2026-01-01", end_date="2026-02-01")
    mall.settle()


def test_two_malls(openmall_server, mall):
    with openmall_server.mall(contents="empty") as second:
        assert second.admin.count_products() == {"count": 0}
    with pytest.raises(OpenmallTestError, match="no such test mall"):
        openmall_server.call("GET", f"/malls/{second.mall_id}")


def test_async(mall):
    import asyncio

    async def count():
        async with mall.async_admin() as admin:
            return await admin.count_products()

    assert asyncio.run(count()) == {"count": 24}
    assert mall.local_url.endswith(f"/@{mall.mall_id}")
    assert mall.clock.now() and len(mall.orders) == 19
"""


def test_it_works_with_a_server_that_runs_already(tmp_path: Path) -> None:
    (tmp_path / "test_second.py").write_text(SECOND)
    options = server.Options("", "", "", "", "", "")
    with server.shared(options, tmp_path) as running:
        state = server._read(tmp_path / "openmall-server")
        assert state is not None
        authority = f"{state['data_dir']}/tls/ca.pem"

        outcome = run(tmp_path, "--openmall-url", running.url, "--openmall-ca", authority)
        by_variables = run(
            tmp_path,
            "-k",
            "two_malls",
            OPENMALL_TEST_URL=running.url,
            OPENMALL_TEST_CA=authority,
        )

        assert outcome.returncode == 0, outcome.stdout + outcome.stderr
        assert "7 passed" in outcome.stdout
        assert by_variables.returncode == 0, by_variables.stdout + by_variables.stderr
        # nothing is left of the tests, and the server was not theirs to stop
        assert running.call("GET", "/malls") == {"malls": []}
    assert server._read(tmp_path / "openmall-server") is None


ELSEWHERE = """
import socket
import pytest

resolve = socket.getaddrinfo


def found(host, *rest, **named):
    return resolve("127.0.0.1" if host == "openmall.localhost" else host, *rest, **named)


# a name that is not of this machine, as of a server elsewhere
socket.getaddrinfo = found


def test_webhooks_are_fetched(mall, webhook_receiver):
    assert webhook_receiver.address == ""
    paid = mall.trigger("order_paid")
    assert webhook_receiver.wait(90025, timeout=0).resource["order_id"] == paid["order_id"]
    numbers = [each.number for each in webhook_receiver.events]
    assert 90023 in numbers and webhook_receiver.refused == []


@pytest.mark.openmall(webhooks={"events": ["product_updated"]})
def test_what_the_app_does_itself_arrives_a_moment_later(mall, webhook_receiver):
    mall.admin.update_product(1, request={"price": "7000"})
    assert webhook_receiver.wait().resource["product_no"] == 1


def test_a_mall_without_receiver(mall):
    assert mall.admin.count_products()["count"] == 24
"""


def test_webhooks_are_fetched_from_a_server_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "test_elsewhere.py").write_text(ELSEWHERE)
    data_dir = tmp_path / "data"
    log = ServerLog()
    process = subprocess.Popen(
        [*COMMAND, "serve", "--data-dir", str(data_dir), *FREE_PORTS],
        stderr=log.file,
        text=True,
        env={**ENVIRONMENT, "OPENMALL_TEST_MALLS": "on", "OPENMALL_TEST_MALLS_TOKEN": "t" * 32},
    )
    try:
        ready = log.first_line(process)
        assert ready.startswith("ready https://127.0.0.1:"), log.text()
        port = ready.split()[1].rpartition(":")[2].strip("/")
        options = ("--openmall-url", f"https://openmall.localhost:{port}")
        authority = ("--openmall-ca", str(data_dir / "tls" / "ca.pem"))

        outcome = run(tmp_path, *options, *authority, "--openmall-token", "t" * 32)
        wrong = run(tmp_path, *options, *authority, "--openmall-token", "w" * 32)

        assert outcome.returncode == 0, outcome.stdout + outcome.stderr
        assert "3 passed" in outcome.stdout
        assert (wrong.returncode, "need the token" in wrong.stdout) == (1, True)
    finally:
        process.terminate()
        assert process.wait(WAIT) == 0
        log.ends()


def test_a_server_that_a_killed_worker_left_is_stopped(tmp_path: Path) -> None:
    place = tmp_path / "openmall-server"
    place.mkdir()
    state = server._start([sys.executable, "-m", "openmall"], place)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    server._write(place, {**state, "users": [gone.pid]})

    server.stop_left(tmp_path)

    assert not server._runs(state["pid"])
    assert not Path(state["data_dir"]).exists()


def test_a_server_that_cannot_start_is_named_with_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(mall): pass\n")
    began = time.monotonic()

    outcome = run(tmp_path, "--openmall-command", f"{sys.executable} -c raise(SystemExit('no'))")

    assert outcome.returncode == 1
    assert "the server did not become ready" in outcome.stdout
    assert time.monotonic() - began < server.START_SECONDS
