"""Replaces the workers of the server that runs on this machine, while it serves."""

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from openmall.cli.command import command_with
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.configuration import Configuration

_LOOK_SECONDS: Final = 0.1


@click.command("reload")
@click.option("--seconds", type=float, default=300.0, show_default=True, help="Longest to wait.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@command_with("data_dir")
def reload_(configuration: "Configuration", seconds: float) -> Output:
    """Replace the workers of the server of a data directory; no call is refused meanwhile.

    Each new worker serves before the old one leaves, and the certificate is read again. Settings
    are not: they need a restart. A server whose new workers do not start goes on with the old ones.

    \b
    Example:
      openmall reload
    """
    from openmall.running.server import server_state

    folder = configuration.data_dir
    process = server_state.server(folder)
    if process is None:
        raise click.ClickException(f"no server serves {folder}")
    before = server_state.reloads(folder)
    try:
        os.kill(process, signal.SIGHUP)
    except ProcessLookupError:
        raise click.ClickException(f"no server serves {folder}") from None
    except PermissionError:
        raise click.ClickException(f"process {process} is another user's") from None
    # one that is under way began before it was asked for, and another follows it
    expected = before.ended + (2 if before.under_way else 1)
    _wait(folder, expected, deadline=time.monotonic() + seconds)
    return Output({"pid": process}, "Reloaded.")


def _wait(folder: Path, expected: int, *, deadline: float) -> None:
    from openmall.running.server import server_state

    while (status := server_state.reloads(folder)).ended < expected:
        if server_state.server(folder) is None:
            raise click.ClickException("the server stopped")
        if time.monotonic() > deadline:
            raise click.ClickException("the server has not ended the reload; it goes on with it")
        time.sleep(_LOOK_SECONDS)
    if status.error:
        raise click.ClickException(f"not reloaded: {status.error}")
