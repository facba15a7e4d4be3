"""A real site's access log, where it lies; elsewhere these tests are left out.

What is counted here is read from the file in another way than the program reads it; the figures
written down are those of the log's own site and of another program for such logs (goaccess 1.7).
"""

import gzip
import os
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from openmall.analytics.collecting import referrers
from openmall.analytics.collecting.user_agents import program
from openmall.transfer.imports.log_lines import line_of
from tests.analytics.sessionising import reference
from tests.transfer.imports.access_logs import bring_in, report
from tests.world import World

BESIDE = Path(__file__).parents[4] / "shared" / "data" / "weblogs"
FILE = Path(os.environ.get("OPENMALL_TEST_WEBLOGS", BESIDE)) / "apache_semicomplete_2015.log.gz"
LATER = 4_000
# fmt: off
ASSETS = {
    "png", "css", "ico", "jpg", "js", "txt", "gif", "jar", "ttf", "pdf", "xml",
    "py", "log", "svg", "xsl", "conf", "exe", "c", "gz", "sh", "jpeg", "tex",
    "deb", "woff", "swf", "spec", "lua", "pyc", "doc", "patch", "rb", "cpp", "pcap",
    "m4", "gem", "mk", "java", "vim", "diff", "xs", "jan05",
}
# fmt: on

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the logs are not here")


def _lines() -> list[str]:
    with gzip.open(FILE, "rt", encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def test_every_line_is_understood_as_another_program_does() -> None:
    found = [line_of(each) for each in _lines()]
    assert len(found) == 10_000
    came = Counter(urlsplit(each.referrer).hostname for each in found if each.referrer)
    assert came["www.semicomplete.com"] == 3_038
    assert came["semicomplete.com"] == 2_001
    assert came["www.google.com"] == 228
    assert came["www.google.fr"] == 46
    day = 86_400
    # it counts nobody by what was not found
    people = {(each.ip, each.at // day, each.agent) for each in found if each.status[0] != "4"}
    assert len(people) == 2_095
    requests = Counter(f"{datetime.fromtimestamp(each.at, UTC):%d/%b/%Y}" for each in found)
    assert requests == {
        "17/May/2015": 1_632, "18/May/2015": 2_893, "19/May/2015": 2_896, "20/May/2015": 2_579,
    }  # fmt: skip
    # of the shipped list of bots; 1,955 in an issue of it that is older
    assert sum(bool(program(each.agent).bot) for each in found) == 1_956


def _pages() -> list[SimpleNamespace]:
    """Return what was seen by people and bots, read by quotes and blanks."""
    found = []
    for each in _lines():
        head, request, status, came, _, agent, *_ = [*each.split('"'), ""]
        method, url, *_ = [*request.split(" "), "", ""]
        path = urlsplit("http://x" + url).path
        dot = path.rpartition("/")[2].rpartition(".")
        is_file = bool(dot[1]) and dot[2].lower() in ASSETS
        if method != "GET" or status.split()[0] not in ("200", "304") or is_file:
            continue
        at = datetime.strptime(head.split("[")[1][:26], "%d/%b/%Y:%H:%M:%S %z")
        at += timedelta(days=LATER)
        moment = int(at.timestamp()) * 1_000
        own = not came or urlsplit(came).hostname in ("semicomplete.com", "www.semicomplete.com")
        link = urlsplit("" if own or came == "-" else came)
        # which engines there are is tested with their own list
        engine = referrers.referrer(came, ("semicomplete.com",))
        said = parse_qs(urlsplit(url).query)
        utm = {name: said.get(f"utm_{name}", [""])[0] for name in ("source", "medium", "campaign")}
        found.append(
            SimpleNamespace(
                at=moment, shop_no=1, url=path, bot=program(agent).bot, ip=head.split()[0],
                agent=agent, referrer=engine.address and f"{link.scheme}://{link.netloc}"
                f"{link.path or '/'}", engine=engine.engine, keyword=engine.keyword,
                ad=utm["source"], medium=utm["medium"], campaign=utm["campaign"],
                term=said.get("utm_term", [""])[0], content=said.get("utm_content", [""])[0],
            )
        )  # fmt: skip
    return found


def _day(at: int) -> str:
    whole = str(reference.local(at)[0])
    return f"{whole[:4]}-{whole[4:6]}-{whole[6:]}"


@pytest.mark.one_store
def test_its_reports_are_those_counted_another_way(world: World) -> None:
    # when a log of eleven years ago is imported as one of this spring
    summary = bring_in(world, FILE, host="www.semicomplete.com", days_later=LATER)
    pages = _pages()
    # then every page is there, bots by their names
    assert summary.errors == 0
    assert (summary.lines, summary.pages) == (10_000, len(pages))
    assert summary.pages_of_bots == sum(bool(each.bot) for each in pages)
    people = [each for each in pages if not each.bot]
    views = Counter(_day(each.at) for each in people)
    assert len(views) == 4 + 1, "the log's four days begin at nine in the morning"
    said = {row["date"]: row["page_view"] for row in report(world, "visitors/pageview")}
    assert said == views
    # and the visits are those of a reference that was written apart
    browsers: dict[Any, list[Any]] = defaultdict(list)
    for each in people:
        browsers[_day(each.at), each.ip, each.agent].append(each)
    visits = [
        (day, ip, visit)
        for (day, ip, _), mine in browsers.items()
        for visit in reference.visits(mine, [])
    ]
    assert summary.visits == len(visits)
    seen = {row["date"]: row for row in report(world, "visitors/view")}
    counted = Counter(day for day, _, _ in visits)
    assert {day: row["visit_count"] for day, row in seen.items()} == counted
    first = Counter(day for day, _, visit in visits if visit["first"])
    assert {day: row["first_visit_count"] for day, row in seen.items()} == first
    unique = Counter(day for day, _ in {(day, ip) for day, ip, _ in visits})
    assert {
        row["date"]: row["unique_visit_count"] for row in report(world, "visitors/unique")
    } == unique
    active = Counter(day for day, _, _ in browsers)
    assert {
        row["date"]: row["user_count"] for row in report(world, "visitors/dailyactive")
    } == active
    # and they came from where it says
    nobody = {"domain": "no referring domain", "ad": "no channel"}
    for path, at in (("visitpaths/domains", 0), ("visitpaths/ads", 4)):
        name = "domain" if at == 0 else "ad"
        came = Counter(visit["source"][at] or nobody[name] for _, _, visit in visits)
        rows = report(world, path)
        assert {row[name]: row["visit_count"] for row in rows} == came
    words = Counter(
        visit["source"][7] if visit["source"][4] else visit["source"][3] for _, _, visit in visits
    )
    del words[""]
    keywords = report(world, "visitpaths/keywords")
    assert {row["keyword"]: row["visit_count"] for row in keywords} == words
    # and the pages are what they read
    read = Counter(each.url for each in people)
    rows = report(world, "pages/view")
    assert {row["url"]: row["count"] for row in rows} == dict(read.most_common())
