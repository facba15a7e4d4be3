"""Every setting of an installation: its name, default, meaning and environment variable.

A setting `data_dir` is read from `OPENMALL_DATA_DIR`. Worker processes are started with the same
environment, so options of the command line reach them the same way.
"""

import ipaddress
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from openmall import setting_values

PREFIX: Final = "OPENMALL_"

_NETWORKS: Final = ("trusted_proxies", "webhook_networks")
_LISTS: Final = (*_NETWORKS, "addresses", "secret_keys")
"""Settings whose environment variable is a comma list."""

_AUTHORITIES: Final = ("files_ca", "mail_ca", "webhook_ca")
"""Settings that name a file of certificates."""

_OPTIONAL: Final = ("undo_days", "certificate", "certificate_key", *_AUTHORITIES)
"""Settings whose empty environment variable is as none."""

_ADDRESSES: Final = {
    "database": ("postgresql", "postgres"),
    "database_replica": ("postgresql", "postgres"),
    "traces": ("http", "https"),
    "mail_server": ("smtp", "smtps", "smtp+plain"),
    "mail_links": ("https", "http"),
    "message_provider": ("https", "http"),
    "staff_issuer": ("https", "http"),
}
"""Settings that are addresses, or empty, and how these begin. Others are refused where what they
name is opened."""

Positive = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Days = Annotated[int, Meta(ge=1, le=36_500)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Rate = Annotated[float, Meta(gt=0, le=1_000_000)]


class Configuration(Struct, frozen=True, kw_only=True):
    """Settings of one installation."""

    data_dir: Path = Path(".data")
    """Folder of the SQLite file, certificates, counters and pictures."""
    database: str = ""
    """`postgresql://user:password@host:port/name`; empty: SQLite in `data_dir`."""
    database_replica: str = ""
    """A PostgreSQL server, `postgresql://...`, that follows the database by streaming replication,
    and answers what only reads; empty: none."""
    replica_seconds: Seconds = 5.0
    """Seconds that the replica may be behind; beyond that it is not asked."""
    durability: Literal["normal", "full"] = "normal"
    """SQLite: `full` syncs each commit to the disk, so that a power cut loses nothing either."""
    connections: Annotated[int, Meta(ge=1, le=10_000)] = 10
    """PostgreSQL: most connections of one worker."""
    connections_kept: Annotated[int, Meta(ge=0, le=10_000)] = 1
    """PostgreSQL: connections of a worker that stay open while nothing needs them."""
    prepared_statements: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """PostgreSQL: most statements one connection keeps prepared; 0: none, and every call is one
    transaction, as behind PgBouncer in transaction mode."""
    secret_keys: tuple[str, ...] = ()
    """Keys that seal secrets in the database, the newest first, each 32 random bytes in base64;
    none: `secret.key` in `data_dir`, made at first need. Several machines need the same."""
    files: str = ""
    """Where pictures are kept: `s3://bucket` or `s3://bucket/prefix`; empty: in `data_dir`."""
    files_endpoint: str = ""
    """Address of the S3 service, `https://host:port`; empty: Amazon's in `files_region`."""
    files_region: str = "us-east-1"
    """Region of the S3 service."""
    files_access_key: str = ""
    """Access key of the S3 service; its secret is `OPENMALL_FILES_SECRET_KEY`."""
    files_secret_key: str = ""
    """Secret key of the S3 service."""
    files_ca: Path | None = None
    """PEM file of a further trusted authority for the certificate of the S3 service."""
    files_seconds: Seconds = 10.0
    """Longest time in seconds that a request to the S3 service may take."""
    files_public_url: str = ""
    """Where browsers find the pictures of the folder or bucket; empty: openmall shows them."""
    domain: str = "openmall.localhost"
    """Malls are served at `https://{mall_id}.<domain>`."""
    default_mall: str = ""
    """Mall of the bare domain and of IP addresses; empty: the one created first."""
    addresses: tuple[str, ...] = ()
    """IP addresses, beside `host` and loopback ones, at which clients may call the default mall
    without a name: any other is answered 421."""
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8443
    """Port of HTTPS; 0 takes a free one."""
    http_port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    """Port of plain HTTP, where every call is refused with 403 unless a trusted proxy forwards it;
    0 takes a free one."""
    workers: Annotated[int, Meta(ge=0, le=1_024)] = 0
    """Worker processes; 0: one on SQLite, one per core on PostgreSQL."""
    start_seconds: Annotated[float, Meta(ge=1, le=3_600)] = 80.0
    """Longest time in seconds that workers may take to start; a service manager has to wait for
    longer (`TimeoutStartSec`)."""
    clients: Annotated[int, Meta(ge=1, le=1_000_000)] = 12_000
    """Connections that one worker holds, idle ones included; more wait until one is closed."""
    jobs: Literal["process", "workers", "elsewhere"] = "process"
    """Where periodic work is done: in a job worker, a process of its own; in the workers beside
    their calls; or elsewhere, by `openmall jobs work` on another machine."""
    job_days: Days = 7
    """Days for which a call that was answered 202 can be looked up after it ended."""
    plan_hours: Annotated[int, Meta(ge=1, le=876_000)] = 24
    """Hours for which the plan of a rehearsed call is kept."""
    approval_days: Days = 7
    """Days for which a plan waits for approval, and is kept."""
    undo_days: Annotated[int, Meta(ge=0, le=36_500)] | None = None
    """Days for which admin writes of all malls are recorded, so that they can be undone; 0: they
    are not. Empty: each mall's own days, 30 in malls that operators create. A recorded write takes
    1.1 to 1.5 times the processor time."""
    undo_megabytes: Annotated[int, Meta(ge=1, le=1_000_000)] = 100
    """Megabytes of recorded writes that are kept of each shop."""
    change_days: Days = 7
    """Days for which the changes of a shop are kept for readers of its change feed; a feed that is
    not read for as long ends."""
    certificate: Path | None = None
    """PEM file of the certificate that HTTPS is served with; empty: one of the installation's own
    CA."""
    certificate_key: Path | None = None
    """PEM file of the key of the certificate, unencrypted."""
    backup_dir: str = ""
    """Folder into which the operator console writes backups; empty: `backups` in the data folder.
    One on another disk or machine is better."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-Proto, -For and -Host headers count."""
    body_limit: Positive = 10 * 1024 * 1024
    """Largest request body in bytes; above it 413."""
    body_seconds: Seconds = 30.0
    """Longest time in seconds that a client may take to send a body."""
    call_seconds: Seconds = 30.0
    """Time budget of one call in seconds; above it 504."""
    shop_capacity: Positive = 40
    """Calls that fit into the leaky bucket of a shop (Limits 1, 3)."""
    shop_drain: Rate = 2.0
    """Calls a second that drain from the bucket of a shop."""
    bucket_per: Literal["shop", "shop_and_app"] = "shop"
    """Whether all apps share the bucket of a shop on the admin API, or each app has its own."""
    anonymous_capacity: Positive = 10
    """Calls that fit into the storefront bucket of a shop and an IP address that shows a client id
    alone."""
    abnormal_calls: Annotated[int, Meta(ge=2, le=255)] = 10
    """Calls a second from one IP address to one shop that count as abnormal (Limits 2)."""
    refuse_abnormal: bool = False
    """Refuse abnormal calls with 429 rather than only log them."""
    time_budget: Seconds = 30.0
    """Processing time in seconds that the calls of a shop may take within 60 seconds (Limits 4)."""
    partner_per_minute: Positive = 40
    """Partner-collection calls a minute of one IP address (Limits 7)."""
    analytics_burst: Positive = 40
    """Analytics calls at once of one IP address and URL: the size of its token bucket (Limits 8).
    """
    analytics_refill: Rate = 2.0
    """Analytics calls a second that come back to the token bucket."""
    page_capacity: Positive = 60
    """Pages of the sample shop that one address may open at once in a mall."""
    page_drain: Rate = 4.0
    """Pages of the sample shop a second that one address may open for longer."""
    collect_per_minute: Positive = 600
    """Batches of visitor events a minute from one IP address."""
    collect_bytes: Positive = 32 * 1024 * 1024
    """Bytes of visitor events a minute for one mall; one IP address may send an eighth."""
    address_days: Days = 2
    """Days after which the key of a day's IP addresses is deleted, so that they cannot be recovered
    from their numbers."""
    analytics_lateness: Annotated[float, Meta(ge=0, le=86_400)] = 120.0
    """Seconds for which visitor events are waited for; later ones are late."""
    analytics_engine: str = ""
    """Engine of reports: `clickhouse://user:password@host:port/database`, or `clickhouses://` over
    TLS; empty: DuckDB in `data_dir`, which one machine can use. Several machines need ClickHouse.
    """
    analytics_seconds: Seconds = 10.0
    """Longest time in seconds that the engine of reports may take for a question."""
    analytics_memory: str = "384MB"
    """Memory of DuckDB before it goes to the disk."""
    metrics_token: str = ""
    """Bearer token of programs that read `/metrics`; empty: only programs of the same machine may,
    and none behind trusted proxies."""
    log: Literal["text", "json"] = "text"
    """Format of log events, one a line on standard error."""
    traces: str = ""
    """OTLP/HTTP receiver of traces, `http://host:4318`; empty: the standard variables
    (`OTEL_EXPORTER_OTLP_ENDPOINT`) say it, or none are sent."""
    traces_share: Annotated[float, Meta(ge=0, le=1)] = 1.0
    """Share of the traces that begin here which are sent."""
    call_log: Literal["on", "off", "errors"] = "on"
    """Calls of apps that are kept for their developers: all, none, or those that failed."""
    call_log_days: Days = 7
    """Days for which calls of apps are kept."""
    call_log_rows: Positive = 10_000
    """Calls that are kept of one app, the newest."""
    developer_sign_up: Literal["open", "closed"] = "open"
    """Who may have an account of the developer console: `open`, who signs up; `closed`, those for
    whom `openmall developer create` made one."""
    developer_malls: Annotated[int, Meta(ge=0, le=100_000)] = 3
    """Test malls a developer may have."""
    test_malls: Literal["demo", "on", "off"] = "demo"
    """Whether programs may create malls to test apps in (`/_test`); `demo`: only where the data
    folder is one of `openmall demo`."""
    test_malls_token: str = ""
    """Bearer token of programs that create test malls; empty: only programs of the same machine
    may, and none behind trusted proxies."""
    webhook_networks: tuple[str, ...] = ()
    """Networks that webhooks may go to beside the internet, as `127.0.0.0/8`: for development."""
    webhook_ca: Path | None = None
    """PEM file of a further trusted authority for the certificates of webhook receivers."""
    webhook_connections: Positive = 500
    """Deliveries of webhooks that one worker has under way at once."""
    webhook_connections_per_app: Positive = 20
    """Deliveries of webhooks to one app that one worker has under way at once."""
    webhook_log_days: Days = 14
    """Days for which deliveries of webhooks can be looked up."""
    event_days: Days = 30
    """Days for which events can be read and sent again, at least."""
    mail_server: str = ""
    """`smtp://host:587` with STARTTLS, `smtps://host:465` with TLS, `smtp+plain://host:25` without
    encryption; empty: mail stays in the mailbox of its mall."""
    mail_sender: str = ""
    """Address that all mail comes from; empty: `no-reply@` and `domain`."""
    mail_user: str = ""
    """Account on the mail server."""
    mail_password: str = ""
    """Password of the account on the mail server."""
    mail_ca: Path | None = None
    """PEM file of the authority of the mail server's certificate, where it is not well known."""
    mail_links: str = ""
    """`https://{mall_id}.shop.example`: where malls are found from outside, for links in messages;
    empty: at `domain` and `port`."""
    mail_seconds: Seconds = 30.0
    """Longest time in seconds that a step of a conversation with the mail server may take."""
    message_provider: str = ""
    """Address that text, push and chat messages are posted to; empty: they stay in the mailbox."""
    message_provider_secret: str = ""
    """Secret that signs requests to the message provider."""
    staff_provider_name: str = ""
    """Name of the operator's identity provider on its button of the staff sign-in; empty: its host
    name. A mall's own provider takes its place."""
    staff_issuer: str = ""
    """Issuer of the identity provider (OpenID Connect) that staff of all malls sign in with; empty:
    malls have their own, or none."""
    staff_client_id: str = ""
    """Client id of the installation at the operator's identity provider."""
    staff_client_secret: str = ""
    """Secret of the client at the operator's identity provider."""
    message_days: Days = 30
    """Days for which messages and the log of their delivery are kept."""
    sample_shop: bool = True
    """Show the pages of the sample shop at the root of each mall's host; false where another front
    end does."""
    storefront_cache_seconds: Annotated[float, Meta(ge=0, le=1)] = 1.0
    """Seconds for which the response to a storefront read without a session is given again while
    nothing is written in the mall; 0: never. With several machines it is never."""
    limits: Literal["enforce", "count"] = "enforce"
    """Whether calls above the limits are refused, or only counted and reported, for load programs.
    """
    limits_store: str = ""
    """`redis://user:password@host:port/number`, `rediss://` over TLS: where several machines count
    limits together; empty: each machine counts for itself."""
    limits_away: Literal["local", "refuse"] = "local"
    """What happens while the store of limits is away: each machine counts for itself (`local`), or
    calls are refused with 503."""
    limits_seconds: Seconds = 0.5
    """Longest time in seconds that the store of limits may take to answer."""
    machines: Literal["one", "several"] = "one"
    """Whether one machine or several serve the PostgreSQL database; with several, what one of them
    revokes counts on all before it is answered. A store of limits says so as well."""

    @property
    def counts_alone(self) -> bool:
        """One worker counts all calls; the plain listener's refuses before it counts."""
        single = self.workers == 1 or (self.workers == 0 and not self.database)
        return single and not self.trusted_proxies

    @property
    def beside_others(self) -> bool:
        """Other machines may serve the same database."""
        return bool(self.database) and (self.machines == "several" or bool(self.limits_store))

    def origin_of(self, mall_id: str) -> str:
        """Return the address of a mall for links in messages: `https://host[:port]`."""
        port = "" if self.port in (0, 443) else f":{self.port}"
        links = self.mail_links or f"https://{{mall_id}}.{self.domain}{port}"
        return links.replace("{mall_id}", mall_id).rstrip("/")

    def staff_address(self, mall_id: str) -> str:
        """Return the address of a mall's staff pages for links in messages, without a slash at
        its end: `https://admin.<domain>[:port]/{mall_id}`, beside the host of `mail_links`."""
        scheme, names_mall, host = self.origin_of("{mall_id}").partition("{mall_id}.")
        if names_mall:
            return f"{scheme}admin.{host}/{mall_id}"
        # one address for all malls, which the operator's proxy leads to one
        return f"{self.origin_of(mall_id)}/admin"

    @property
    def own_addresses(self) -> tuple[str, ...]:
        """Return the IP addresses at which the default mall is served, beside loopback ones."""
        return (*self.addresses, self.host)

    def make_data_dir(self) -> None:
        """Create the data folder, which its owner alone may enter; one that exists stays as it is.

        Raises OSError.
        """
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def database_path(self) -> Path:
        return self.data_dir / "openmall.sqlite"


def from_environment(environment: Mapping[str, str] = os.environ, **given: Any) -> Configuration:
    """Return the settings named in `environment`, over them those `given` (None: not given).

    Raises ValueError that names the setting which is wrong.
    """
    values: dict[str, Any] = {}
    for name in Configuration.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            if name in _OPTIONAL and not text:
                continue
            if name not in _LISTS:
                values[name] = text
            elif text:
                values[name] = text.split(",")
    values |= {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        setting_values.require(Configuration, name, value)
    try:
        configuration = msgspec.convert(values, Configuration, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        reason, _, name = str(error).rpartition(" - at `$.")
        raise ValueError(f"setting {name.partition('`')[0].partition('[')[0]}: {reason}") from None
    for name, schemes in _ADDRESSES.items():
        setting_values.require_address(name, getattr(configuration, name), schemes)
    for name in _AUTHORITIES:
        setting_values.require_authorities(name, getattr(configuration, name))
    for name in _NETWORKS:
        _require_each(name, getattr(configuration, name), ipaddress.ip_network)
    _require_each("addresses", configuration.addresses, ipaddress.ip_address)
    return configuration


def _require_each(name: str, texts: tuple[str, ...], kind: Callable[[str], object]) -> None:
    """Raise ValueError that names the setting and the text of which `kind` makes nothing."""
    for text in texts:
        try:
            kind(text.strip())
        except ValueError as error:
            raise ValueError(f"setting {name}: {error}") from None


def to_environment(configuration: Configuration) -> dict[str, str]:
    """Return the environment variables from which `from_environment` makes the same settings."""
    variables = {}
    for name in Configuration.__struct_fields__:
        value = getattr(configuration, name)
        if value is None:
            continue
        if isinstance(value, tuple):
            value = ",".join(value)
        variables[PREFIX + name.upper()] = str(value)
    return variables


def _path(kind: type, value: Any) -> Any:
    if kind is Path:
        return Path(value)
    raise TypeError(kind)
