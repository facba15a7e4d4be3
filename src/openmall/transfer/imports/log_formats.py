"""Lines of access logs as servers write them by default, besides the combined format.

Caddy and Traefik (JSON), IIS (W3C), CloudFront and Application Load Balancers. A line without
the browser, such as the common format of Apache or HAProxy's, is of no use for visits.
"""

import re
from datetime import UTC, datetime
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

_NO_TEXT: Final = ("-", "")


class LogLine(Struct, frozen=True):
    """The fields of a line; empty: not given."""

    ip: str
    at: int
    """UTC seconds."""
    method: str
    address: str
    status: str
    referrer: str
    agent: str
    host: str = ""
    """The virtual host, with its port where the server writes it."""


class _CaddyRequest(Struct):
    method: str
    uri: str
    host: str = ""
    remote_ip: str = ""
    client_ip: str = ""
    """The visitor's behind a trusted proxy; from Caddy 2.7 on."""
    headers: dict[str, list[str]] = {}


class _Caddy(Struct):
    ts: float
    """UTC seconds."""
    request: _CaddyRequest
    status: int


class _Traefik(Struct, rename="pascal"):
    client_host: str
    request_method: str
    request_path: str
    downstream_status: int
    start_utc: str = msgspec.field(name="StartUTC")
    request_host: str = ""
    agent: str = msgspec.field(name="request_User-Agent", default="")
    referrer: str = msgspec.field(name="request_Referer", default="")


_ADDRESS: Final = r"(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F.]{0,4}:[0-9a-fA-F:.]{0,40})"
_DAY: Final = r"[12]\d{3}-[01]\d-[0-3]\d"
_IIS: Final = re.compile(
    # date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent)
    # cs(Referer) sc-status sc-substatus sc-win32-status time-taken
    rf"({_DAY}) (\d\d:\d\d:\d\d) {_ADDRESS} ([A-Z]+) (\S+) (\S+) \d+ \S+ ({_ADDRESS}) (\S+) (\S+)"
    r" (\d{3}) \d+ \d+ \d+"
)
_LOAD_BALANCER: Final = re.compile(
    rf"(?:https?|h2) ({_DAY}T\S+Z) \S+ ({_ADDRESS}):\d+ \S+ \S+ \S+ \S+ (\d{{3}}) \S+ \d+ \d+"
    r' "([A-Z]+) (\S+) [^"]*" "((?:[^"\\]|\\.)*)"'
)
_CLOUDFRONT_FIELDS: Final = 16
"""Fields that are read: up to the host that the browser asked."""
_WITHOUT_BROWSER: Final = re.compile(
    r'\] "[^"]*" \d{3} (?:\d{1,15}|-)\s{0,2}$|(?:-?\d{1,9}/){4}\+?\d{1,9} -?\d{1,3} '
)
"""The end of a line of the common format; the timers and the status of HAProxy's httplog."""


def line_of(text: str) -> LogLine | None:
    """Return a line of one of these formats; None: it is of none. `agent` may be empty."""
    for read in (_json, _cloudfront, _iis, _load_balancer):
        try:
            line = read(text)
        except (ValueError, msgspec.DecodeError):
            continue
        if line is not None:
            return line
    return None


def is_without_browser(text: str) -> bool:
    """Return whether a line is of a format that does not name the browser."""
    return _WITHOUT_BROWSER.search(text) is not None


def _json(text: str) -> LogLine | None:
    if not text.startswith("{"):
        return None
    try:
        caddy = msgspec.json.decode(text, type=_Caddy)
    except msgspec.ValidationError:
        return _traefik(msgspec.json.decode(text, type=_Traefik))
    request = caddy.request
    headers = {name.lower(): values for name, values in request.headers.items()}
    return LogLine(
        ip=request.client_ip or request.remote_ip,
        at=int(caddy.ts),
        method=request.method,
        address=request.uri,
        status=str(caddy.status),
        referrer="".join(headers.get("referer", [])[:1]),
        agent="".join(headers.get("user-agent", [])[:1]),
        host=request.host,
    )


def _traefik(line: _Traefik) -> LogLine:
    return LogLine(
        ip=line.client_host,
        at=_seconds(line.start_utc),
        method=line.request_method,
        address=line.request_path,
        status=str(line.downstream_status),
        referrer=line.referrer,
        agent=line.agent,
        host=line.request_host,
    )


def _cloudfront(text: str) -> LogLine | None:
    fields = text.split("\t")
    if len(fields) < _CLOUDFRONT_FIELDS:
        return None
    day, time, _, _, ip, method, _, path, status, referrer, agent, query, *_ = fields
    return LogLine(
        ip=ip,
        at=_seconds(f"{day}T{time}Z"),
        method=method,
        address=_with_query(path, query),
        status=status,
        referrer=_text(unquote(referrer)),
        # a blank is %20, in older logs %2520
        agent=_text(unquote(unquote(agent))),
        host=_text(fields[_CLOUDFRONT_FIELDS - 1]),
    )


def _iis(text: str) -> LogLine | None:
    match = _IIS.match(text)
    if match is None:
        return None
    day, time, method, path, query, ip, agent, referrer, status = match.groups()
    return LogLine(
        ip=ip,
        at=_seconds(f"{day}T{time}Z"),
        method=method,
        address=_with_query(path, query),
        status=status,
        referrer=_text(referrer),
        agent=_text(agent.replace("+", " ")),
    )


def _load_balancer(text: str) -> LogLine | None:
    match = _LOAD_BALANCER.match(text)
    if match is None:
        return None
    at, ip, status, method, url, agent = match.groups()
    asked = urlsplit(url)
    return LogLine(
        ip=ip,
        at=_seconds(at),
        method=method,
        address=_with_query(asked.path or "/", asked.query),
        status=status,
        referrer="",
        agent=_text(agent),
        host=asked.netloc,
    )


def _with_query(path: str, query: str) -> str:
    return path if query in _NO_TEXT else f"{path}?{query}"


def _text(text: str) -> str:
    return "" if text in _NO_TEXT else text


def _seconds(text: str) -> int:
    """Return an ISO moment in UTC seconds. Raises ValueError."""
    at = datetime.fromisoformat(text)
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp())
