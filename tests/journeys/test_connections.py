"""What bad connections do to a real server: nothing, and everybody else is served."""

import json
import socket
import ssl
from collections.abc import Iterator

import pytest

from tests.journeys.demo_server import DemoServer

MEGABYTE = 1024 * 1024


pytestmark = pytest.mark.one_store


def connect(mall: DemoServer) -> ssl.SSLSocket:
    context = ssl.create_default_context(cafile=mall.demo.ca_file)
    host, _, port = mall.demo.local_url.removeprefix("https://").rpartition(":")
    raw = socket.create_connection((host, int(port)), timeout=20)
    return context.wrap_socket(raw, server_hostname=host)


def head(mall: DemoServer, method: str, path: str, *lines: str) -> bytes:
    token = mall.demo.app("full").access_token
    return "\r\n".join(
        [
            f"{method} /api/v2/admin/{path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {token}",
            *lines,
            "",
            "",
        ]
    ).encode()


def answers(connection: ssl.SSLSocket, how_many: int) -> list[tuple[int, bytes]]:
    found = []
    with connection.makefile("rb") as stream:
        for _ in range(how_many):
            status = int(stream.readline().split()[1])
            length = 0
            while (line := stream.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            found.append((status, stream.read(length)))
    return found


def test_a_body_of_100_megabytes_is_refused_before_it_is_sent(mall: DemoServer) -> None:
    with connect(mall) as connection:
        connection.sendall(
            head(
                mall,
                "POST",
                "products",
                "Content-Type: application/json",
                f"Content-Length: {100 * MEGABYTE}",
            )
        )
        [(status, body)] = answers(connection, 1)

    assert (status, json.loads(body)["error"]["code"]) == (413, "413")


def test_a_body_without_a_length_is_cut_off_at_the_limit(mall: DemoServer) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * MEGABYTE

    token = mall.demo.app("full").access_token
    answer = mall.client.post(
        "/api/v2/admin/products",
        content=chunks(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )

    assert answer.status_code == 413


def test_a_body_that_drips_is_given_up(mall: DemoServer) -> None:
    with connect(mall) as connection:
        connection.sendall(
            head(
                mall,
                "POST",
                "products",
                "Content-Type: application/json",
                "Content-Length: 100",
            )
            + b'{"request"'
        )
        [(status, body)] = answers(connection, 1)

    assert (status, json.loads(body)["error"]["code"]) == (408, "408")


def test_pipelined_calls_are_answered_in_order(mall: DemoServer) -> None:
    paths = ["products/1?fields=product_no", "products/2?fields=product_no", "nope"]
    with connect(mall) as connection:
        connection.sendall(b"".join(head(mall, "GET", path) for path in paths))
        found = answers(connection, 3)

    assert [status for status, _ in found] == [200, 200, 404]
    assert [body for _, body in found][:2] == [
        b'{"product":{"product_no":1}}',
        b'{"product":{"product_no":2}}',
    ]


def test_a_client_that_goes_away_in_the_middle_changes_nothing(mall: DemoServer) -> None:
    before = mall.call("GET", "products/count").json()
    with connect(mall) as connection:
        connection.sendall(
            head(
                mall,
                "POST",
                "products",
                "Content-Type: application/json",
                "Content-Length: 1000",
            )
            + b'{"request":{"product_name":"half"'
        )

    assert mall.call("GET", "products/count").json() == before
