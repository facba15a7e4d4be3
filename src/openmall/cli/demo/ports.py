"""Ports to listen on, reserved while the mall is prepared."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click


@contextmanager
def held(host: str, *ports: int) -> Iterator[list[int]]:
    """Yield `ports`, a free one for each 0, reserved inside the block.

    Raises ClickException for a port that is taken, so that nothing is done in vain.
    """
    with ExitStack() as stack:
        yield [_hold(stack, host, port) for port in ports]


def _hold(stack: ExitStack, host: str, port: int) -> int:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        holding = stack.enter_context(socket.socket(family, kind, protocol))
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holding.bind(address)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(f"cannot listen on {host} port {port}: {reason}") from None
    found: int = holding.getsockname()[1]
    return found
