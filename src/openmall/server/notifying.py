"""Tells the service manager how the server is: systemd's `Type=notify`, and who does alike."""

from __future__ import annotations

import contextlib
import os
import socket
from typing import Final

_VARIABLE: Final = "NOTIFY_SOCKET"


def tell(state: str) -> None:
    """Say `READY=1` and the like to whoever started us and wants to know, else nothing.

    A manager that does not listen any more is no reason to stop.
    """
    address = os.environ.get(_VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    # an address that begins with @ is of no file, and a zero byte in its place
    to = "\0" + address[1:] if address[0] == "@" else address
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto(state.encode(), to)
