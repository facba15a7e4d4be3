"""Tries an operation: sends one call down the real road, in this process, for a developer.

Only the operation of the page can be called, only at this installation and only in a test mall of
the developer's own. What credentials were typed is sent along and forgotten.
"""

import base64
import json
import time
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract import api_versions
from openmall.http import urls
from openmall.http.addressing import Address
from openmall.http.request import Answer, Request
from openmall.http.web.languages import marked
from openmall.pages.reference import pages, requests
from openmall.pages.reference.books import Entry
from openmall.pages.reference.lending import Bench, Lender, NotThere
from openmall.pages.reference.reader import Reader
from openmall.pages.reference.requests import SESSION, Written
from openmall.pages.reference.tries import Tried, Typed, typed

Travel = Callable[[Request, Address], Awaitable[Answer]]
LONGEST: Final = 40_000
"""Characters of an answer that are shown."""
_NAMES: Final = {
    "bearer": ("token",),
    "storefront": ("client_id", "key"),
    "partner": ("client_id", "key"),
}
_VISIBLE: Final = range(33, 127)


class _Unsent(Exception):
    """The call was not sent; says why, in an English sentence marked for translators."""


async def page(
    reader: Reader,
    entry: Entry,
    form: Fields,
    bench: Bench,
    *,
    lender: Lender,
    travel: Travel,
) -> Response:
    """Send what was typed, and show the page of the operation with what was answered."""
    given = typed(entry, form)
    try:
        written = _written(reader, entry, given, bench)
        if entry.door.credential == "bearer" and not form.text("token").strip():
            client_id = _own_app(form, bench)
            async with lender.token(given.mall_id, client_id) as token:
                tried = await _sent(reader, entry, written, _bearer(token), travel)
        else:
            tried = await _sent(reader, entry, written, _credentials(entry, form), travel)
    except NotThere:
        problem = reader.said(
            marked("The app is not installed in this test mall yet: install it first.")
        )
        return pages.operation_page(reader, entry, bench, typed=given, problem=problem)
    except _Unsent as unsent:
        problem = reader.said(str(unsent))
        return pages.operation_page(reader, entry, bench, typed=given, problem=problem)
    return pages.operation_page(reader, entry, bench, typed=given, tried=tried)


def _own_app(form: Fields, bench: Bench) -> str:
    """Return which of the developer's apps is to call. Raises _Unsent."""
    client_id = form.text("client_id")
    if client_id not in {app.client_id for app in bench.apps}:
        raise _Unsent(marked("Choose one of your apps, or type an access token."))
    return client_id


def _written(reader: Reader, entry: Entry, given: Typed, bench: Bench) -> Written:
    """Return the call with names in place of credentials. Raises _Unsent."""
    for name in entry.row.placeholders:
        if not given.values.get(name):
            raise _Unsent(marked("Fill in every parameter of the path."))
    values = {name: value for name, value in given.values.items() if value}
    if entry.door.mall_from != "nowhere" and given.mall_id not in {
        each.mall_id for each in bench.malls
    }:
        raise _Unsent(marked("Choose one of your test malls."))
    path = requests.path(entry, {name: values.pop(name) for name in entry.row.placeholders})
    found = entry.door.router.find(entry.door.below(urls.segments(path.encode())) or [])
    if found is None or found[0].get(entry.row.method) is not entry.row:
        raise _Unsent(marked("With these values the path matches another operation."))
    if entry.door.mall_from == "query":
        values["mall_id"] = given.mall_id
    label = given.mall_id if entry.door.mall_from == "host" else entry.door.sites[0]
    authority = f"{label}.{reader.configuration.domain}{reader.port}"
    headers = {api_versions.HEADER: entry.version}
    user = None
    if entry.door.credential == "bearer":
        headers["Authorization"] = "Bearer ACCESS_TOKEN"
    else:
        user = "CLIENT_ID", "KEY"
    return Written(
        method=entry.row.method,
        url=f"https://{authority}{path}",
        query=values,
        headers=headers,
        user=user,
        text=given.body if entry.row.has_body else None,
    )


def _credentials(entry: Entry, form: Fields) -> dict[str, str]:
    """Return the headers that say who calls. Raises _Unsent for what cannot stand in a header."""
    typed = [form.text(name).strip() for name in _NAMES[entry.door.credential]]
    session = form.text("session").strip()
    if not all(typed):
        raise _Unsent(marked("The credentials are missing."))
    if any(ord(letter) not in _VISIBLE for text in (*typed, session) for letter in text):
        raise _Unsent(marked("Credentials are of visible ASCII characters."))
    if entry.door.credential == "bearer":
        return _bearer(typed[0])
    basic = base64.b64encode(":".join(typed).encode()).decode()
    return {"Authorization": f"Basic {basic}"} | ({SESSION: session} if session else {})


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def _sent(
    reader: Reader, entry: Entry, written: Written, credentials: dict[str, str], travel: Travel
) -> Tried:
    host, _, rest = written.url.removeprefix("https://").partition("/")
    site = entry.door.sites[0]
    mall_id = host.partition(".")[0] if site == "mall" else ""
    headers = {**written.headers, **credentials, "Host": host}
    body = b""
    if written.text is not None:
        body = written.text.encode()
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    incoming = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, object]:
        return incoming.pop() if incoming else {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": written.method,
        "scheme": "https",
        "path": f"/{rest}",
        "raw_path": f"/{rest}".encode(),
        "query_string": urlencode(written.query).encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (reader.request.ip, 0),
    }
    request = Request(scope, receive, f"{reader.request.id}-try")
    started = time.perf_counter()
    answer = await travel(request, Address(site, mall_id, f"https://{host}"))
    spent = (time.perf_counter() - started) * 1000
    text = _readable(answer.body)
    return Tried(
        status=answer.status,
        milliseconds=f"{spent:.1f}",
        headers=[
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.headers
        ],
        body=text[:LONGEST],
        cut=len(text) > LONGEST,
        curl=requests.curl(written),
    )


def _readable(body: bytes) -> str:
    """Return an answer's body with a line for each entry."""
    text = body.decode("utf-8", "replace")
    return json.dumps(json.loads(text), indent=2, ensure_ascii=False) if text else ""
