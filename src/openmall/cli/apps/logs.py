"""`openmall logs tail`: follows the calls of an app, or of all apps of a mall, on a terminal."""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

import click

from openmall.cli.apps.calls import EVERY, LATE, MOST, show_lines
from openmall.cli.apps.registered_app import require_app
from openmall.cli.command import command

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration
    from openmall.events.request_log.search import CallLine

NO_CALL: Final = 3
"""Exit status: no call came in time."""


@click.group()
def logs() -> None:
    """Look at what apps call.

    \b
    Examples:
      openmall logs tail CLIENT_ID
      openmall logs tail --mall myshop --status 5xx
    """


@logs.command()
@click.argument("client_id", required=False)
@click.option("--mall", help="Calls to this mall; without CLIENT_ID, of all apps in it.")
@click.option("--status", help="A status such as 404, or a class of them: 4xx.")
@click.option("--operation", help='API, method and path: "admin GET products/{product_no}".')
@click.option("--text", help="What the path contains.")
@click.option("--request", "request_id", help="The call of this X-Request-Id.")
@click.option("--slow", type=click.FloatRange(min=0), help="Calls that took so many ms or longer.")
@click.option(
    "--rows",
    default=10,
    show_default=True,
    type=click.IntRange(0, MOST),
    help="Most calls of before to print first.",
)
@click.option("--once", is_flag=True, help="Print the calls of before and end.")
@click.option("--first", is_flag=True, help="End with the first call that is printed.")
@click.option(
    "--timeout", type=click.FloatRange(min=0), help="Seconds after which it ends; else at Ctrl-C."
)
@command
def tail(
    configuration: "Configuration",
    client_id: str | None,
    mall: str | None,
    status: str | None,
    operation: str | None,
    text: str | None,
    request_id: str | None,
    slow: float | None,
    rows: int,
    once: bool,
    first: bool,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Print the calls of the app CLIENT_ID, or of a mall, as they are answered.

    All options narrow what is printed, and hold together. With --json each call is one line with
    `app`, `time`, `mall`, `operation`, `method`, `path`, `query`, `status`, `took` (microseconds),
    `used` and `capacity` of the bucket, `request_id`, `parameter` and `message`.

    A call is printed about two seconds after it was answered. Bodies are in the console, at the
    request of the same number.

    \b
    Exit status:
      0  calls were printed, or Ctrl-C ended it
      1  there is no such app or mall
      2  the options are wrong
      3  no call came, with --timeout, --once or --request

    \b
    Examples:
      openmall logs tail CLIENT_ID
      openmall logs tail CLIENT_ID --status 4xx --json
      openmall logs tail CLIENT_ID --operation "admin POST products" --first --timeout 30
      openmall logs tail CLIENT_ID --request 01KB2M9W5QK6W1T1Q2J3H4G5F6
      openmall logs tail --mall myshop --slow 500
    """
    from openmall.cli import installation
    from openmall.events.request_log.display import status_filter

    if client_id is None and mall is None:
        raise click.UsageError("name an app by its CLIENT_ID, or --mall")
    filters: dict[str, str | int] = {
        name: value
        for name, value in (
            ("operation", operation), ("mall", mall), ("text", text), ("request_id", request_id),
            ("slow", None if slow is None else int(slow * 1_000)),
        )
        if value is not None
    }  # fmt: skip
    if status is not None:
        try:
            filters |= status_filter(status)
        except ValueError:
            raise click.UsageError("--status: a number such as 404, or 4xx") from None
    printed = 0

    async def work(opened: "Installation") -> None:
        nonlocal printed
        if client_id is not None:
            await require_app(opened, client_id)
        if mall is not None:
            await opened.require_mall(mall)
        follower = _Follower(opened, client_id, mall or "", filters)
        ends = None if timeout is None else time.monotonic() + timeout
        most = rows
        while True:
            found = await follower.next(most)
            shown = found[:1] if first else found
            if as_json:
                _print_json(shown)
            else:
                show_lines([line for _, line in shown], as_json=False, alone=False)
            printed += len(shown)
            done = once or (first and printed) or (request_id is not None and printed)
            if done or (ends is not None and time.monotonic() >= ends):
                return
            await asyncio.sleep(EVERY)
            most = MOST

    interrupted = True
    with contextlib.suppress(KeyboardInterrupt):
        installation.run(configuration, work)
        interrupted = False
    if not printed and not interrupted:
        raise click.exceptions.Exit(NO_CALL)


class _Follower:
    """Finds calls of one app, or of all apps of a mall, each once, the oldest first."""

    def __init__(
        self,
        opened: "Installation",
        client_id: str | None,
        mall: str,
        filters: dict[str, str | int],
    ) -> None:
        self._opened = opened
        self._client_id = client_id
        self._mall = mall
        self._filters = filters
        self._shown: set[tuple[str, int]] = set()
        self._start: int | None = None

    async def next(self, most: int) -> "list[tuple[str, CallLine]]":
        """Return client id and call of the calls that were not returned before."""
        from openmall.access.oauth import installed_apps
        from openmall.events.request_log import search as request_log_search
        from openmall.events.request_log.row_builder import number_of

        now = number_of(self._opened.clock.now())
        late = number_of(self._opened.clock.now() - LATE)
        filters = dict(self._filters)
        if self._start is not None:
            filters["start"] = max(self._start, late)
        apps = [self._client_id] if self._client_id is not None else []
        if not apps:
            async with self._opened.database.reading(self._mall) as db:
                apps = [each.client_id for each in await installed_apps.in_mall(db)]
        found = []
        async with self._opened.database.reading("") as db:
            for app in apps:
                page = await request_log_search.calls(db, app, filters, rows=max(most, 1))
                found += [(app, line) for line in page.lines]
        found.sort(key=lambda each: each[1].number)
        found = found[-most:] if most else []
        new = [each for each in found if (each[0], each[1].number) not in self._shown]
        self._shown = {(app, line.number) for app, line in found} | {
            each for each in self._shown if each[1] >= late
        }
        if self._start is None:
            # calls older than the first look were not asked for
            self._start = min((line.number for _, line in found), default=now)
        return new


def _print_json(lines: "list[tuple[str, CallLine]]") -> None:
    import msgspec

    from openmall.contract.moments import moment

    for app, line in lines:
        at = moment(line.at // 1_000_000).replace(microsecond=line.at % 1_000_000)
        said = at.isoformat(timespec="milliseconds")
        fields = {"app": app, "time": said, **msgspec.structs.asdict(line)}
        click.echo(msgspec.json.encode(fields).decode())
