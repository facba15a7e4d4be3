"""The sample of nginx stands in front of a mall: TLS there, and nothing of the client believed."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from openmall.configuration import Configuration
from tests.journeys.demo_server import DemoServer, soon
from tests.shipping.built_packages import ROOT

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
AROUND = """
{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
{sample}
}}
"""


class Proxied(NamedTuple):
    """A demo mall behind nginx."""

    mall: DemoServer
    client: httpx.Client
    plain: str
    host: str


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def proxied() -> Iterator[Proxied]:
    """A demo mall that trusts nginx, and nginx with the sample but other ports and files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mall = DemoServer(folder / "data", OPENMALL_TRUSTED_PROXIES="127.0.0.1")
        tls, secure, plain = folder / "data" / "tls", free_port(), free_port()
        sample = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for old, new in {
            "127.0.0.1:8080": mall.demo.http_url.removeprefix("http://"),
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 80 default_server;": f"listen 127.0.0.1:{plain} default_server;",
            "listen 443": f"listen 127.0.0.1:{secure}",
            "    listen [::]:80;\n": "",
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "    listen [::]:443 ssl http2 default_server;\n": "",
            "malls.example.com": "openmall.localhost",
            "/etc/letsencrypt/live/openmall.localhost/fullchain.pem": str(tls / "server.pem"),
            "/etc/letsencrypt/live/openmall.localhost/privkey.pem": str(tls / "server-key.pem"),
        }.items():
            assert old in sample
            sample = sample.replace(old, new)
        # started by root it would read and write as nobody, who may not look into our folder
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, sample=sample, user=user))
        words = [str(NGINX), "-p", name, "-c", str(folder / "nginx.conf")]
        nginx = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        trusting = ssl.create_default_context(cafile=tls / "ca.pem")
        host = "demo.openmall.localhost"
        client = httpx.Client(
            base_url=f"https://127.0.0.1:{secure}",
            verify=trusting,
            timeout=30,
            event_hooks={"request": [lambda request: _names(request, host)]},
        )
        try:
            assert soon(lambda: _listens(secure) and _listens(plain))
            yield Proxied(mall, client, f"http://127.0.0.1:{plain}", host)
        finally:
            client.close()
            nginx.terminate()
            nginx.wait(10)
            mall.kill()


def _names(request: httpx.Request, host: str) -> None:
    """Ask for a host in the handshake, as a client that looks names up would."""
    request.extensions.setdefault("sni_hostname", host)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def call(proxied: Proxied, **headers: str) -> httpx.Response:
    token = proxied.mall.demo.app("full").access_token
    given = {"Host": proxied.host, "Authorization": f"Bearer {token}", **headers}
    return proxied.client.get("/api/v2/admin/products/1", headers=given)


def test_a_call_through_it_counts_as_https(proxied: Proxied) -> None:
    answer = call(proxied)
    assert answer.status_code == 200, answer.text
    assert answer.json()["product"]["product_no"] == 1


def test_browsers_are_told_once_to_ask_by_https_alone(proxied: Proxied) -> None:
    for path in ("/", "/api/v2/admin/products", "/nowhere/at/all"):
        answer = proxied.client.get(path, headers={"Host": proxied.host})
        assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"]


def test_nothing_that_a_client_claims_is_believed(proxied: Proxied) -> None:
    answer = call(
        proxied,
        **{"X-Forwarded-Host": "nobody.openmall.localhost", "X-Forwarded-Proto": "http"},
    )
    assert answer.status_code == 200, answer.text


def test_plain_http_leads_to_https(proxied: Proxied) -> None:
    answer = httpx.get(f"{proxied.plain}/admin?x=1", headers={"Host": proxied.host})
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"https://{proxied.host}/admin?x=1"


def test_a_body_that_is_too_large_is_refused_as_openmall_refuses_it(proxied: Proxied) -> None:
    token = proxied.mall.demo.app("full").access_token
    sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    bodies = []
    for client, host in (
        (proxied.client, {"Host": proxied.host}),
        (proxied.mall.client, proxied.mall.at(f"https://{proxied.host}")),
    ):
        answer = client.post(
            "/api/v2/admin/products",
            content=b"x" * (Configuration().body_limit + 1),
            headers={**sent, **host},
        )
        assert answer.status_code == 413, answer.text
        assert answer.headers["Content-Type"].startswith("application/json")
        bodies.append(answer.json())
    assert bodies[0] == bodies[1]


def test_behind_it_nobody_else_is_let_in(proxied: Proxied) -> None:
    answer = httpx.get(f"{proxied.mall.demo.http_url}/api/v2/admin/products/1")
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["203.0.113.66", "127.0.0.1", "localhost", "other.example"])
def test_another_host_gets_no_answer(proxied: Proxied, host: str) -> None:
    for address in ("/admin/forgotten-password", f"{proxied.plain}/admin"):
        with pytest.raises(httpx.TransportError):
            proxied.client.get(address, headers={"Host": host})
    with pytest.raises(httpx.ConnectError):
        proxied.client.get("/", extensions={"sni_hostname": "other.example"})


def test_what_a_client_says_of_its_address_is_thrown_away(proxied: Proxied) -> None:
    full = proxied.mall.demo.app("full")
    auth = (full.client_id, full.client_secret)
    left = []
    for address in ("198.51.100.1", "198.51.100.2"):
        headers = {"Host": "collection.openmall.localhost", "X-Forwarded-For": address}
        answer = proxied.client.get("/api/nowhere", headers=headers, auth=auth)
        left.append(int(answer.headers["RateLimit"].partition(";r=")[2]))

    # both calls are of one address, which has one minute
    assert left[1] == left[0] - 1


def test_each_host_of_the_installation_is_served(proxied: Proxied) -> None:
    def at(host: str, path: str) -> httpx.Response:
        return proxied.client.get(path, headers={"Host": f"{host}.openmall.localhost"})

    staff = "https://admin.openmall.localhost/demo"
    entrance = at("admin", "/demo/sign-in")
    assert (entrance.status_code, "password" in entrance.text) == (200, True)
    assert "sign-in" in at("admin", "/demo").headers["Location"]
    assert at("demo", "/admin").headers["Location"].startswith(staff)
    assert "/files/" in at("demo", "/").text
    assert at("developers", "/developers").status_code in (200, 303)
    assert at("unknown", "/").status_code == 404


def test_probes_are_answered_at_an_address_that_is_refused_otherwise(proxied: Proxied) -> None:
    """They call openmall itself: nginx answers nothing at an address."""
    pod = {"Host": "203.0.113.66:8080"}
    statuses = {
        path: httpx.get(proxied.mall.demo.http_url + path, headers=pod).status_code
        for path in ("/healthz", "/readyz", "/admin/forgotten-password", "/feed.xml")
    }

    assert statuses == {
        "/healthz": 200, "/readyz": 200, "/admin/forgotten-password": 421, "/feed.xml": 421
    }  # fmt: skip


def test_a_change_arrives_while_its_reader_waits(proxied: Proxied) -> None:
    token = proxied.mall.demo.app("full").access_token
    headers = {"Host": proxied.host, "Authorization": f"Bearer {token}"}
    where = "/api/v2/admin/changes?resource=products"
    head = proxied.client.get(where, headers=headers).json()["changes"]["head"]
    with ThreadPoolExecutor(1) as pool:
        following = f"{where}&since={head}&wait=20"
        waits = pool.submit(proxied.client.get, following, headers=headers)
        body = {"request": {"model_name": "waited for"}}
        changed = proxied.client.put("/api/v2/admin/products/1", json=body, headers=headers)
        assert changed.status_code == 200, changed.text
        answer = waits.result(25)

    [entry] = answer.json()["changes"]["entries"]
    assert (entry["row"]["product_no"], entry["row"]["model_name"]) == (1, "waited for")
