"""The built image: what is in it, and that it starts, serves, and stops without refusing a call.

`make release-check ONLY=image-test` builds it and runs this module; elsewhere it is skipped.
"""

import json
import os
import re
import shutil
import socket
import ssl
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from openmall import __version__
from openmall.running.server.options import ServeOptions
from tests.shipping.image_container import IMAGE, RUNC, Container, Image
from tests.shipping.test_nginx import free_port

pytestmark = pytest.mark.skipif(
    not IMAGE or RUNC is None or os.geteuid() != 0,
    reason="no image in OPENMALL_TEST_IMAGE, runc or root: make release-check ONLY=image-test",
)
MEGABYTES = 560
"""More than this the image must not grow to without somebody noticing."""
BUILD_TOOLS = ("gcc", "cc", "make", "ld", "pip", "pip3", "git", "curl", "wget")


class Mall(NamedTuple):
    """A container that serves a demo mall."""

    container: Container
    data: Path
    demo: dict[str, Any]
    port: int
    seconds: float
    """From its start until it was healthy."""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    laid_out = Image(IMAGE)
    yield laid_out
    laid_out.remove()


@pytest.fixture(scope="module")
def filled(image: Image) -> Iterator[Path]:
    """A data folder that the image itself has filled with a demo mall."""
    with tempfile.TemporaryDirectory() as name:
        data = _data_folder(image, Path(name) / "data")
        with Container(image, data, "demo", "--no-serve") as container:
            assert container.wait() == 0, container.printed()
        yield data


@pytest.fixture
def mall(image: Image, filled: Path) -> Iterator[Mall]:
    ports = {"OPENMALL_PORT": str(free_port()), "OPENMALL_HTTP_PORT": str(free_port())}
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        shutil.copytree(filled, data)
        _give_to(image, data)
        with Container(image, data, settings=ports) as container:
            seconds = container.healthy()
            demo = json.loads((data / "demo.json").read_text(encoding="utf-8"))
            yield Mall(container, data, demo, int(ports["OPENMALL_PORT"]), seconds)


def _data_folder(image: Image, path: Path) -> Path:
    path.mkdir(mode=0o700)
    os.chown(path, *image.user)
    return path


def _give_to(image: Image, folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, *image.user, follow_symlinks=False)


def _connected(mall: Mall) -> ssl.SSLSocket:
    context = ssl.create_default_context(cadata=(mall.data / "tls/ca.pem").read_text())
    raw = socket.create_connection(("127.0.0.1", mall.port), timeout=60)
    return context.wrap_socket(raw, server_hostname="127.0.0.1")


def _head(mall: Mall, method: str, path: str, *more: str) -> bytes:
    token = next(app["access_token"] for app in mall.demo["apps"] if app["name"] == "full")
    lines = [
        f"{method} /api/v2/admin/{path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def _answer(connection: ssl.SSLSocket) -> bytes:
    received = b""
    while part := connection.recv(65_536):
        received += part
    return received


def test_it_has_no_build_tools_and_nothing_that_gives_privileges(image: Image) -> None:
    folders = ("bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin", "opt/openmall/bin")
    found = {path.name for folder in folders for path in (image.files / folder).glob("*")}
    assert {"openmall", "tini", "python3"} <= found
    assert found & set(BUILD_TOOLS) == set()
    assert not list(image.files.glob("opt/openmall/lib/python3*/site-packages/pip"))
    user, _ = image.user
    raised, writable = [], []
    for folder, _, names in os.walk(image.files):
        for name in names:
            status = (Path(folder) / name).lstat()
            if stat.S_ISREG(status.st_mode) and status.st_mode & (stat.S_ISUID | stat.S_ISGID):
                raised.append(name)
            if stat.S_ISREG(status.st_mode) and (
                status.st_uid == user or status.st_mode & stat.S_IWOTH
            ):
                writable.append(name)
    assert (raised, writable) == ([], [])


def test_it_says_what_it_is_and_is_no_larger_than_it_was(image: Image) -> None:
    said = image.configuration
    labels = {
        name.removeprefix("org.opencontainers.image."): value
        for name, value in said["Labels"].items()
    }
    assert labels["title"] == "openmall"
    assert labels["version"] == __version__
    assert re.fullmatch(r"[0-9a-f]{40}|unknown", labels["revision"])
    assert said["Healthcheck"]["Test"] == ["CMD", "openmall", "health"]
    assert min(image.user) > 999
    size = image.megabytes()
    print(f"the image takes {size} MB")
    assert size < MEGABYTES


def test_it_serves_as_a_user_without_rights_on_a_root_that_is_read_only(mall: Mall) -> None:
    print(f"healthy {mall.seconds:.1f} s after its start")
    with _connected(mall) as connection:
        connection.sendall(_head(mall, "GET", "products/count", "Connection: close"))
        head, _, body = _answer(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert json.loads(body)["count"] > 0
    # every process of it, the first one included
    status, said = mall.container.run("sh", "-c", "cat /proc/[0-9]*/status")
    assert status == 0
    for name, expected in {
        "Uid": {"10001"},
        "CapEff": {"0000000000000000"},
        "NoNewPrivs": {"1"},
    }.items():
        found = {
            each for line in re.findall(rf"^{name}:\s+(.+)$", said, re.M) for each in line.split()
        }
        assert found == expected
    status, said = mall.container.run("touch", "/opt/openmall/x")
    assert (status, "Read-only file system" in said) == (1, True)
    status, said = mall.container.run("openmall", "doctor", "--json")
    assert status == 0
    states = {each["check"]: each["state"] for each in json.loads(said)}
    assert (states["store"], states["server"], states["secret key"]) == ("well",) * 3


def test_its_first_process_reaps_orphans(mall: Mall) -> None:
    orphan = "import os, time\nif os.fork() == 0:\n time.sleep(0.3)\n os._exit(0)\n"
    assert mall.container.run("python3", "-c", orphan)[0] == 0
    deadline = time.monotonic() + 30
    while "Z (zombie)" in mall.container.run("sh", "-c", "cat /proc/[0-9]*/status")[1]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(0.5)
    assert "Z (zombie)" not in mall.container.run("sh", "-c", "cat /proc/[0-9]*/status")[1]


def test_what_is_under_way_ends_before_it_stops(mall: Mall) -> None:
    body = json.dumps({"request": {"product_name": "Cup", "supply_price": "1"}}).encode()
    with _connected(mall) as connection:
        # given a call of which a part has arrived
        length = f"Content-Length: {len(body)}"
        connection.sendall(_head(mall, "POST", "products", length, "Connection: close") + body[:20])
        time.sleep(0.5)
        # when the container is told to stop, and the rest comes a second later
        mall.container.signal_stop()
        begun = time.monotonic()
        time.sleep(1)
        assert mall.container.process.poll() is None
        connection.sendall(body[20:])
        head, _, sent = _answer(connection).partition(b"\r\n\r\n")
    # then it is answered, and the container ends well within the grace that engines are asked for
    assert head.startswith(b"HTTP/1.1 201 "), head
    assert json.loads(sent)["product"]["product_name"] == "Cup"
    assert mall.container.wait() == 0, mall.container.printed()
    seconds = time.monotonic() - begun
    print(f"ended {seconds:.1f} s after SIGTERM")
    assert seconds < 2 * ServeOptions(target="", certificate=Path(), key=Path()).stop_seconds
