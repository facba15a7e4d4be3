"""A logged call as a curl command, to be repeated with one's own token."""

import shlex

from openmall.contract.api_versions import HEADER
from openmall.events.request_log.secret_shapes import CUT
from openmall.events.request_log.store import Row


def command(row: Row, *, origin: str) -> str:
    """Return the curl command that repeats a call at `origin`.

    Credentials are shell variables: `$TOKEN`, or `$FRONT_API_KEY` on the storefront and
    `$CLIENT_SECRET` of partners. A body that was not logged is read from `body.json`.
    """
    url = f"{origin}{row.path}" + (f"?{row.query}" if row.query else "")
    words = ["curl"]
    if any(each in url for each in "[]{}"):
        words.append("--globoff")
    if "/." in row.path:
        words.append("--path-as-is")
    if row.method != "GET":
        words.append(f"-X {shlex.quote(row.method)}")
    words.append(shlex.quote(url))
    lines = [" ".join(words), _credential(row)]
    if row.version:
        lines.append(f"-H '{HEADER}: {row.version}'")
    if row.method in ("POST", "PUT"):
        lines.append("-H 'Content-Type: application/json'")
        if omits_body(row):
            lines.append("--data-binary @body.json")
        elif row.sent:
            lines.append(f"--data-raw {shlex.quote(row.sent)}")
    return " \\\n  ".join(lines)


def admin(path: str, *, origin: str, method: str = "GET", body: str = "", trust: str = "") -> str:
    """Return a curl command that calls the admin API with one's own token, `$TOKEN`.

    `path`: below the API's prefix. `body`: JSON, within which `$NAME` are shell variables. `trust`:
    file of the authority that the client has to trust; empty: it is publicly trusted.
    """
    words = ["curl", *(["--cacert", shlex.quote(trust)] if trust else [])]
    if method != "GET":
        words.append(f"-X {method}")
    words.append(shlex.quote(f"{origin}/api/v2/admin/{path}"))
    lines = [" ".join(words), '-H "Authorization: Bearer $TOKEN"']
    if body:
        escaped = body.replace('"', '\\"')
        lines += ["-H 'Content-Type: application/json'", f'--data-raw "{escaped}"']
    return " \\\n  ".join(lines)


def omits_body(row: Row) -> bool:
    """Return whether the log has not the complete body of a call."""
    return row.sent_size > 0 and (not row.sent or row.sent.endswith(CUT))


def api_of(row: Row) -> str:
    """Return the API of a call; for an unknown URL, the API that its prefix suggests."""
    if row.operation:
        return row.operation.partition(" ")[0]
    if row.path.startswith("/api/v2/admin"):
        return "admin"
    return "storefront" if row.path.startswith("/api/v2/") else "admin"


def _credential(row: Row) -> str:
    secret = {"storefront": "$FRONT_API_KEY", "partner": "$CLIENT_SECRET"}.get(api_of(row))
    if secret is not None:
        return f'-u {shlex.quote(row.client_id)}:"{secret}"'
    return '-H "Authorization: Bearer $TOKEN"'
