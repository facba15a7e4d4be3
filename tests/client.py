"""A client of the application that wakes its event loop once for each call."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Self, TypeVar
from urllib.parse import unquote

import httpx2
from starlette.testclient import TestClient

from openmall.app import Application
from tests import answered_forms, staff_host
from tests.form_targets import FormTargets

T = TypeVar("T")
_PORTS = {"http": 80, "https": 443}


class Client(TestClient):
    """Starlette's client, whose own way of sending wakes the loop about eight times a call.

    An answer is there when the application has ended: nothing here is sent bit by bit.
    """

    def __init__(self, app: Application, *, ip: str) -> None:
        """Call `app` from the address `ip`."""
        super().__init__(app, backend_options={"use_uvloop": True})
        self._transport = _Transport(self, ip)

    def __enter__(self) -> Self:
        super().__enter__()
        assert self.portal is not None
        self._loop = self.portal.call(_running_loop)
        return self

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop the application runs on."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


async def _running_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def check_content(request: httpx2.Request, response: httpx2.Response) -> None:
    """Raise AssertionError for an answer that says it has content and has none.

    Programs parse what is said to be JSON. A status that has no content has no type of it either.
    """
    kind = response.headers.get("content-type", "")
    if response.status_code in (204, 304):
        assert not kind, f"{request.method} {request.url}: {response.status_code} with {kind}"
    elif "json" in kind and request.method != "HEAD" and not kind.startswith("application/jsonl"):
        assert b"".join(response.stream), f"{request.method} {request.url}: {kind} without content"


class _Transport(httpx2.BaseTransport):
    def __init__(self, client: Client, ip: str) -> None:
        self._client = client
        self._ip = ip
        self._forms = FormTargets()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        sent, mall_id = staff_host.led(request)
        response = self._client.run(respond(self._client.app, sent, ip=self._ip))
        self._forms.look_at(sent, response)
        answered_forms.look_at(sent, response)
        check_content(sent, response)
        if mall_id:
            response = staff_host.in_terms_of_tests(mall_id, response)
            response.request = request
        return response


async def respond(app: Any, request: httpx2.Request, *, ip: str) -> httpx2.Response:
    """Return what an application answers a request from an address, on the running loop."""
    url = request.url
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": unquote(url.path),
        "raw_path": url.raw_path.split(b"?", 1)[0],
        "root_path": "",
        "scheme": url.scheme,
        "query_string": url.query,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": (ip, 50_000),
        "server": [url.raw_host.decode("ascii"), url.port or _PORTS[url.scheme]],
    }
    incoming = [{"type": "http.request", "body": request.read()}]
    outgoing: list[dict[str, Any]] = []
    ended = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if not incoming:
            await ended.wait()
            return {"type": "http.disconnect"}
        return incoming.pop()

    async def send(message: Any) -> None:
        outgoing.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            ended.set()

    await app(scope, receive, send)
    start, *rest = outgoing
    body = b"".join(each.get("body", b"") for each in rest)
    return httpx2.Response(
        start["status"],
        headers=start["headers"],
        stream=httpx2.ByteStream(b"" if request.method == "HEAD" else body),
        request=request,
    )
