"""Ports to listen on, reserved while the mall is prepared."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click


@contextmanager
def reserve_ports(host: str, *ports: int) -> Iterator[list[int]]:
    """Yield `ports`, a free one for each 0, reserved inside the block.

    Raises ClickException for a port that is taken, before the mall is filled.
    """
    with ExitStack() as stack:
        yield [_reserve(stack, host, port) for port in ports]


def _reserve(stack: ExitStack, host: str, port: int) -> int:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening_socket = stack.enter_context(socket.socket(family, kind, protocol))
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening_socket.bind(address)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(f"cannot listen on {host} port {port}: {reason}") from None
    reserved: int = listening_socket.getsockname()[1]
    return reserved
