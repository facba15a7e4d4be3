"""A publisher's events and the page views, sessions and users it expects of them.

Where the files lie; elsewhere these tests are left out. Each difference is of a rule, which is
named and counted here: docs/analytics.md, "Compared with other counts".
"""

import csv
import gzip
import os
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from openmall.analytics.collecting import enrichment, referrers
from openmall.analytics.collecting.shape import BrowserEvent, CollectedEvent
from openmall.analytics.collecting.user_agents import program
from openmall.analytics.sessionising.fact_builder import FactBuilder, Goods
from openmall.analytics.sessionising.rule import LASTS, numbered

BESIDE = Path(__file__).parents[4] / "shared" / "data" / "weblogs"
FOLDER = Path(os.environ.get("OPENMALL_TEST_WEBLOGS", BESIDE))
LONGEST = timedelta(days=3)
"""After which the publisher lets a session end, however often somebody comes back."""
Row = dict[str, str]

if not (FOLDER / "snowplow_web_events.csv.gz").is_file():
    pytest.skip("the events are not here", allow_module_level=True)


def _rows(name: str) -> list[Row]:
    with gzip.open(FOLDER / f"snowplow_web_{name}.csv.gz", "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _at(text: str) -> int:
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return round(moment.timestamp() * 1_000)


def _seen(row: Row) -> CollectedEvent:
    """Return an event as the collector would have written it."""
    told = BrowserEvent(url=row["page_url"], referrer=row["page_referrer"])
    opened = enrichment.path_of(told)
    return enrichment.enrich(
        told,
        opened,
        program(row["useragent"]),
        at=_at(row["derived_tstamp"]),
        shop_no=1,
        browser=numbered(row["domain_userid"] or f"none {row['user_ipaddress']}"),
        ip=numbered(row["user_ipaddress"]),
        host=referrers.host(f"{row['page_urlscheme']}://{row['page_urlhost']}"),
    )


def _once(rows: list[Row]) -> list[Row]:
    """Return events, each once, as a batch that is sent again is taken once; by their time."""
    found = {row["event_id"]: row for row in reversed(rows)}
    return sorted(found.values(), key=lambda row: (row["derived_tstamp"], row["event_id"]))


def _visits(rows: list[Row]) -> dict[str, list[Any]]:
    """Return the visit of each event: what a row of `visit` says of it."""
    nothing = Goods(products={}, categories={}, names={})
    made = FactBuilder("seen", known={}, placed={}, goods=nothing, sold={}, paid={})
    for row in rows:
        made.record_page_view(_seen(row))
    begun = {row[5]: row for row in made.rows["visit"]}
    views = made.rows["pageview"]
    return {row["event_id"]: begun[view[5]] for row, view in zip(rows, views, strict=True)}


EVENTS = _once([row for row in _rows("events") if row["event_name"] == "page_view"])
PAGES = {row["event_id"]: row for row in _rows("page_views_expected")}
SESSIONS = _rows("sessions_expected")
USERS = _rows("users_expected")
COUNTED = [row for row in EVENTS if row["event_id"] in PAGES]
"""The pages that the publisher counts as well."""


def _why_not(row: Row, sessions: dict[str, str], pages: set[str]) -> str:
    """Return by which of its rules the publisher does not count a page."""
    context = row["contexts_com_snowplowanalytics_snowplow_web_page_1_0_0"]
    began = sessions.setdefault(row["domain_sessionid"], row["derived_tstamp"])
    if "null" in context:
        return "page without a number"
    if context in pages:
        return "number of a page used again"
    sent = datetime.fromisoformat(row["dvce_sent_tstamp"] or row["collector_tstamp"])
    if sent - datetime.fromisoformat(row["dvce_created_tstamp"]) > LONGEST:
        return "told over 3 days later"
    if datetime.fromisoformat(row["derived_tstamp"]) - datetime.fromisoformat(began) > LONGEST:
        return "over 3 days after its session began"
    return "?"


def test_page_views_are_those_expected_and_six_that_rules_there_leave_out() -> None:
    assert len(PAGES) == 43
    assert {row["event_id"] for row in COUNTED} == set(PAGES), "none is missing"
    sessions: dict[str, str] = {}
    for row in EVENTS:
        sessions.setdefault(row["domain_sessionid"], row["derived_tstamp"])
    numbers = {row["contexts_com_snowplowanalytics_snowplow_web_page_1_0_0"] for row in COUNTED}
    more = [row for row in EVENTS if row["event_id"] not in PAGES]
    assert Counter(_why_not(row, sessions, numbers) for row in more) == {
        "page without a number": 1,
        "number of a page used again": 1,
        "told over 3 days later": 1,
        "over 3 days after its session began": 3,
    }
    assert len(_visits(EVENTS)) == 43 + 6
    # nobody there is a bot, by either list
    assert {row["spider_or_robot"].lower() for row in PAGES.values()} == {"false"}
    assert {visit[10] for visit in _visits(EVENTS).values()} == {""}


def _why_apart(before: Row, after: Row, visit: list[Any]) -> str:
    """Return why what is one session there is two visits here."""
    if before["domain_userid"] != after["domain_userid"]:
        return "another browser"
    if _at(after["derived_tstamp"]) - _at(before["derived_tstamp"]) > LASTS:
        return "over 60 minutes"
    return "change of source" if any(visit[11:20]) else "?"


@pytest.mark.both_stores
def test_sessions_are_those_expected_but_where_a_rule_says_otherwise() -> None:
    visits = _visits(COUNTED)
    theirs: dict[str, list[Row]] = defaultdict(list)
    ours: dict[int, set[str]] = defaultdict(set)
    for row in COUNTED:
        session = PAGES[row["event_id"]]["domain_sessionid"]
        theirs[session].append(row)
        ours[visits[row["event_id"]][5]].add(session)
    # a session there may be made of signs of life alone, whose page was not told of
    pages = {row["domain_sessionid"]: int(row["page_views"]) for row in SESSIONS}
    signs = [session for session in pages if session not in theirs]
    assert (len(pages), len(signs)) == (18, 3)
    assert {each: pages[each] for each in theirs} == {
        session: len(rows) for session, rows in theirs.items()
    }
    # what is one there and more here
    apart = Counter(
        _why_apart(before, after, visits[after["event_id"]])
        for rows in theirs.values()
        for before, after in pairwise(rows)
        if visits[before["event_id"]] is not visits[after["event_id"]]
    )
    assert apart == {"change of source": 3, "over 60 minutes": 1, "another browser": 2}
    # what is more there and one here: a session told anew while a visit lasts
    together = sum(len(sessions) - 1 for sessions in ours.values())
    assert together == 2
    # and nothing else
    assert len(ours) == len(pages) - len(signs) + apart.total() - together == 19
    gaps = [
        _at(after["derived_tstamp"]) - _at(before["derived_tstamp"])
        for rows in theirs.values()
        for before, after in pairwise(rows)
    ]
    assert not [each for each in gaps if LASTS / 2 < each <= LASTS], "30 minutes tell none apart"
    # each came from where it says
    for row in SESSIONS:
        if row["domain_sessionid"] in theirs:
            first = theirs[row["domain_sessionid"]][0]
            visit = visits[first["event_id"]]
            # the second is what the publisher wrote over its own host
            inside = row["refr_urlhost"] in (row["first_page_urlhost"], "localhost-dummy-row")
            assert [visit[11], *visit[15:18]] == [
                "" if inside else row["refr_urlhost"],
                row["mkt_source"],
                row["mkt_medium"],
                row["mkt_campaign"],
            ]


def test_users_are_those_expected_and_browsers_that_are_no_users_there() -> None:
    visits = _visits(COUNTED)
    views = Counter(visits[row["event_id"]][6] for row in COUNTED)
    browsers = {row["domain_userid"]: visits[row["event_id"]][6] for row in COUNTED}
    assert (len(USERS), len(views)) == (11, 14)
    # three numbers of one session are three browsers here, and who has none is one for a day
    known = {row["original_domain_userid"] for row in USERS}
    others = [user for user in browsers if user not in known]
    assert [bool(user) for user in sorted(others)] == [False, True, True]
    rotated = {row["original_domain_userid"]: row["domain_userid"] for row in PAGES.values()}
    mine: Counter[str] = Counter()
    for user, browser in browsers.items():
        mine[rotated[user]] += views[browser]
    # what is told of by signs of life alone is no page here
    expected = {row["domain_userid"]: int(row["page_views"]) for row in USERS}
    signs = {user: count - mine[user] for user, count in expected.items() if count != mine[user]}
    assert sorted(signs.values()) == [1, 2]
    assert sum(mine.values()) - mine[""] == sum(expected.values()) - 3


def test_of_all_that_was_told_nothing_is_lost() -> None:
    visits = list(_visits(EVENTS).values())
    # the six more pages begin five more visits, of two more browsers
    assert (len({visit[5] for visit in visits}), len({visit[6] for visit in visits})) == (24, 16)
