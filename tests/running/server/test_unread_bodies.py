"""A client that is still sending can read why it is refused, and go on with its connection."""

import ssl
from collections.abc import Callable
from http.client import HTTPSConnection

from tests.running.server.server_process import WAIT, ServerProcess, opened

__all__ = ["opened"]

SIZES = (70_000, 1_000_000, 9_000_000)


def test_a_refusal_by_the_head_alone_reaches_the_client(
    opened: Callable[..., ServerProcess],
) -> None:
    process = opened()
    port = process.port()
    trusting = ssl.create_default_context(cafile=process.data_dir / "tls/ca.pem")
    connection = HTTPSConnection("127.0.0.1", port, context=trusting, timeout=WAIT)

    statuses = []
    # a closed connection would be an error of the call on it, or of the next
    for size in SIZES * 5:
        connection.request("PUT", "/unread", body=bytes(size))
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)

    assert statuses == [200] * len(SIZES) * 5
    connection.close()
