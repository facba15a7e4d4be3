"""The settings of an installation as options of the command line."""

import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from openmall.configuration import Configuration, from_environment

F = TypeVar("F", bound=Callable[..., Any])

DESCRIPTIONS: Final = {
    "data_dir": "Folder of the SQLite file, certificates, counters and pictures.",
    "database": "postgresql://user:password@host:port/name; without it SQLite in the folder.",
    "database_replica": "postgresql://... of a streaming replica that answers what only reads.",
    "replica_seconds": "How far it may be behind; beyond that it is not asked.",
    "durability": "SQLite: normal, or full: sync each commit, so that a power cut loses nothing.",
    "connections": "PostgreSQL: most connections of one worker.",
    "connections_kept": "Those of them that stay open while nothing needs them.",
    "prepared_statements": "PostgreSQL: most that a connection keeps; 0 behind PgBouncer.",
    "files": "Where pictures are kept: s3://bucket/prefix; without it `files` in the folder.",
    "files_endpoint": "Address of the S3 service; without it Amazon's in files_region.",
    "files_region": "Region of the S3 service.",
    "files_access_key": "Access key of the S3 service; its secret: OPENMALL_FILES_SECRET_KEY.",
    "files_ca": "PEM file of an authority that the S3 service's certificate may be of.",
    "files_seconds": "Longest a request to the S3 service may take.",
    "files_public_url": "Where browsers find the pictures themselves; else openmall shows them.",
    "domain": "Malls are served at https://<mall_id>.<domain>.",
    "default_mall": "Mall of the bare domain and of IP addresses; else the one created first.",
    "addresses": "IP addresses, parted by commas, at which the default mall is called as well.",
    "host": "Address to listen on.",
    "port": "HTTPS port; 0 takes a free one.",
    "http_port": "Port of plain HTTP, where every call is refused with 403; 0 takes a free one.",
    "workers": "Worker processes; 0: one on SQLite, one per core on PostgreSQL.",
    "clients": "Connections that one worker holds, idle ones included.",
    "jobs": "Who does what is due by itself: process, workers, or elsewhere: `openmall jobs work`.",
    "job_days": "Days for which a call that was answered 202 can be looked up after it ended.",
    "plan_hours": "Hours for which the plan of a rehearsed call is kept.",
    "approval_days": "Days for which a plan waits for approval, and is kept.",
    "undo_days": "Days for which admin writes can be undone; 0: none. Without it, those of malls.",
    "undo_megabytes": "Megabytes of recorded writes that are kept of each shop.",
    "change_days": "Days for which changes are kept for readers of the change feed.",
    "certificate": "PEM file to serve HTTPS with; without it one of the installation's own CA.",
    "certificate_key": "PEM file of its key, unencrypted.",
    "backup_dir": "Folder of the backups that the operator console makes; else in the data folder.",
    "trusted_proxies": "Addresses or networks, parted by commas, whose X-Forwarded headers count.",
    "body_limit": "Largest request body in bytes; above it 413.",
    "body_seconds": "Longest a client may take to send a body.",
    "call_seconds": "Time budget of one call; above it 504.",
    "shop_capacity": "Calls that fit into a shop's bucket.",
    "shop_drain": "Calls a second that drain from it.",
    "bucket_per": "Whose bucket: shop, shared by all its apps, or shop_and_app.",
    "anonymous_capacity": "Bucket of storefront clients that show a client id alone.",
    "abnormal_calls": "Calls a second of one address to one shop that count as abnormal.",
    "refuse_abnormal": "Refuse such calls with 429 rather than only log them: true or false.",
    "time_budget": "Processing seconds that a shop's calls may take within 60 seconds.",
    "partner_per_minute": "Partner-collection calls a minute of one address.",
    "analytics_burst": "Analytics calls at once of one address and URL.",
    "analytics_refill": "Analytics calls a second that come back.",
    "page_capacity": "Pages of the sample shop that one address may open at once.",
    "page_drain": "Pages a second that it may open for longer.",
    "collect_per_minute": "Batches a minute that one address may tell of what visitors do.",
    "collect_bytes": "Bytes a minute that one mall is told of what visitors do.",
    "address_days": "Days after which the IP addresses of a day cannot be recovered any more.",
    "analytics_lateness": "Seconds for which what visitors did is waited for.",
    "analytics_seconds": "Longest the engine of reports may take for a question.",
    "analytics_memory": "What DuckDB may take before it goes to the disk.",
    "log": "How events are logged, one a line: text, or json.",
    "traces": "OTLP/HTTP receiver of traces: http://host:4318; without it none are sent.",
    "traces_share": "How many of the traces that begin here are sent: 0 to 1.",
    "call_log": "Calls that are kept for those who write apps: on, off, or errors alone.",
    "call_log_days": "Days for which they are kept.",
    "call_log_rows": "Calls that are kept of one app.",
    "developer_sign_up": "open, or closed: developers get accounts from the operator alone.",
    "developer_malls": "Test malls a developer may have.",
    "test_malls": "Whether programs may create malls to test apps in: on, off, or in a demo.",
    "webhook_networks": "Networks, parted by commas, that webhooks may go to beside the internet.",
    "webhook_ca": "PEM file of an authority that a webhook receiver's certificate may be of.",
    "webhook_connections": "Deliveries of webhooks that one worker has under way at once.",
    "webhook_connections_per_app": "Those of them to one app.",
    "webhook_log_days": "Days for which tries to deliver webhooks can be looked up.",
    "event_days": "Days for which events can be read and sent again, at least.",
    "mail_server": "smtp://, smtps:// or smtp+plain://host:port; without it mail is not delivered.",
    "mail_sender": "Address that all mail comes from.",
    "mail_user": "Account on the mail server.",
    "mail_ca": "PEM file of the authority of the mail server's certificate.",
    "mail_links": "Address of malls for links in messages, with {mall_id}; else domain and port.",
    "mail_seconds": "Longest a step of a conversation with the mail server may take.",
    "message_provider": "Address that text, push and chat messages are posted to.",
    "staff_provider_name": "What staff read on the button of the operator's identity provider.",
    "staff_issuer": "Issuer of the identity provider that staff of all malls sign in with.",
    "staff_client_id": "The installation's client at that provider.",
    "message_days": "Days for which messages and the log of their delivery are kept.",
    "sample_shop": "Show the shop's pages at the root of each mall's host (the default).",
    "storefront_cache_seconds": "Seconds for which storefront reads are answered from memory.",
    "limits": "enforce, or count: full buckets are reported and nothing is refused.",
    "limits_away": "While the store of limits is away: local, or refuse calls with 503.",
    "limits_seconds": "Longest the store of limits may take to answer.",
    "machines": "one, or several that serve the same PostgreSQL.",
}
"""Setting -> its description in help texts."""

ENVIRONMENT_ONLY: Final = (
    "secret_keys",
    "files_secret_key",
    "analytics_engine",
    "metrics_token",
    "test_malls_token",
    "limits_store",
    "mail_password",
    "staff_client_secret",
    "message_provider_secret",
)
"""Settings without an option: other users of the machine can read command lines."""

INSTALLATION_SETTINGS: Final = ("data_dir", "database")
"""Settings that select the installation; every command takes them."""


def options(*names: str) -> Callable[[F], F]:
    """Return a decorator that adds settings as options, such as `--data-dir`.

    Their values are text or None; pass them to `configuration_from`.
    """

    def add(command: F) -> F:
        for name in reversed(names):
            option = "--" + name.replace("_", "-")
            command = click.option(option, name, metavar="VALUE", help=_help(name))(command)
        return command

    return add


def installation_options(command: F) -> F:
    """Add `--data-dir`, `--database` and `--json`."""
    command = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(
        command
    )
    return options(*INSTALLATION_SETTINGS)(command)


def configuration_from(**overrides: Any) -> Configuration:
    """Return the settings of the environment, replaced by `overrides`.

    Raises click.UsageError that names the invalid setting.
    """
    for name in ("addresses", "trusted_proxies", "webhook_networks"):
        if overrides.get(name) is not None:
            overrides[name] = [part for part in overrides[name].split(",") if part.strip()]
    try:
        return from_environment(**overrides)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _help(name: str) -> str:
    default = Configuration.__struct_defaults__[Configuration.__struct_fields__.index(name)]
    shown = "" if default in ("", None, ()) else f"  [{str(default).lower()}]"
    return DESCRIPTIONS[name] + shown


def print_notice(text: str) -> None:
    """Print a notice beside the result of a command, on standard error."""
    print(text, file=sys.stderr, flush=True)
