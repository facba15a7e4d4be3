"""The connections of this process: stop accepting, and count."""

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from typing import Final

_OPEN_FILES: Final = "/dev/fd"


def stop_accepting(port: int) -> None:
    """Leave new connections to `port` to the other processes that listen there.

    The HTTP server cannot do that: it can only stop, which resets the connections whose TLS
    handshake is under way. So the socket it accepts from is replaced by one that nobody connects
    to; accepted connections are not touched.
    """
    with socket.create_server(("127.0.0.1", 0), backlog=1) as nobody:
        # the server asks it again whenever the others have a visitor, and must not wait there
        nobody.setblocking(False)
        for descriptor, found in _sockets(port):
            if _listens(found):
                os.dup2(nobody.fileno(), descriptor, inheritable=False)


def connected(port: int) -> int:
    """Return the number of connections this process has to `port`."""
    return sum(not _listens(found) for _, found in _sockets(port))


def _sockets(port: int) -> Iterator[tuple[int, socket.socket]]:
    for name in os.listdir(_OPEN_FILES):
        descriptor = int(name)
        # one that another thread closes meanwhile is of no interest
        with contextlib.suppress(OSError):
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as found:
                internet = found.family in (socket.AF_INET, socket.AF_INET6)
                if internet and found.getsockname()[1] == port:
                    yield descriptor, found


def _listens(found: socket.socket) -> bool:
    return bool(found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
