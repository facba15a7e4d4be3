"""`openmall serve`: serves an installation until it is stopped."""

import os
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import setting_options
from openmall.cli.command import command_with
from openmall.configuration import Configuration, to_environment
from openmall.running.server.listen_addresses import WILDCARDS

if TYPE_CHECKING:
    from openmall.running.server.certificates import TlsFiles

TARGET: Final = "openmall.web_worker:create"
PLAIN: Final = "openmall.running.plaintext_listener:create"
OWNER: Final = ("analytics", "own")
JOBS: Final = ("jobs", "work")


@click.command()
@command_with(*setting_options.OPTIONS)
def serve(configuration: Configuration) -> None:
    """Serve the malls of an installation until SIGTERM or Ctrl-C.

    Says `ready https://...` on standard error when every worker answers; on a terminal also where
    back offices and shops are, and how to make the first mall. An empty store is set up first; one
    of an older version is refused until `openmall db migrate`, and one whose secrets no key opens
    until the key is there. `openmall reload`, or SIGHUP, replaces the workers without a refused
    call.

    \b
    Examples:
      openmall serve
      openmall serve --host 0.0.0.0 --port 443 --certificate chain.pem --certificate-key key.pem
      openmall serve --database postgresql://openmall@db/openmall --workers 4
    """
    from openmall.cli import installation, key_check
    from openmall.cli.malls import reserved_names

    installation.prepare(configuration)
    key_check.require_key(configuration)
    installation.require_files(configuration)
    installation.require_engine(configuration)
    installation.require_limits(configuration)
    installation.require_traces(configuration)
    unserved = reserved_names.advice(configuration)
    if unserved:
        click.echo(f"warning: {unserved}", err=True)
    sys.exit(run(configuration, certified(configuration)))


def certified(configuration: Configuration) -> "TlsFiles":
    """Return the certificate to serve with, created when the operator gave none.

    Raises ClickException.
    """
    from openmall.running.server import certificates

    certificate, key = configuration.certificate, configuration.certificate_key
    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --certificate-key come together")
    try:
        if certificate is not None and key is not None:
            return certificates.operator_files(certificate, key)
        return certificates.ensure(
            configuration.data_dir, names(configuration), now=datetime.now(UTC)
        )
    except certificates.CertificateError as error:
        raise click.ClickException(str(error)) from None


def names(configuration: Configuration) -> list[str]:
    """Return the names under which an installation is reached."""
    names_served = [
        configuration.domain,
        f"*.{configuration.domain}",
        "localhost",
        "127.0.0.1",
        "::1",
    ]
    # no certificate bears a wildcard address
    if configuration.host not in WILDCARDS:
        names_served.append(configuration.host)
    return [*names_served, *configuration.addresses]


def workers(configuration: Configuration) -> int:
    """Return the number of worker processes: one on SQLite, which has one writer."""
    if configuration.workers:
        return configuration.workers
    if not configuration.database:
        return 1
    # in a container or under taskset fewer than the machine has; macOS does not tell
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def run(configuration: Configuration, files: "TlsFiles") -> int:
    """Serve until a signal; return the exit status."""
    from openmall.cli import served_addresses
    from openmall.running.observability.meter import MetricsFiles
    from openmall.running.server.listener import ServeOptions, serve
    from openmall.running.server.options import Beside, NotReloaded

    def look_at_certificate() -> None:
        try:
            certified(configuration)
        except click.ClickException as error:
            raise NotReloaded(error.message) from None

    beside = []
    if not configuration.analytics_engine:
        beside.append(Beside(name="analytics", command=_companion_command(OWNER)))
    if configuration.jobs == "process":
        beside.append(Beside(name="jobs", command=_companion_command(JOBS), follows=True))
    metrics = MetricsFiles(configuration.data_dir)
    metrics.clear()
    restarts = {"worker": 0, "plain": 0} | {each.name: 0 for each in beside}
    recording = threading.Lock()

    def record_restart(process: str) -> None:
        # supervisor and programs beside the workers have threads of their own
        with recording, suppress(OSError):
            restarts[process] += 1
            metrics.write_restarts(restarts)

    with suppress(OSError):
        metrics.write_restarts(restarts)
    return serve(
        ServeOptions(
            target=TARGET,
            certificate=files.certificate,
            key=files.key,
            host=configuration.host,
            port=configuration.port,
            http_port=configuration.http_port,
            # whom a proxy forwards is answered there as anywhere
            plain_target="" if configuration.trusted_proxies else PLAIN,
            workers=workers(configuration),
            concurrency=configuration.clients,
            start_seconds=configuration.start_seconds,
            beside=beside,
            before_reload=look_at_certificate,
            on_restart=record_restart,
            guidance=partial(served_addresses.guidance, configuration),
            data_dir=configuration.data_dir,
            environment=to_environment(configuration),
        )
    )


def _companion_command(arguments: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", "openmall", *arguments, "--with-parent", str(os.getpid())]
