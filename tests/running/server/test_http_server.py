"""The one private method of granian that is overridden, and what that relies on."""

from __future__ import annotations

import inspect
import socket
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import pytest
from granian.server.common import AbstractServer
from granian.server.embed import Server

from openmall.running.server.http_server import HttpOptions, _InheritingServer, build

OVERRIDDEN = "_init_shared_socket"
RELIED_ON: dict[str, tuple[Callable[..., Any], str]] = {
    "what is overridden leaves `_ssp` or `_shd`": (
        AbstractServer._init_shared_socket,
        "a3c733cffa4ec9af",
    ),
    "it is called before workers are started": (Server.startup, "48f5cc0889f45b68"),
    "a worker is given both": (Server._spawn_worker, "7e4a8f5219138564"),
    "a worker accepts from them": (Server._spawn_asgi_lifespan_worker, "2588266be69058e5"),
}
"""What the override relies on, and a digest of the source in which that was read."""


def test_one_private_method_is_overridden_with_its_signature() -> None:
    private = {name for name in vars(_InheritingServer) if name[0] == "_" and name[1] != "_"}

    assert private == {OVERRIDDEN}
    ours, theirs = getattr(_InheritingServer, OVERRIDDEN), getattr(Server, OVERRIDDEN)
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)


@pytest.mark.parametrize(("read", "digest"), RELIED_ON.values(), ids=RELIED_ON)
def test_granian_is_as_it_was_read(read: Callable[..., Any], digest: str) -> None:
    found = sha256(inspect.getsource(read).encode()).hexdigest()[:16]

    assert found == digest, (
        f"{read.__qualname__} of granian {version('granian')} is not what was read: look whether "
        "`_InheritingServer` still holds, then write the new digest here"
    )


def test_a_server_takes_the_socket_over_that_listens_already() -> None:
    options = HttpOptions(certificate=None, key=None, http2=False, connections=8, idle_seconds=1)
    listening = socket.create_server(("127.0.0.1", 0))
    descriptor, port = listening.fileno(), listening.getsockname()[1]
    server = build(None, listening, options)

    getattr(server, OVERRIDDEN)()

    assert listening.fileno() == -1
    assert (server._ssp, server._shd.get_fd()) == (None, descriptor)  # type: ignore[attr-defined] # set by then
    with socket.socket(fileno=descriptor) as taken:
        assert taken.getsockname()[1] == port
    assert AbstractServer in type(server).mro()
