"""The request of a sample as one would write it: with curl, in Python, in JavaScript."""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from msgspec import Struct

from openmall.contract import api_versions
from openmall.pages.reference.books import Entry
from openmall.pages.reference.samples import MALL, Sample

SESSION: Final = "X-Openmall-Session"
"""Header that shows which shopper calls."""

TITLES: Final = {"curl": "curl", "python": "Python (httpx)", "javascript": "JavaScript (fetch)"}


class Written(Struct, frozen=True, kw_only=True):
    """A request, ready to be written down in any language."""

    method: str
    url: str
    query: dict[str, str]
    headers: dict[str, str]
    user: tuple[str, str] | None = None
    """Names of client id and key, for HTTP Basic."""
    body: Any = None
    text: str | None = None
    """The body as somebody typed it, in place of `body`."""

    @property
    def address(self) -> str:
        """Return the address with its query."""
        return f"{self.url}?{urlencode(self.query, safe=',')}" if self.query else self.url


def host(entry: Entry, origin: str) -> str:
    """Return where an API is served: its own host, or the bare address the page is shown at.

    `origin`: of the page, `https://developers.<domain>` with its port, or the bare address.
    """
    scheme, _, name = origin.partition("://")
    if not name.startswith("developers."):
        return origin
    label = MALL if "mall" in entry.door.sites else entry.door.sites[0]
    return f"{scheme}://{label}.{name.removeprefix('developers.')}"


def path(entry: Entry, values: Mapping[str, Any]) -> str:
    """Return an operation's path with values in place of its placeholders."""
    quoted = {name: quote(str(value), safe="") for name, value in values.items()}
    for name in entry.row.placeholders:
        quoted.setdefault(name, f"{{{name}}}")
    return entry.path.format(**quoted)


def of_sample(entry: Entry, sample: Sample, origin: str) -> Written:
    """Return the request of a sample, with names in place of credentials."""
    headers: dict[str, str] = {api_versions.HEADER: entry.version}
    user: tuple[str, str] | None = None
    if entry.door.credential == "bearer":
        headers["Authorization"] = "Bearer ACCESS_TOKEN"
    elif entry.door.credential == "storefront":
        user = "CLIENT_ID", "FRONT_API_KEY"
    else:
        user = "CLIENT_ID", "CLIENT_SECRET"
    if sample.session:
        headers[SESSION] = "SESSION"
    return Written(
        method=entry.row.method,
        url=host(entry, origin) + path(entry, sample.path),
        query={name: _text(value) for name, value in sample.query.items()},
        headers=headers,
        user=user,
        body=sample.body,
    )


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def written(request: Written) -> dict[str, str]:
    """Return the request in each of TITLES."""
    return {"curl": curl(request), "python": _python(request), "javascript": _javascript(request)}


def curl(request: Written) -> str:
    """Return the command; texts are quoted for a shell."""
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


def _python(request: Written) -> str:
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
    """Return a value as Python writes it, a line each entry."""
    indent = "    " * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{indent}{name!r}: {_literal(each, depth + 1)}," for name, each in value.items()]
        return "\n".join(["{", *rows, "    " * depth + "}"])
    if isinstance(value, list) and value:
        rows = [f"{indent}{_literal(each, depth + 1)}," for each in value]
        return "\n".join(["[", *rows, "    " * depth + "]"])
    return repr(value)


def _javascript(request: Written) -> str:
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
