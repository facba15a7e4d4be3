"""`openmall health`: probes the server of this machine."""

import http.client
import ssl
from typing import Final

import click

from openmall.cli import output
from openmall.cli.command import command_with
from openmall.cli.output import Output
from openmall.configuration import Configuration
from openmall.running.server.listen_addresses import reachable_host

READY: Final = "ready"


@click.command()
@click.option("--live", is_flag=True, help="Only whether it answers at all, store or no store.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=600),
    default=5.0,
    show_default=True,
    help="Longest it may take to answer.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@command_with("host", "port", "http_port")
def health(*, configuration: Configuration, live: bool, seconds: float) -> Output:
    """Ask the server that these settings would start whether it is ready; exit with 1 when not.

    Both doors are asked, HTTPS and plain HTTP: `/readyz`, or `/healthz` with --live. For a health
    check of a container or a monitor on the same machine; it needs no other program.

    \b
    Examples:
      openmall health
      openmall health --live --seconds 2
    """
    if not configuration.port or not configuration.http_port:
        raise click.UsageError("a server that took free ports is asked with --port and --http-port")
    states = probe(configuration, "/healthz" if live else "/readyz", seconds=seconds)
    status = int(any(state != READY for state in states.values()))
    return Output(states, output.facts(states), status=status)


def probe(configuration: Configuration, path: str, *, seconds: float) -> dict[str, str]:
    """Probe both listeners; return `ready` or the problem for each."""
    host = reachable_host(configuration.host)
    # the certificate is for the malls' names, not for this address
    ssl_context = ssl.create_default_context()
    ssl_context.check_hostname = False
    ssl_context.verify_mode = ssl.CERT_NONE
    return {
        "https": _ask(
            http.client.HTTPSConnection(
                host, configuration.port, timeout=seconds, context=ssl_context
            ),
            path,
        ),
        "http": _ask(
            http.client.HTTPConnection(host, configuration.http_port, timeout=seconds), path
        ),
    }


def _ask(connection: http.client.HTTPConnection, path: str) -> str:
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read(1_000).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    finally:
        connection.close()
    return READY if answer.status == http.client.OK else f"{answer.status} {body}"
