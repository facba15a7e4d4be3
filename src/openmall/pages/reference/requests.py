"""Requests, independent of a language, and their curl commands."""

import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlencode

from msgspec import Struct

from openmall.contract import api_versions
from openmall.contract.json_values import Encodable
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.samples import MALL, Sample

SESSION: Final = "X-Openmall-Session"
"""Header with the shopper's session."""


class SampleRequest(Struct, frozen=True, kw_only=True):
    """A request, independent of the language it is rendered in."""

    method: str
    url: str
    query: dict[str, str]
    headers: dict[str, str]
    user: tuple[str, str] | None = None
    """Names of client id and key, for HTTP Basic."""
    body: Encodable = None
    text: str | None = None
    """The body as typed, in place of `body`."""

    @property
    def address(self) -> str:
        """The address with its query."""
        return f"{self.url}?{urlencode(self.query, safe=',')}" if self.query else self.url


def host(entry: Entry, origin: str) -> str:
    """Return the origin of an API: its own host, or the bare address of the page.

    `origin`: of the page, `https://developers.<domain>` with its port, or the bare address.
    """
    scheme, _, name = origin.partition("://")
    if not name.startswith("developers."):
        return origin
    label = MALL if "mall" in entry.api.sites else entry.api.sites[0]
    return f"{scheme}://{label}.{name.removeprefix('developers.')}"


def path(entry: Entry, values: Mapping[str, Encodable]) -> str:
    """Return an operation's path with values in place of its placeholders."""
    quoted = {name: quote(str(value), safe="") for name, value in values.items()}
    for name in entry.operation.placeholders:
        quoted.setdefault(name, f"{{{name}}}")
    return entry.path.format(**quoted)


def sample_request(entry: Entry, sample: Sample, origin: str) -> SampleRequest:
    """Return the request of a sample, with placeholder names as credentials."""
    headers: dict[str, str] = {api_versions.HEADER: entry.version}
    user: tuple[str, str] | None = None
    if entry.api.credential == "bearer":
        headers["Authorization"] = "Bearer ACCESS_TOKEN"
    elif entry.api.credential == "storefront":
        user = "CLIENT_ID", "FRONT_API_KEY"
    else:
        user = "CLIENT_ID", "CLIENT_SECRET"
    if sample.session:
        headers[SESSION] = "SESSION"
    return SampleRequest(
        method=entry.operation.method,
        url=host(entry, origin) + path(entry, sample.path),
        query={name: _text(value) for name, value in sample.query.items()},
        headers=headers,
        user=user,
        body=sample.body,
    )


def _text(value: Encodable) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def curl(request: SampleRequest) -> str:
    """Return the curl command, quoted for a shell."""
    lines = [f"curl -X {request.method} {_quoted(request.address)}"]
    if request.user:
        lines.append(f"-u {_quoted(':'.join(request.user))}")
    lines += [f"-H {_quoted(f'{name}: {value}')}" for name, value in request.headers.items()]
    body = _indented(request.body) if request.body is not None else request.text
    if body is not None:
        lines.append("-H 'Content-Type: application/json'")
        lines.append(f"-d {_quoted(body)}")
    return " \\\n  ".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _indented(value: Encodable) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
