"""Use of the rate limits by an app, and rejected calls, in the last hour or day."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.contract.moments import moment
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import Minute
from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series
from openmall.pages.console.page_context import PageContext


class Span(Struct, frozen=True):
    """A time span and its steps, in seconds."""

    name: str
    seconds: int
    step: int


SPANS: Final = {
    "hour": Span(marked("Last hour"), 3_600, 60),
    "day": Span(marked("Last day"), 24 * 3_600, 3_600),
}


class Step(Struct):
    """The figures of a step."""

    calls: int = 0
    errors: int = 0
    refused: int = 0
    fullest: int = 0
    not_recorded: int = 0


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/limits`: show the use, `?over=hour` or `day`."""
    requested = context.query.text("over")
    over = requested if requested in SPANS else "hour"
    span = SPANS[over]
    # the current step is the last one
    end = (int(context.clock.now()) // span.step + 1) * span.step
    start = end - span.seconds
    async with context.database.reading("") as db:
        minutes = await request_log_search.minutes(db, context.app.client_id, start=start)
    steps = sum_by_step(minutes, start=start, span=span)
    labels = [f"{moment(start + at * span.step):%H:%M}" for at in range(len(steps))]
    use = Plot(
        title=context.translate(marked("Fullest bucket after a call")),
        labels=labels,
        series=[Series(context.translate(marked("Use")), [each.fullest for each in steps])],
        unit=" %",
    )
    counted = Plot(
        title=context.translate(marked("Calls, errors and refusals")),
        labels=labels,
        series=[
            Series(context.translate(marked("Calls")), [each.calls for each in steps]),
            Series(context.translate(marked("Errors")), [each.errors for each in steps]),
            Series(context.translate(marked("Refused (429)")), [each.refused for each in steps]),
        ],
    )
    return context.show(
        "calls_limits.html",
        over=over,
        spans={name: context.translate(each.name) for name, each in SPANS.items()},
        calls=sum(each.calls for each in steps),
        errors=sum(each.errors for each in steps),
        refused=sum(each.refused for each in steps),
        fullest=max(each.fullest for each in steps),
        not_recorded=sum(each.not_recorded for each in steps),
        use=use,
        counted=counted,
    )


def sum_by_step(minutes: Sequence[Minute], *, start: int, span: Span) -> list[Step]:
    """Return the figures of each step from `start` on; a step without calls has zeros."""
    steps = [Step() for _ in range(span.seconds // span.step)]
    for each in minutes:
        at = (each.minute - start) // span.step
        if not 0 <= at < len(steps):
            continue  # from a worker whose clock is ahead
        step = steps[at]
        step.calls += each.calls
        step.errors += each.errors
        step.refused += each.refused
        step.fullest = max(step.fullest, each.fullest)
        step.not_recorded += each.not_recorded
    return steps
