"""Sample requests as code: curl, Python, JavaScript."""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from msgspec import Struct

from openmall.contract import api_versions
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.samples import MALL, Sample

SESSION: Final = "X-Openmall-Session"
"""Header with the shopper's session."""

TITLES: Final = {"curl": "curl", "python": "Python (httpx)", "javascript": "JavaScript (fetch)"}


class SampleRequest(Struct, frozen=True, kw_only=True):
    """A request, independent of the language it is rendered in."""

    method: str
    url: str
    query: dict[str, str]
    headers: dict[str, str]
    user: tuple[str, str] | None = None
    """Names of client id and key, for HTTP Basic."""
    body: Any = None
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


def path(entry: Entry, values: Mapping[str, Any]) -> str:
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


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def render_all(request: SampleRequest) -> dict[str, str]:
    """Return the request in each of TITLES."""
    return {"curl": curl(request), "python": _python(request), "javascript": _javascript(request)}


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


def _python(request: SampleRequest) -> str:
    lines = ["import httpx", "", "answer = httpx.request("]
    lines += [f"    {request.method!r},", f"    {request.url!r},"]
    if request.query:
        lines.append(f"    params={request.query!r},")
    if request.user:
        lines.append(f"    auth={request.user!r},")
    lines.append(f"    headers={request.headers!r},")
    if request.body is not None:
        lines.append(f"    json={_literal(request.body, 1)},")
    return "\n".join([*lines, ")", "answer.raise_for_status()", "print(answer.json())"])


def _literal(value: Any, depth: int) -> str:
    """Return a value as a Python literal, one entry per line."""
    indent = "    " * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{indent}{name!r}: {_literal(each, depth + 1)}," for name, each in value.items()]
        return "\n".join(["{", *rows, "    " * depth + "}"])
    if isinstance(value, list) and value:
        rows = [f"{indent}{_literal(each, depth + 1)}," for each in value]
        return "\n".join(["[", *rows, "    " * depth + "]"])
    return repr(value)


def _javascript(request: SampleRequest) -> str:
    headers = dict(request.headers)
    options: dict[str, Any] = {"method": request.method, "headers": headers}
    if request.body is not None:
        headers["Content-Type"] = "application/json"
        options["body"] = None
    text = _indented(options)
    if request.user:
        name, key = request.user
        basic = f'"Authorization": "Basic " + btoa("{name}:{key}")'
        text = text.replace('"headers": {', f'"headers": {{\n    {basic},', 1)
    if request.body is not None:
        inner = _indented(request.body).replace("\n", "\n  ")
        text = text.replace('"body": null', f'"body": JSON.stringify({inner})')
    return (
        f"const answer = await fetch({json.dumps(request.address)}, {text});\n"
        "if (!answer.ok) throw new Error(await answer.text());\n"
        "console.log(await answer.json());"
    )


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
