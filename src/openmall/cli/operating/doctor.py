"""`openmall doctor`: diagnoses an installation, and says what to do about each problem."""

import asyncio
import os
import resource
import shutil
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal

import click
from msgspec import Struct

from openmall import __version__
from openmall.cli import output, served_addresses, setting_options
from openmall.cli.command import command_with
from openmall.cli.operating import doctor_key, doctor_servers
from openmall.cli.output import Output
from openmall.configuration import Configuration

MEGABYTE: Final = 1024 * 1024
SPACE_LOW: Final = 2_048 * MEGABYTE
SPACE_GONE: Final = 256 * MEGABYTE
DAYS_LOW: Final = 14
CLOCK_APART: Final = 5.0
"""Seconds between this machine's clock and the database's from which on they disagree."""
OLDEST_POSTGRESQL: Final = 14
_THEIR_TIME: Final = "SELECT extract(epoch FROM clock_timestamp())"
_BEHIND: Final = """
    SELECT CASE
        WHEN NOT pg_is_in_recovery() THEN NULL
        WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())
    END"""

State = Literal["well", "warning", "problem"]


class Finding(Struct, frozen=True):
    """The result of one check."""

    check: str
    state: State
    found: str


class Patient(Struct, frozen=True):
    """The installation that is checked, and how long checks may take."""

    configuration: Configuration
    now: float
    """UTC epoch seconds."""
    seconds: float
    """Longest that a server may take to answer."""


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=600),
    default=5.0,
    show_default=True,
    help="Longest a server may take to answer.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@command_with(*setting_options.OPTIONS)
def doctor(*, configuration: Configuration, seconds: float) -> Output:
    """Look for what is wrong with an installation, and say what to do about it.

    Changes nothing and may be called beside a running server, with the settings it has. One line
    for each check, in this order: settings, data folder and its permissions, room on the disk,
    versions, store and its migrations, replica, connections, clock, key of secrets, certificate,
    pictures (folder or bucket), reports (DuckDB's process, or ClickHouse and its tables), mail
    server, limits (Redis), open files, and whether the server answers.

    Exits with 0 when nothing is a problem, warnings or none; with 1 when something is; with 2 when
    an option or a setting is wrong. With --json, a list of objects with check, state (well,
    warning, problem) and found. `openmall db check` looks at every page of a SQLite file, and
    `openmall verify` at what malls keep: both take longer.

    \b
    Examples:
      openmall doctor
      openmall doctor --seconds 1
      openmall doctor --data-dir /var/lib/openmall --json
    """
    given = click.get_current_context().params
    if given["port"] is None and given["http_port"] is None:
        configuration = served_addresses.as_served(configuration)
    patient = Patient(configuration, time.time(), seconds)
    findings = [Finding(name, *look(patient)) for name, look in CHECKS.items()]
    columns = ("check", "state", "found")
    rows = [(each.check, each.state, each.found) for each in findings]
    status = int(any(each.state == "problem" for each in findings))
    return Output(findings, output.table(columns, rows, empty=""), status=status)


def _settings(_: Patient) -> tuple[State, str]:
    from openmall.cli.operating import settings_command

    unknown = settings_command.unknown()
    if unknown:
        return "warning", f"no settings: {', '.join(unknown)} (openmall settings lists them)"
    return "well", "every OPENMALL_ variable is a setting"


def _folder(patient: Patient) -> tuple[State, str]:
    folder = patient.configuration.data_dir
    if not folder.is_dir():
        return "problem", f"{folder} is not there: mkdir, or set OPENMALL_DATA_DIR"
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return "problem", f"{folder} cannot be written by this user: chown"
    inaccessible = [
        str(path.relative_to(folder))
        for path in folder.iterdir()
        if path.is_file() and not os.access(path, os.R_OK | os.W_OK)
    ]
    if inaccessible:
        return (
            "problem",
            f"files of another user in {folder}: {', '.join(sorted(inaccessible))}: chown",
        )
    return "well", str(folder)


def _space(patient: Patient) -> tuple[State, str]:
    folder = patient.configuration.data_dir
    if not folder.is_dir():
        return "problem", "there is no folder to ask for"
    free = shutil.disk_usage(folder).free
    inodes = os.statvfs(folder)
    summary = f"{free // MEGABYTE:,} MB free"
    if free < SPACE_GONE or (inodes.f_files and not inodes.f_favail):
        return "problem", f"{summary}: writes will fail soon; make room"
    return ("warning" if free < SPACE_LOW else "well"), summary


def _store(patient: Patient) -> tuple[State, str]:
    from openmall.database import migrate, phases
    from openmall.database.session import DatabaseAway

    kind = "PostgreSQL" if patient.configuration.database else "SQLite"
    try:
        store = migrate.state(patient.configuration)
    except (DatabaseAway, OSError, ValueError) as error:
        return "problem", f"{kind} does not answer: {str(error) or type(error).__name__}"
    schema, newest = store.schema, migrate.newest()
    if schema is None:
        return "warning", f"{kind} has no tables yet: openmall db migrate, or the first start"
    if phases.usable(store):
        if schema == newest:
            return "well", f"{kind}, schema {schema}"
        return "warning", f"{kind}, schema {schema} of {newest}: openmall db status says what next"
    if reason := phases.too_old(schema):
        return "problem", reason
    if schema < newest:
        return (
            "problem",
            f"schema {schema} is older than {newest}: backup, then openmall db migrate",
        )
    return "problem", f"schema {schema} is newer than this program's {newest}"


def _connections(patient: Patient) -> tuple[State, str]:
    if not patient.configuration.database:
        return "well", "SQLite needs none"
    from openmall.cli.operating import serve

    try:
        allowed = _ask_postgres(patient, "SELECT current_setting('max_connections')")
    except Exception as error:
        return "warning", f"not asked: {str(error) or 'no answer'}"
    configuration = patient.configuration
    # what answers plain HTTP asks for nothing but whether the store is there, unless proxies call
    workers = serve.workers(configuration) + bool(configuration.trusted_proxies)
    workers += configuration.jobs == "process"
    connections_needed = workers * configuration.connections + (not configuration.trusted_proxies)
    summary = f"{workers} processes take up to {connections_needed} of PostgreSQL's {allowed}"
    if connections_needed > int(allowed):
        return "problem", f"{summary}: fewer connections or workers, or more max_connections there"
    return "well", summary


def _clock(patient: Patient) -> tuple[State, str]:
    if patient.configuration.database:
        try:
            theirs = float(_ask_postgres(patient, _THEIR_TIME))
        except Exception as error:
            return "warning", f"not compared with PostgreSQL's: {str(error) or 'no answer'}"
        apart = theirs - time.time()
        summary = f"{abs(apart):.1f} s {'behind' if apart > 0 else 'ahead of'} PostgreSQL's"
        return ("problem" if abs(apart) > CLOCK_APART else "well"), summary
    path = patient.configuration.database_path
    if path.exists() and path.stat().st_mtime > patient.now + CLOCK_APART:
        return "problem", "the store was written in the future: this machine's clock went back"
    return "well", f"{datetime.fromtimestamp(patient.now, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _replica(patient: Patient) -> tuple[State, str]:
    url = patient.configuration.database_replica
    if not url:
        return "well", "none"
    try:
        lag = _ask_postgres(patient, _BEHIND, url)
    except Exception as error:
        return "warning", f"does not answer, the primary does: {str(error) or 'no answer'}"
    if lag is None:
        return "warning", "is no replica, or has replayed nothing yet: the primary answers"
    late = float(lag) > patient.configuration.replica_seconds
    return ("warning" if late else "well"), f"{float(lag):.1f} s behind"


def _ask_postgres(patient: Patient, question: str, url: str = "") -> Any:
    """Return the value PostgreSQL answers a query with."""
    address = url or patient.configuration.database
    return asyncio.run(doctor_servers.ask_postgres(address, question, seconds=patient.seconds))


def _certificate(patient: Patient) -> tuple[State, str]:
    from cryptography import x509

    from openmall.running.server import certificates

    certificate, key = patient.configuration.certificate, patient.configuration.certificate_key
    path = certificate or patient.configuration.data_dir / "tls" / "server.pem"
    try:
        if certificate is not None and key is not None:
            certificates.operator_files(certificate, key)
        elif certificate is not None or key is not None:
            return "problem", "certificate and certificate_key come together"
        elif not path.exists():
            return "warning", "none yet: the first start makes one of the installation's own"
        leaf = x509.load_pem_x509_certificate(path.read_bytes())
    except (certificates.CertificateError, ValueError, OSError) as error:
        return "problem", str(error)
    days = int((leaf.not_valid_after_utc.timestamp() - patient.now) // 86_400)
    if days < 0:
        return "problem", f"{path} expired on {leaf.not_valid_after_utc:%Y-%m-%d}"
    if leaf.not_valid_before_utc.timestamp() > patient.now:
        return "problem", f"{path} is not valid yet: is the clock right?"
    missing = _missing_names(leaf, patient.configuration.domain)
    if missing:
        return "warning", f"{path} is not for {' and '.join(missing)}"
    summary = f"{path}, {days} days left"
    # its own one is made anew by itself when a start finds 30 days left
    return ("warning" if days < DAYS_LOW else "well"), summary


def _missing_names(leaf: Any, domain: str) -> list[str]:
    from cryptography import x509

    try:
        names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        certificate_names = set(names.get_values_for_type(x509.DNSName))
    except x509.ExtensionNotFound:
        certificate_names = set()
    return [name for name in (domain, f"*.{domain}") if name not in certificate_names]


def _pictures(patient: Patient) -> tuple[State, str]:
    from openmall.media.store_factory import open_store

    location = patient.configuration.files or "the folder"
    if not patient.configuration.files:
        return "well", f"in {location}"
    try:
        open_store(patient.configuration).check()
    except (ValueError, OSError) as error:
        return "problem", str(error)
    return "well", f"in {location}"


def _reports(patient: Patient) -> tuple[State, str]:
    return asyncio.run(doctor_servers.check_engine(patient.configuration, seconds=patient.seconds))


def _mail(patient: Patient) -> tuple[State, str]:
    if not patient.configuration.mail_server:
        return "well", "none is sent: it is kept, openmall messages list shows it"
    from openmall.events.messages.service import mail_channel

    try:
        asyncio.run(mail_channel(patient.configuration, seconds=patient.seconds).check())
    except (ConnectionError, ValueError) as error:
        return "problem", f"{patient.configuration.mail_server} takes none, it waits: {error}"
    return "well", f"{patient.configuration.mail_server} takes it"


def _versions(patient: Patient) -> tuple[State, str]:
    python = ".".join(map(str, sys.version_info[:3]))
    summary = f"openmall {__version__}, Python {python}"
    if not patient.configuration.database:
        import apsw

        return "well", f"{summary}, SQLite {apsw.sqlite_lib_version()}"
    try:
        server = _ask_postgres(patient, "SELECT current_setting('server_version')")
    except Exception as error:
        return "warning", f"{summary}; PostgreSQL was not asked: {str(error) or 'no answer'}"
    if int(server.partition(".")[0]) < OLDEST_POSTGRESQL:
        return "problem", f"PostgreSQL {server} is too old: {OLDEST_POSTGRESQL} or newer is needed"
    return "well", f"{summary}, PostgreSQL {server}"


def _limits(patient: Patient) -> tuple[State, str]:
    url = patient.configuration.limits_store
    if not url:
        return "well", "counted on this machine"
    try:
        from openmall.access.limits.redis_connection import RedisConnection, ServerUnavailable
    except ImportError:
        return "problem", "counted in Redis, which needs openmall[redis]"
    try:
        asyncio.run(
            doctor_servers.ask_redis(RedisConnection(url, seconds=patient.seconds, wall=time.time))
        )
    except (ServerUnavailable, ValueError) as error:
        refused = patient.configuration.limits_away == "refuse"
        summary = "calls are refused" if refused else "each machine counts for itself"
        return ("problem" if refused else "warning"), f"Redis does not answer, {summary}: {error}"
    return "well", "counted in Redis"


def _names(patient: Patient) -> tuple[State, str]:
    from openmall.cli.malls import reserved_names

    if _store(patient)[0] != "well":
        return "warning", "not asked: the store cannot be used"
    advice = reserved_names.advice(patient.configuration)
    return ("problem", advice) if advice else ("well", "no mall has the name of a host of ours")


def _files(patient: Patient) -> tuple[State, str]:
    from openmall.running.server.options import OTHER_FILES

    files_needed = patient.configuration.clients + OTHER_FILES
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard == resource.RLIM_INFINITY or hard >= files_needed:
        return "well", "a worker may open as many as it needs"
    summary = (
        f"a worker may open {hard}, {patient.configuration.clients} clients need {files_needed}"
    )
    return "warning", f"{summary}: LimitNOFILE, ulimit -Hn, or fewer OPENMALL_CLIENTS"


def _server(patient: Patient) -> tuple[State, str]:
    from openmall.cli.operating import health

    if not patient.configuration.port or not patient.configuration.http_port:
        return "warning", "not asked: it took free ports"
    listener_states = health.probe(patient.configuration, "/readyz", seconds=patient.seconds)
    if set(listener_states.values()) == {health.READY}:
        return "well", "ready"
    return "warning", "; ".join(
        f"{listener}: {summary}" for listener, summary in listener_states.items()
    )


CHECKS: Final[dict[str, Callable[[Patient], tuple[State, str]]]] = {
    "settings": _settings,
    "folder": _folder,
    "space": _space,
    "versions": _versions,
    "store": _store,
    "replica": _replica,
    "connections": _connections,
    "clock": _clock,
    "secret key": lambda patient: doctor_key.look(patient.configuration),
    "certificate": _certificate,
    "pictures": _pictures,
    "reports": _reports,
    "mail": _mail,
    "limits": _limits,
    "mall ids": _names,
    "open files": _files,
    "server": _server,
}
"""Name -> check, in the order in which they run."""
