"""Calls: paced, retried, authenticated, over a blocking or an asynchronous connection.

What a call goes through is one generator, `_conversation`, which says what to do next; the two
transports do it, one blocking and one awaiting.
"""

import logging
import random
import ssl
import time
import uuid
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import anyio
import anyio.to_thread
import httpx

from openmall_client.errors import (
    InvalidArgument,
    InvalidResponse,
    PageLimitReached,
    body_of,
    certificate_error,
    connection_failed,
    error_of,
    seconds,
)
from openmall_client.hosts import target
from openmall_client.pacing import Pacer
from openmall_client.tokens import TokenSource
from openmall_client.version import USER_AGENT

log = logging.getLogger("openmall_client")

Verify: TypeAlias = ssl.SSLContext | str | bool
"""How a server's certificate is verified, as of httpx: an `ssl.SSLContext`, or an authority's
file."""
Timeout: TypeAlias = float | httpx.Timeout
"""Seconds for each step of an attempt, or different ones: `httpx.Timeout(30, connect=3)`."""
WRITES: Final = frozenset({"POST", "PUT", "DELETE"})
SESSION: Final = "X-Openmall-Session"
_RETRIED: Final = frozenset({408, 429, 500, 502, 503, 504})
_CHOOSES_FIELDS: Final = frozenset({"embed", "fields"})
"""Parameters that filter nothing: an empty list is as none."""


class Attempt(NamedTuple):
    """One request of a call, when it has ended. It names no token and no value of a call."""

    operation: str
    """Method and path, without values."""
    number: int
    """From 1; of a call that is repeated the second, and so on."""
    status: int | None
    """None: no response came."""
    seconds: float
    request_id: str
    """Number of the call in the app's log of calls; empty: the server named none."""
    error: str
    """Why no response came; empty: one came."""


def _unwatched(_: Attempt) -> None:
    pass


@dataclass(frozen=True)
class Retries:
    """How often and how long a call that failed is sent again."""

    attempts: int = 5
    longest_wait: float = 60.0
    """Seconds; a response that asks for more is an error at once."""

    def wait(self, attempt: int, asked: float | None) -> float | None:
        """Return the seconds before the attempt after number `attempt`; None: there is none."""
        if attempt >= self.attempts:
            return None
        if asked is None:
            # full jitter: clients that failed together do not return together
            return random.uniform(0, min(self.longest_wait, 0.25 * 2**attempt))  # noqa: S311 # no secret: it spreads clients
        return asked if asked <= self.longest_wait else None


@dataclass(frozen=True)
class Connection:
    """Where an API is, and how a client proves who it is."""

    base_url: str
    version: str
    tokens: TokenSource | None = None
    credentials: tuple[str, str] | None = None
    """User and password of HTTP Basic."""
    headers: dict[str, str] = field(default_factory=dict)
    """Of every call. A shopper's session that a response begins is kept here."""
    retries: Retries = Retries()
    pacer: Pacer = field(default_factory=Pacer)
    on_attempt: Callable[[Attempt], None] = _unwatched
    """Called after each request, for logs and metrics."""


class Call(NamedTuple):
    """One call of an operation."""

    operation: str
    """Its method and path, without values: what has a bucket of its own."""
    method: str
    path: str
    query: Mapping[str, Any] = {}
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None


class _Wait(NamedTuple):
    seconds: float


class _Token(NamedTuple):
    refused: str


class _Send(NamedTuple):
    headers: dict[str, str]


_Step = _Wait | _Token | _Send
_Conversation = Generator[_Step, Any, httpx.Response]


def _conversation(connection: Connection, call: Call) -> _Conversation:
    """Say what to do next until the call has a response below 400.

    Raises ApiError, ConnectionFailed, InvalidResponse or SignInRequired.
    """
    headers = {
        "Accept": "application/json",
        "User-Agent": USER_AGENT,
        "X-Platform-Api-Version": connection.version,
        **connection.headers,
    }
    if call.method in WRITES:
        headers["Idempotency-Key"] = uuid.uuid4().hex
    headers.update(call.headers or {})
    token, attempt, is_refreshed = "", 1, False
    while True:
        if connection.tokens is not None:
            token = token or (yield _Token(""))
            headers["Authorization"] = f"Bearer {token}"
        if pause := connection.pacer.wait(call.operation):
            yield _Wait(pause)
        began = time.monotonic()
        try:
            response: httpx.Response = yield _Send(headers)
        except httpx.TransportError as error:
            _tell(connection, call, attempt, began, error)
            # a certificate that is not trusted will not be at the next attempt either
            is_refused = certificate_error(error) is not None
            wait = None if is_refused else connection.retries.wait(attempt, None)
            if wait is None:
                raise connection_failed(error, headers.get("Idempotency-Key")) from error
            yield _Wait(wait)
            attempt += 1
            continue
        _tell(connection, call, attempt, began, response)
        connection.pacer.seen(call.operation, response.status_code, response.headers)
        if session := response.headers.get(SESSION):
            connection.headers[SESSION] = session
        if response.status_code == 401 and connection.tokens is not None and not is_refreshed:
            # whatever was repeated before; a token that was refused twice is not refreshed again
            is_refreshed = True
            token = yield _Token(token)
            continue
        if response.status_code not in _RETRIED:
            if response.is_error:
                raise error_of(response)
            if response.has_redirect_location:
                raise InvalidResponse(response, "it is a redirect")
            return response
        wait = connection.retries.wait(attempt, seconds(response.headers.get("retry-after")))
        if wait is None:
            raise error_of(response)
        yield _Wait(wait)
        attempt += 1


def _tell(
    connection: Connection,
    call: Call,
    number: int,
    began: float,
    outcome: httpx.Response | httpx.TransportError,
) -> None:
    """Log an attempt that has ended, and pass it on."""
    is_response = isinstance(outcome, httpx.Response)
    attempt = Attempt(
        operation=call.operation,
        number=number,
        status=outcome.status_code if isinstance(outcome, httpx.Response) else None,
        seconds=time.monotonic() - began,
        request_id=outcome.headers.get("x-request-id", "")
        if isinstance(outcome, httpx.Response)
        else "",
        error="" if is_response else repr(outcome),
    )
    log.debug(
        "%s attempt %d: %s in %.3f s %s",
        attempt.operation,
        attempt.number,
        attempt.status or attempt.error,
        attempt.seconds,
        attempt.request_id,
    )
    connection.on_attempt(attempt)


def _request(
    connection: Connection, http: httpx.Client | httpx.AsyncClient, call: Call, step: _Send
) -> httpx.Request:
    place = target(connection.base_url)
    query = {
        name: text
        for name, value in call.query.items()
        if (text := _listed(name, value)) is not None
    }
    request = http.build_request(
        call.method,
        f"{place.url}{call.path}",
        params=query,
        json=None if call.body is None else {k: v for k, v in call.body.items() if v is not None},
        headers={**place.headers, **step.headers},
        extensions=place.extensions,
    )
    if connection.credentials is not None:
        request = next(httpx.BasicAuth(*connection.credentials).auth_flow(request))
    return request


def _listed(name: str, value: Any) -> str | None:
    """Return the text of a parameter; None: it is not sent. Raises InvalidArgument."""
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        return _text(value)
    texts = [_text(each) for each in value]
    if not texts and name in _CHOOSES_FIELDS:
        return None
    if not texts:
        raise InvalidArgument(
            f"{name}: an empty list would filter nothing, and find everything; None does that"
        )
    return ",".join(texts)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Pages:
    """The pages of a list, in turn: by `since` where the list has it, else by offset."""

    def __init__(self, call: Call, rows: str, *, size: int, most_offset: int, since: str) -> None:
        self._call = call
        self._rows = rows
        self._size = size
        self._most_offset = most_offset
        self._offset = int(call.query.get("offset") or 0)
        # numbers of rows lead on only where they are answered, and in their own order
        answered = call.query.get("fields") or (since.removeprefix("since_"),)
        named = answered.split(",") if isinstance(answered, str) else answered
        unnumbered = since.removeprefix("since_") not in named
        otherwise = self._offset or call.query.get("sort") or unnumbered
        self._since = "" if otherwise else since
        self._last_number = call.query.get(since)
        self.complete = False

    def next(self) -> Call:
        """Return the call of the next page. Raises PageLimitReached."""
        query = {**self._call.query, "limit": self._size}
        if self._since:
            query[self._since] = self._last_number or 0
        elif self._offset > self._most_offset:
            raise PageLimitReached(
                f"{self._call.operation} has more rows than an offset of {self._most_offset}"
            )
        else:
            query["offset"] = self._offset
        return self._call._replace(query=query)

    def rows(self, response: httpx.Response) -> list[Any]:
        """Return the rows of a page, and note where the next one begins.

        Raises InvalidResponse.
        """
        body = body_of(response)
        rows: list[Any] | None = None if body is None else body.get(self._rows)
        if not isinstance(rows, list):
            raise InvalidResponse(response, f"it has no list {self._rows}")
        self._offset += len(rows)
        self.complete = len(rows) < self._size
        if self._since and rows:
            number = self._since.removeprefix("since_")
            self._last_number = max(each[number] for each in rows)
        return rows


class Transport:
    """Makes calls, and blocks until their responses are there. Safe for threads."""

    def __init__(
        self, connection: Connection, *, verify: Verify = True, timeout: Timeout = 30
    ) -> None:
        self.connection = connection
        self._http = httpx.Client(verify=verify, timeout=timeout)

    def send(self, call: Call) -> httpx.Response:
        """Return the response of a call. Raises OpenmallError."""
        steps = _conversation(self.connection, call)
        answer: Any = None
        failure: Exception | None = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            answer = failure = None
            try:
                answer = self._do(call, step)
            except httpx.TransportError as error:
                failure = error

    def _do(self, call: Call, step: _Step) -> Any:
        if isinstance(step, _Wait):
            return time.sleep(step.seconds)
        if isinstance(step, _Token):
            assert self.connection.tokens is not None
            return self.connection.tokens.access_token(step.refused)
        return self._http.send(_request(self.connection, self._http, call, step))

    def call(self, call: Call) -> Any:
        """Return the body of a call's response. Raises OpenmallError."""
        return body_of(self.send(call))

    def rows(self, call: Call, rows: str, *, size: int, most_offset: int, since: str = "") -> Any:
        """Return an iterator of all rows of a list."""
        pages = _Pages(call, rows, size=size, most_offset=most_offset, since=since)
        return self._rows(pages)

    def _rows(self, pages: _Pages) -> Iterator[Any]:
        while not pages.complete:
            yield from pages.rows(self.send(pages.next()))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


class AsyncTransport:
    """Makes calls for asyncio and trio. Waiting for a token's refresh takes a thread."""

    def __init__(
        self, connection: Connection, *, verify: Verify = True, timeout: Timeout = 30
    ) -> None:
        self.connection = connection
        self._http = httpx.AsyncClient(verify=verify, timeout=timeout)

    async def send(self, call: Call) -> httpx.Response:
        """Return the response of a call. Raises OpenmallError."""
        steps = _conversation(self.connection, call)
        answer: Any = None
        failure: Exception | None = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            answer = failure = None
            try:
                answer = await self._do(call, step)
            except httpx.TransportError as error:
                failure = error

    async def _do(self, call: Call, step: _Step) -> Any:
        if isinstance(step, _Wait):
            return await anyio.sleep(step.seconds)
        if isinstance(step, _Token):
            assert self.connection.tokens is not None
            return await anyio.to_thread.run_sync(self.connection.tokens.access_token, step.refused)
        return await self._http.send(_request(self.connection, self._http, call, step))

    async def call(self, call: Call) -> Any:
        """Return the body of a call's response. Raises OpenmallError."""
        return body_of(await self.send(call))

    def rows(self, call: Call, rows: str, *, size: int, most_offset: int, since: str = "") -> Any:
        """Return an asynchronous iterator of all rows of a list."""
        pages = _Pages(call, rows, size=size, most_offset=most_offset, since=since)
        return self._rows(pages)

    async def _rows(self, pages: _Pages) -> AsyncIterator[Any]:
        while not pages.complete:
            for row in pages.rows(await self.send(pages.next())):
                yield row

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()
