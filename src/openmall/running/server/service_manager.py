"""Notifies the service manager of the server's state: systemd's `Type=notify` and the like."""

from __future__ import annotations

import contextlib
import os
import socket
from typing import Final

_VARIABLE: Final = "NOTIFY_SOCKET"


def notify(state: str) -> None:
    """Send `READY=1` and the like to the service manager, if it listens (NOTIFY_SOCKET).

    A manager that no longer listens is ignored.
    """
    address = os.environ.get(_VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    # an address that begins with @ is of no file, and a zero byte in its place
    to = "\0" + address[1:] if address[0] == "@" else address
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto(state.encode(), to)
