"""`openmall world`: a mall with a simulated history, and the known answers of its reports."""

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration
    from openmall.demo.simulated_history.known_answers import KnownAnswers
    from openmall.demo.simulated_history.world_writer import Options, Written

FIRST: Final = date(2023, 1, 1)
"""Before it reports answer from imported sums alone."""
LARGEST_SEED: Final = 2**63 - 1


@click.command()
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), default=1, show_default=True, metavar="S",
    help="Which world: the same seed and options make the same one.",
)  # fmt: skip
@click.option(
    "--shops", type=click.IntRange(1, 20), default=2, show_default=True, metavar="N",
    help="Shops of the mall; every second one speaks English.",
)  # fmt: skip
@click.option(
    "--days", type=click.IntRange(1, 366), default=90, show_default=True, metavar="N",
    help="How many days the past is long.",
)  # fmt: skip
@click.option(
    "--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY",
    help="Its last day; without it yesterday, at +09:00.",
)  # fmt: skip
@click.option(
    "--visits", type=click.IntRange(1, 10_000), default=40, show_default=True, metavar="N",
    help="Visits of a shop on a usual day.",
)  # fmt: skip
@click.option(
    "--mall", "mall_id", default="world", show_default=True, metavar="MALL_ID",
    help="The mall to make; one that is there already is left alone.",
)  # fmt: skip
@click.option(
    "--answers", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Where to write what reports must say; else MALL_ID-answers.json in the data folder.",
)  # fmt: skip
@command
def world(
    configuration: "Configuration",
    seed: int,
    shops: int,
    days: int,
    until: datetime | None,
    visits: int,
    mall_id: str,
    answers: Path | None,
    as_json: bool,
) -> "Work":
    """Make a mall with a past: visits, carts, orders, claims and reviews, linked with each other.

    They come of the mall's own rules, on a clock that stands in the past, so that reports of
    visitors and of sales agree with each other and with `openmall verify`. What every report of
    the analytics API must say of it is written into a file of JSON, worked out of the history and
    not of the reports: test a dashboard against it.

    A server on the same store takes the facts into its reports by itself, else `openmall
    analytics sessionise` does. After a stop midway use another --mall.

    \b
    Examples:
      openmall world --seed 7 --shops 3 --days 90
      openmall world --until 2026-10-31 --visits 200 --mall busy --answers busy.json --json
    """
    from openmall.cli import installation
    from openmall.contract.moments import SystemClock, moment
    from openmall.demo.simulated_history.world_writer import Options

    installation.require_files(configuration)
    today = moment(SystemClock().now()).date()
    last = until.date() if until is not None else today - timedelta(days=1)
    history_options = Options(seed=seed, until=last, days=days, daily=visits)
    if history_options.since < FIRST:
        raise click.UsageError(f"a world begins on {FIRST} at the earliest")
    if last >= today:
        raise click.UsageError("a world ends yesterday at the latest")
    file = answers or configuration.data_dir / f"{mall_id}-answers.json"

    if answers is not None:
        _require_writable(answers)

    async def work(opened: "Installation") -> Output:
        written, answers_expected = await _make(
            opened, mall_id, shops, history_options, as_json=as_json
        )
        _write(file, answers_expected)
        visits, orders = written.counts["visits"], written.counts["orders"]
        seconds = max(written.seconds, 0.001)
        facts: dict[str, Fact] = {
            "mall_id": mall_id,
            "since": str(history_options.since),
            "until": str(history_options.until),
            **written.counts,
            "seconds": written.seconds,
            "answers": str(file),
        }
        text = (
            f"{visits:,} visits and {orders:,} orders of "
            f"{days} days in {written.seconds} s ({visits / seconds:,.0f} visits and "
            f"{orders / seconds:,.0f} orders a second).\n"
            f"What reports must say of them is in {file}."
        )
        return Output(facts, text)

    return work


async def _make(
    opened: "Installation", mall_id: str, shops: int, history_options: "Options", *, as_json: bool
) -> "tuple[Written, KnownAnswers]":
    from openmall.database.seal import configured_seal
    from openmall.demo.simulated_history.known_answers import known_answers
    from openmall.demo.simulated_history.mall_creation import open_mall
    from openmall.demo.simulated_history.world_writer import fill
    from openmall.media.store_factory import open_store

    files = open_store(opened.configuration)
    mall = await open_mall(opened.database, files, mall_id, shops=shops, options=history_options)
    await opened.counters.invalidate_caches()
    with output.progress("Making a world", as_json=as_json) as progress:
        seal = configured_seal(opened.configuration)
        written = await fill(opened.database, seal, mall, history_options, progress)
    return written, known_answers(mall_id, sorted(mall.shops), history_options, written.history)


def _require_writable(file: Path) -> None:
    """Raise ClickException when the answers could not be written, before the mall is created."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from None


def _write(file: Path, answers_expected: "KnownAnswers") -> None:
    import msgspec

    try:
        file.write_bytes(
            msgspec.json.format(msgspec.json.encode(answers_expected), indent=1) + b"\n"
        )
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from None
