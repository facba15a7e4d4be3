"""Reports of visitors and of the pages they see.

What bots saw is left out. An address tells visitors apart within a day, a browser tells users
apart; a visit counts on the day it began.
"""

from typing import Final

from openmall.analytics.facts.tables import PAGEVIEW, VISIT
from openmall.analytics.reports.figures import day, hour, number, text
from openmall.analytics.reports.report import (
    FIRST,
    HOW_MANY,
    MANY,
    Dimension,
    Metric,
    Part,
    Report,
    distinct,
    total,
)

_BY_DAY: Final = (Dimension("day"),)
_BY_HOUR: Final = (Dimension("day"), Dimension("hour"))
_DATE: Final = {"date": ("day", "hour")}

PAGES_VIEW: Final = Report(
    path="pages/view",
    answer_key="pages",
    summary="List the pages of a shop by how often they were seen",
    by=(Dimension("url"),),
    counts=(Metric("count"), Metric("visit_count"), Metric("first_visit_count")),
    parts=(
        Part(
            table=PAGEVIEW,
            by={"url": PAGEVIEW.c.url},
            once=PAGEVIEW.c.visit,
            counts={
                "count": total(MANY),
                "visit_count": HOW_MANY,
                "first_visit_count": total(FIRST),
            },
        ),
    ),
    figures=(text("url"), number("count"), number("visit_count"), number("first_visit_count")),
    sorts={
        "url": ("url",),
        "count": ("count",),
        "visit_count": ("visit_count",),
        "first_visit_count": ("first_visit_count",),
    },
    sort="count",
    order="desc",
)

DAILY_ACTIVE: Final = Report(
    path="visitors/dailyactive",
    summary="List how many users were active on each day",
    by=_BY_DAY,
    counts=(Metric("user_count"),),
    parts=(
        Part(
            table=PAGEVIEW,
            by={"day": PAGEVIEW.c.day},
            counts={"user_count": distinct(PAGEVIEW.c.browser)},
        ),
    ),
    figures=(day("date", "day"), number("user_count")),
    sorts={**_DATE, "user_count": ("user_count",)},
    sort="date",
)

PAGE_VIEWS: Final = Report(
    path="visitors/pageview",
    summary="List how many pages were seen on each day, or in each hour",
    by=_BY_HOUR,
    counts=(Metric("page_view"),),
    parts=(
        Part(
            table=PAGEVIEW,
            by={"day": PAGEVIEW.c.day, "hour": PAGEVIEW.c.hour},
            counts={"page_view": HOW_MANY},
        ),
    ),
    figures=(day("date", "day"), hour("hour"), number("page_view")),
    sorts={**_DATE, "page_view": ("page_view",)},
    sort="date",
    by_hour=True,
)

UNIQUE: Final = Report(
    path="visitors/unique",
    summary="List from how many addresses a shop was visited on each day",
    by=_BY_DAY,
    counts=(Metric("unique_visit_count"),),
    parts=(
        Part(
            table=VISIT,
            by={"day": VISIT.c.day},
            counts={"unique_visit_count": distinct(VISIT.c.ip)},
        ),
    ),
    figures=(day("date", "day"), number("unique_visit_count")),
    sorts={**_DATE, "unique_visit_count": ("unique_visit_count",)},
    sort="date",
)

VISITS: Final = Report(
    path="visitors/view",
    summary="List how many visits began on each day, or in each hour",
    by=_BY_HOUR,
    counts=(Metric("visit_count"), Metric("first_visit_count"), Metric("re_visit_count")),
    parts=(
        Part(
            table=VISIT,
            by={"day": VISIT.c.day, "hour": VISIT.c.hour},
            counts={
                "visit_count": HOW_MANY,
                "first_visit_count": total(VISIT.c.first),
                "re_visit_count": total(1 - VISIT.c.first),
            },
        ),
    ),
    figures=(
        day("date", "day"),
        hour("hour"),
        number("visit_count"),
        number("first_visit_count"),
        number("re_visit_count"),
    ),
    sorts={
        **_DATE,
        "visit_count": ("visit_count",),
        "first_visit_count": ("first_visit_count",),
        "re_visit_count": ("re_visit_count",),
    },
    sort="date",
    by_hour=True,
)

REPORTS: Final = (PAGES_VIEW, DAILY_ACTIVE, PAGE_VIEWS, UNIQUE, VISITS)
