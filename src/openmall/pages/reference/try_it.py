"""Tries an operation: sends one call of a developer through the real pipeline, in this process.

Only the operation of the page can be called, only at this installation and only in a test mall of
the developer's own. Typed credentials are sent with the call and not stored.
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
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.page_context import ReferenceContext
from openmall.pages.reference.requests import SESSION, SampleRequest
from openmall.pages.reference.temporary_tokens import AppNotInstalled, TemporaryTokens, TryItOptions
from openmall.pages.reference.try_forms import TryForm, TryResult, read_form

Dispatch = Callable[[Request, Address], Awaitable[Answer]]
MAX_BODY_LENGTH: Final = 40_000
"""Maximum number of characters shown of a response."""
_CREDENTIAL_FIELDS: Final = {
    "bearer": ("token",),
    "storefront": ("client_id", "key"),
    "partner": ("client_id", "key"),
}
_VISIBLE: Final = range(33, 127)


class _NotSent(Exception):
    """The call was not sent; the message is an English text marked for translation."""


async def page(
    context: ReferenceContext,
    entry: Entry,
    form: Fields,
    options: TryItOptions,
    *,
    tokens: TemporaryTokens,
    dispatch: Dispatch,
) -> Response:
    """Send the typed call, and render the operation's page with the response."""
    typed = read_form(entry, form)
    try:
        request = _build_request(context, entry, typed, options)
        if entry.api.credential == "bearer" and not form.text("token").strip():
            client_id = _selected_app(form, options)
            async with tokens.issue(typed.mall_id, client_id) as token:
                result = await _send(context, entry, request, _bearer(token), dispatch)
        else:
            result = await _send(context, entry, request, _credentials(entry, form), dispatch)
    except AppNotInstalled:
        problem = context.translate(
            marked("The app is not installed in this test mall yet: install it first.")
        )
        return pages.operation_page(context, entry, options, typed=typed, problem=problem)
    except _NotSent as error:
        problem = context.translate(str(error))
        return pages.operation_page(context, entry, options, typed=typed, problem=problem)
    return pages.operation_page(context, entry, options, typed=typed, result=result)


def _selected_app(form: Fields, options: TryItOptions) -> str:
    """Return the client id of the selected app. Raises _NotSent."""
    client_id = form.text("client_id")
    if client_id not in {app.client_id for app in options.apps}:
        raise _NotSent(marked("Choose one of your apps, or type an access token."))
    return client_id


def _build_request(
    context: ReferenceContext, entry: Entry, typed: TryForm, options: TryItOptions
) -> SampleRequest:
    """Return the request with placeholder names as credentials. Raises _NotSent."""
    for name in entry.operation.placeholders:
        if not typed.values.get(name):
            raise _NotSent(marked("Fill in every parameter of the path."))
    values = {name: value for name, value in typed.values.items() if value}
    if entry.api.mall_from != "nowhere" and typed.mall_id not in {
        each.mall_id for each in options.malls
    }:
        raise _NotSent(marked("Choose one of your test malls."))
    path = requests.path(entry, {name: values.pop(name) for name in entry.operation.placeholders})
    match = entry.api.router.find(entry.api.below(urls.segments(path.encode())) or [])
    if match is None or match[0].get(entry.operation.method) is not entry.operation:
        raise _NotSent(marked("With these values the path matches another operation."))
    if entry.api.mall_from == "query":
        values["mall_id"] = typed.mall_id
    label = typed.mall_id if entry.api.mall_from == "host" else entry.api.sites[0]
    authority = f"{label}.{context.configuration.domain}{context.port}"
    headers = {api_versions.HEADER: entry.version}
    user = None
    if entry.api.credential == "bearer":
        headers["Authorization"] = "Bearer ACCESS_TOKEN"
    else:
        user = "CLIENT_ID", "KEY"
    return SampleRequest(
        method=entry.operation.method,
        url=f"https://{authority}{path}",
        query=values,
        headers=headers,
        user=user,
        text=typed.body if entry.operation.has_body else None,
    )


def _credentials(entry: Entry, form: Fields) -> dict[str, str]:
    """Return the authentication headers. Raises _NotSent for values invalid in a header."""
    values = [form.text(name).strip() for name in _CREDENTIAL_FIELDS[entry.api.credential]]
    session = form.text("session").strip()
    if not all(values):
        raise _NotSent(marked("The credentials are missing."))
    if any(ord(letter) not in _VISIBLE for text in (*values, session) for letter in text):
        raise _NotSent(marked("Credentials are of visible ASCII characters."))
    if entry.api.credential == "bearer":
        return _bearer(values[0])
    basic = base64.b64encode(":".join(values).encode()).decode()
    return {"Authorization": f"Basic {basic}"} | ({SESSION: session} if session else {})


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def _send(
    context: ReferenceContext,
    entry: Entry,
    sample: SampleRequest,
    credentials: dict[str, str],
    dispatch: Dispatch,
) -> TryResult:
    host, _, rest = sample.url.removeprefix("https://").partition("/")
    site = entry.api.sites[0]
    mall_id = host.partition(".")[0] if site == "mall" else ""
    headers = {**sample.headers, **credentials, "Host": host}
    body = b""
    if sample.text is not None:
        body = sample.text.encode()
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    incoming = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, object]:
        return incoming.pop() if incoming else {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": sample.method,
        "scheme": "https",
        "path": f"/{rest}",
        "raw_path": f"/{rest}".encode(),
        "query_string": urlencode(sample.query).encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (context.request.ip, 0),
    }
    request = Request(scope, receive, f"{context.request.id}-try")
    started = time.perf_counter()
    answer = await dispatch(request, Address(site, mall_id, f"https://{host}"))
    elapsed = (time.perf_counter() - started) * 1000
    text = _formatted(answer.body)
    return TryResult(
        status=answer.status,
        milliseconds=f"{elapsed:.1f}",
        headers=[
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.headers
        ],
        body=text[:MAX_BODY_LENGTH],
        cut=len(text) > MAX_BODY_LENGTH,
        curl=requests.curl(sample),
    )


def _formatted(body: bytes) -> str:
    """Return a response body as indented JSON."""
    text = body.decode("utf-8", "replace")
    return json.dumps(json.loads(text), indent=2, ensure_ascii=False) if text else ""
