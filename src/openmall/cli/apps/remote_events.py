"""Reads events of a mall on a server elsewhere, by its admin API, and forwards them."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from openmall.cli import setting_options
from openmall.cli.apps.event_forwarding import (
    PAGE_SIZE,
    POLL_SECONDS,
    ForwardedEvent,
    Forwarding,
    Position,
    forward,
)

if TYPE_CHECKING:
    import ssl

    import aiohttp

SECRET: Final = "OPENMALL_LISTEN_SECRET"  # noqa: S105 # the name of a variable
TEST_SECONDS: Final = 3.0
"""Seconds between two polls for test events: each takes a call of the shop's limit."""


class RemoteMall:
    """The events and test events that an app may read of a mall."""

    def __init__(
        self,
        session: "aiohttp.ClientSession",
        server: str,
        ssl_context: "ssl.SSLContext",
        event_nos: list[int],
    ) -> None:
        """`session`: sends the access token. `event_nos`: only these; empty: all."""
        self._session, self._server, self._ssl_context = session, server, ssl_context
        self._only = {"event_no": ",".join(map(str, event_nos))} if event_nos else {}
        self._asked_for_tests_at = 0.0

    async def head(self) -> Position:
        """Return the position behind what there is; waits while calls are refused."""
        events = tests = None
        while events is None or tests is None:
            events = await self._list("events", limit="1", **self._only)
            tests = await self._list("logs", log_type="T", limit="1")
            if events is None or tests is None:
                await asyncio.sleep(POLL_SECONDS)
        return Position(
            max((each["sequence"] for each in events), default=0),
            max((int(each["log_id"]) for each in tests), default=0),
        )

    async def events(self, after: int) -> AsyncIterator[ForwardedEvent]:
        """Yield the events after a number."""
        import msgspec

        from openmall.events.webhooks import signing

        found = await self._list("events", since=f"{after}", limit=f"{PAGE_SIZE}", **self._only)
        for each in found or ():
            resource = msgspec.json.encode(each["resource"]).decode()
            names = each.get("changed_fields") or ()
            body = signing.body_of(each["event_no"], resource, ",".join(names))
            yield ForwardedEvent(each["sequence"], each["event_no"], body, each["trace_id"])

    async def tests(self, after: int) -> list[tuple[int, ForwardedEvent]]:
        """Return the test events after a number of the delivery log, each with its own."""
        now = time.monotonic()
        if self._asked_for_tests_at and now - self._asked_for_tests_at < TEST_SECONDS:
            return []
        self._asked_for_tests_at = now
        found = await self._list(
            "logs", log_type="T", since_log_id=f"{after}", limit=f"{PAGE_SIZE}"
        )
        return [(int(each["log_id"]), _test_event(each)) for each in found or ()]

    async def _list(self, name: str, **query: str) -> list[dict[str, Any]] | None:
        """Return a list below `webhooks/`; None where the call may be made again after a while.

        Raises ClickException with the server's reason.
        """
        import aiohttp
        import msgspec

        path = f"{self._server}/api/v2/admin/webhooks/{name}"
        try:
            async with self._session.get(path, params=query, ssl=self._ssl_context) as answer:
                payload = msgspec.json.decode(await answer.read())
                if answer.status == 200:
                    rows: list[dict[str, Any]] = payload[name]
                    return rows
                if answer.status in (429, 503):
                    return None
                raise click.ClickException(f"{self._server}: {payload['error']['message']}")
        except (aiohttp.ClientError, msgspec.DecodeError, KeyError) as error:
            raise click.ClickException(f"{self._server}: {error}") from None


def _test_event(row: dict[str, Any]) -> ForwardedEvent:
    return ForwardedEvent(0, row["event_no"], row["request_body"].encode(), row["trace_id"])


async def forward_from(
    how: Forwarding, server: str, token: str, ca: Path | None, event_nos: list[int]
) -> None:
    """Forward events of a mall until stopped. `server`: its address; `ca`: trusted as well."""
    import aiohttp

    from openmall.access.oauth import secrets
    from openmall.events.webhooks import signing

    secret = os.environ.get(SECRET)
    keys = signing.Keys(api_key=secrets.generate(), secret=secret or signing.new_secret())
    if not secret:
        setting_options.print_notice(
            f"X-API-Key is {keys.api_key}, and signed is with {keys.secret}"
        )
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        mall = RemoteMall(session, server.rstrip("/"), _ssl_context(ca), event_nos)
        # what the file of --state says comes before it
        is_known = how.state is not None and how.state.exists()
        start = Position(0) if is_known else await mall.head()
        await forward(how, mall.events, mall.tests, keys, start)


def _ssl_context(ca: Path | None) -> "ssl.SSLContext":
    import ssl

    context = ssl.create_default_context()
    if ca is not None:
        context.load_verify_locations(ca)
    return context
