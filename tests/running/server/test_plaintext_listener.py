"""Over plain HTTP every call is refused before anything is looked at, and one can ask how it is."""

import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from starlette.testclient import TestClient

from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.running.plaintext_listener import PlaintextApplication
from tests import new_store
from tests.journeys.demo_server import DemoServer, soon

REFUSED = {
    "error": {
        "code": "403",
        "message": "Only HTTPS is supported. Send the same request to an https:// address.",
        "more_info": {"reason": "https_required"},
    }
}


@pytest.fixture(scope="module")
def listener(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The application of the plain listener of an installation."""
    configuration = Configuration(data_dir=tmp_path_factory.mktemp("listener"))
    new_store.prepare(configuration)
    with TestClient(
        PlaintextApplication(configuration, open_database(configuration), SystemClock()),
        base_url="http://demo.openmall.localhost",
    ) as client:
        yield client


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/api/v2/admin/products", "/admin", "/collect", "/metric"])
def test_every_call_is_refused(listener: TestClient, method: str, path: str) -> None:
    answer = listener.request(method, path, headers={"X-Forwarded-Proto": "https"})

    assert (answer.status_code, answer.json()) == (403, REFUSED)
    assert answer.headers["x-request-id"]


def test_one_can_ask_how_it_is_and_not_what_it_does(listener: TestClient) -> None:
    assert listener.get("/healthz").text == "ok\n"
    assert listener.get("/readyz").json() == {"ready": True, "store": True, "serving": True}
    assert listener.get("/metrics").status_code == 403


def test_two_hosts_are_one_too_many(listener: TestClient) -> None:
    answer = listener.get("/", headers=[("Host", "a.openmall.localhost"), ("Host", "b")])

    assert answer.json()["error"]["message"] == "The Host header is given twice."


def _ports(mall: DemoServer) -> set[int]:
    """Return where the processes of a mall listen."""
    return {
        connection.laddr.port
        for each in mall.family()
        for connection in each.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }


@pytest.mark.parametrize("proxies", ["", "127.0.0.1"])
def test_behind_a_proxy_it_answers_as_anywhere(tmp_path: Path, proxies: str) -> None:
    mall = DemoServer(tmp_path, "--products", "3", OPENMALL_TRUSTED_PROXIES=proxies)
    try:
        token = mall.demo.app("full").access_token
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-Proto": "https"}
        [port] = _ports(mall) - {httpx.URL(mall.demo.local_url).port}
        address = f"http://127.0.0.1:{port}"

        def asked() -> tuple[int, int]:
            call = httpx.get(f"{address}/api/v2/admin/products/1", headers=headers)
            return call.status_code, httpx.get(f"{address}/readyz").status_code

        expected = (200 if proxies else 403, 200)
        before = asked()
        mall.process.send_signal(signal.SIGHUP)
        assert (before, soon(lambda: asked() == expected)) == (expected, True)
    finally:
        mall.kill()
