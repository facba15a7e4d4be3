"""The built image with PostgreSQL, Redis and S3 outside of it, as one of several machines has them.

Run by `make release-check ONLY=image-test`. The servers are those of the other tests, at
addresses of this machine, whose network the containers have. Each container has an empty volume
of its own.
"""

import base64
import json
import os
import socket
import ssl
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests import postgres, redis, s3
from tests.network import Link
from tests.shipping.image_container import IMAGE, RUNC, Container, Image
from tests.shipping.test_nginx import free_port

pytestmark = pytest.mark.skipif(
    not IMAGE or RUNC is None or os.geteuid() != 0,
    reason="no image in OPENMALL_TEST_IMAGE, runc or root: make release-check ONLY=image-test",
)
CUP = {"request": {"product_name": "Cup", "supply_price": "1"}}


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    laid_out = Image(IMAGE)
    yield laid_out
    laid_out.remove()


class Servers:
    """What the containers share, and the settings that name it."""

    def __init__(self, database: str, limits: redis.Server, bucket_server: s3.Server) -> None:
        self.redis, self.s3 = limits, bucket_server
        self.bucket = bucket_server.new_bucket()
        files = bucket_server.settings(self.bucket)
        self.settings = {
            "OPENMALL_DATABASE": database,
            "OPENMALL_LIMITS_STORE": limits.url,
            "OPENMALL_SECRET_KEYS": base64.b64encode(bytes(range(32))).decode(),
            "OPENMALL_MACHINES": "several",
            "OPENMALL_WORKERS": "1",
            **{f"OPENMALL_{name.upper()}": value for name, value in files.items()},
        }


@pytest.fixture
def outside() -> Iterator[Servers]:
    [folder] = parse_qs(urlsplit(postgres.server().url).query)["host"]
    name = urlsplit(postgres.server().new_database()).path[1:]
    bucket_server = s3.Server()
    with Link(next(Path(folder).glob(".s.PGSQL.[0-9]*[0-9]"))) as link, redis.Server() as limits:
        database = f"postgresql://postgres@127.0.0.1:{link.port}/{name}?sslmode=disable"
        yield Servers(database, limits, bucket_server)
    bucket_server.stop()


@pytest.fixture
def volume(image: Image) -> Iterator[Callable[[], Path]]:
    """A function that makes an empty volume."""
    with tempfile.TemporaryDirectory() as name:

        def make() -> Path:
            made = Path(tempfile.mkdtemp(dir=name))
            made.chmod(0o700)
            os.chown(made, *image.user)
            return made

        yield make


def call(data: Path, port: int, method: str, path: str, token: str, **more: Any) -> httpx.Response:
    trusted = ssl.create_default_context(cafile=str(data / "tls/ca.pem"))
    with httpx.Client(verify=trusted, timeout=60) as client:
        return client.request(
            method,
            f"https://127.0.0.1:{port}{path}",
            headers={"Authorization": f"Bearer {token}"},
            **more,
        )


def keys_of(server: redis.Server) -> int:
    """Return how many keys a Redis server has."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(b"DBSIZE\r\n")
        return int(connection.recv(100).strip().removeprefix(b":"))


def test_two_machines_serve_one_mall_and_keep_nothing_themselves(
    image: Image, outside: Servers, volume: Callable[[], Path]
) -> None:
    first = volume()
    with Container(image, first, "db", "migrate", settings=outside.settings) as migrating:
        assert migrating.wait() == 0, migrating.printed()
    with Container(image, first, "demo", "--no-serve", settings=outside.settings) as filling:
        assert filling.wait() == 0, filling.printed()
    demo = json.loads((first / "demo.json").read_text(encoding="utf-8"))
    token = next(app["access_token"] for app in demo["apps"] if app["name"] == "full")

    ports = [(free_port(), free_port()) for _ in range(2)]
    at = [
        {**outside.settings, "OPENMALL_PORT": str(https), "OPENMALL_HTTP_PORT": str(http)}
        for https, http in ports
    ]
    second = volume()
    serve = ("serve", "--jobs", "elsewhere")
    with (
        Container(image, first, *serve, settings=at[0]) as one,
        Container(image, second, *serve, settings=at[1]) as two,
        Container(image, volume(), "jobs", "work", settings=outside.settings) as jobs,
    ):
        print(f"healthy {one.healthy():.1f} s and {two.healthy():.1f} s after their starts")
        made = call(first, ports[0][0], "POST", "/api/v2/admin/products", token, json=CUP)
        number = made.json()["product"]["product_no"]
        seen = call(second, ports[1][0], "GET", f"/api/v2/admin/products/{number}", token)
        with_picture = call(second, ports[1][0], "GET", "/api/v2/admin/products/1", token).json()
        picture = "/files/" + with_picture["product"]["detail_image"].partition("/files/")[2]
        shown = call(second, ports[1][0], "GET", picture, token)
        status, said = two.run("openmall", "doctor", "--json")
        counted = keys_of(outside.redis)
        assert jobs.process.poll() is None, jobs.printed()
        for each in (one, two, jobs):
            each.signal_stop()
        ended = [each.wait() for each in (one, two, jobs)]

    assert (made.status_code, seen.status_code) == (201, 200)
    assert seen.json()["product"]["product_name"] == "Cup"
    assert counted > 0
    kept = outside.s3.head(outside.bucket, "shop/demo/" + picture.removeprefix("/files/"))
    assert (shown.status_code, len(shown.content)) == (200, kept["ContentLength"])
    states = {each["check"]: (each["state"], each["found"]) for each in json.loads(said)}
    assert status == 0, states
    assert states["limits"] == ("well", "counted in Redis")
    assert {states[name][0] for name in ("store", "pictures", "secret key", "server")} == {"well"}
    assert ended == [0, 0, 0]
    for data in (first, second):
        assert not list(data.glob("*.sqlite*"))
        assert not (data / "files").exists()
        assert not (data / "secret.key").exists()
