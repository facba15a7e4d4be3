"""What an access log tells is in the reports, once, and goes again."""

import asyncio
import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.analytics.engine.engine import Batch, EngineAway
from openmall.transfer.imports import access_log, visits
from openmall.transfer.imports.access_log import Summary
from openmall.transfer.imports.records import CannotRead
from openmall.transfer.imports.rows import RowError
from openmall.transfer.imports.visits import LogOptions
from tests.transfer.imports.access_logs import (
    BOT,
    FIREFOX,
    HOST,
    PHONE,
    bring_in,
    line,
    log,
    opened,
    report,
    take_back,
)
from tests.world import World

AD = "/?utm_source=kite&utm_medium=cpc&utm_campaign=spring"
SEARCH = "https://search.naver.com/search.naver?query=linen+apron"
ELSEWHERE = "https://blog.example/aprons?page=2"
LINES = [
    line("09:00:00", AD),
    line("09:10:00", "/goods/7", came=f"https://www.{HOST}/"),
    line("09:10:01", "/style.css", came=f"https://{HOST}/goods/7"),
    # servers write a line when all of it was sent
    line("09:05:00", "/about.html"),
    line("10:30:00", "/", came=SEARCH),
    line("10:31:00", "/", agent=PHONE, came=ELSEWHERE),
    line("10:32:00", "/feed", agent=BOT, ip="198.18.0.9"),
    line("10:33:00", "/goods/8", ip="198.18.0.2", status=304),
    line("10:34:00", "/nothing", status=404),
    line("10:35:00", "/cart", method="POST"),
    line("10:36:00", "http://other.example/"),
    line("09:00:00", "/", day="11/Apr/2026"),
]
SUMMARY = Summary(
    outcome="brought in",
    lines=12,
    pages=8,
    pages_of_bots=1,
    visits=5,
    left_out={
        "no page but a file": 1,
        "not answered with a page": 1,
        "not fetched (GET)": 1,
        "for another host": 1,
    },
    first_day="2026-04-10",
    last_day="2026-04-11",
)
VIEWED = [
    {"date": "2026-04-10", "hour": None, "page_view": 6},
    {"date": "2026-04-11", "hour": None, "page_view": 1},
]
VISITED = [
    {"date": "2026-04-10", "hour": None, "visit_count": 4, "first_visit_count": 3,
     "re_visit_count": 1},
    {"date": "2026-04-11", "hour": None, "visit_count": 1, "first_visit_count": 1,
     "re_visit_count": 0},
]  # fmt: skip


def _counts(world: World) -> tuple[Any, ...]:
    viewed, visited = (report(world, f"visitors/{each}") for each in ("pageview", "view"))
    return viewed, visited


def test_pages_of_a_log_are_visits_in_the_reports(world: World, tmp_path: Path) -> None:
    # given an access log, compressed
    file = tmp_path / "access.log.gz"
    file.write_bytes(gzip.compress("\n".join(LINES).encode()))
    # when it is imported
    assert bring_in(world, file) == SUMMARY
    # then people's pages and visits count, in their order, by browser and day
    assert _counts(world) == (VIEWED, VISITED)
    assert report(world, "visitors/unique") == [
        {"date": "2026-04-10", "unique_visit_count": 2},
        {"date": "2026-04-11", "unique_visit_count": 1},
    ]
    assert report(world, "visitors/dailyactive") == [
        {"date": "2026-04-10", "user_count": 3},
        {"date": "2026-04-11", "user_count": 1},
    ]
    # and so does where they came from
    assert report(world, "visitpaths/ads") == [
        {"ad": "no channel", "visit_count": 4},
        {"ad": "kite", "visit_count": 1},
    ]
    assert report(world, "visitpaths/keywords") == [{"keyword": "linen apron", "visit_count": 1}]
    assert {row["domain"]: row["visit_count"] for row in report(world, "visitpaths/domains")} == {
        "no referring domain": 3,
        "search.naver.com": 1,
        "blog.example": 1,
    }
    assert {row["url"] for row in report(world, "visitpaths/urls")} == {
        "no referring domain",
        "https://search.naver.com/search.naver",
        "https://blog.example/aprons",
    }
    # and on what device
    [phones] = report(world, "visitors/pageview", device_type="mobile")
    assert phones == {"date": "2026-04-10", "hour": None, "page_view": 1}


def test_a_log_counts_once_until_it_is_taken_back(world: World, tmp_path: Path) -> None:
    file = log(tmp_path, LINES)
    other = log(tmp_path, [line("12:00:00", ip="198.18.7.7")], "other.log")
    # given another log, which stays
    bring_in(world, other)
    for does, outcome in (
        (take_back, "not there"),
        (bring_in, "brought in"),
        (bring_in, "there already"),
        (take_back, "taken back"),
        (take_back, "not there"),
        (bring_in, "brought in"),
    ):
        # when a log comes, comes again or goes
        assert does(world, file).outcome == outcome
        # then it is there once, or not at all
        views = {row["date"]: row["page_view"] for row in report(world, "visitors/pageview")}
        there = outcome in ("brought in", "there already")
        assert views == ({"2026-04-10": 7, "2026-04-11": 1} if there else {"2026-04-10": 1})


class Killed(Exception):
    """What nothing catches."""


class Stopping:
    """Keeps as many times as it was told, and is broken then."""

    def __init__(self, world: World, some: int) -> None:
        self._engine = world.stage.engine
        self._some = some

    async def keep(self, batches: Sequence[Batch]) -> None:
        if self._some == 0:
            raise Killed
        self._some -= 1
        await self._engine.keep(batches)


def test_a_run_that_was_stopped_anywhere_goes_on(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given facts that are kept page by page
    monkeypatch.setattr(visits, "AT_ONCE", 1)
    monkeypatch.setattr(access_log, "SHIP_AFTER", 1)
    file = log(tmp_path, LINES)
    for some in (0, 1, 2):
        # when it is broken off again and again
        with pytest.raises(Killed):
            bring_in(world, file, engine=Stopping(world, some))
    with pytest.raises(ValueError, match="called with other options"):
        bring_in(world, file, days_later=1)
    # then the last run ends it, and everything is there once
    assert bring_in(world, file) == SUMMARY
    assert _counts(world) == (VIEWED, VISITED)


def test_a_run_that_was_stopped_is_taken_back_as_far_as_it_came(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "AT_ONCE", 1)
    monkeypatch.setattr(access_log, "SHIP_AFTER", 1)
    file = log(tmp_path, LINES)
    with pytest.raises(Killed):
        bring_in(world, file, engine=Stopping(world, 3))

    class Away(Stopping):
        async def take_back(self, mall_id: str, first: int, last: int) -> None:
            raise EngineAway("stopped")

    with pytest.raises(EngineAway):
        take_back(world, file, engine=Away(world, 99))
    with pytest.raises(ValueError, match="end that with --undo first"):
        bring_in(world, file)
    assert take_back(world, file).outcome == "taken back"
    assert _counts(world) == ([], [])


@pytest.mark.both_stores
def test_two_at_once_bring_it_in_once(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "AT_ONCE", 1)
    file = log(tmp_path, LINES)
    both = [opened(world, file) for _ in range(2)]

    async def run() -> list[Summary | BaseException]:
        asked = LogOptions(host=HOST)
        runs = [each.bring_in(asked) for each in both]
        return await asyncio.gather(*runs, return_exceptions=True)

    # when two import a file at the same moment
    ended = world.stage.run(run)
    # then at most one brings it in, the other says why not, and nothing is there twice
    assert [str(each) for each in ended if isinstance(each, ValueError)] == [
        "another process writes this file at the same time"
    ]
    assert bring_in(world, file).outcome == "there already"
    assert _counts(world) == (VIEWED, VISITED)


@pytest.mark.one_store
def test_facts_wait_while_the_engine_is_away(world: World, tmp_path: Path) -> None:
    class Away:
        async def keep(self, batches: Sequence[Batch]) -> None:
            raise EngineAway("gone")

    file = log(tmp_path, LINES)
    assert bring_in(world, file, engine=Away()) == msgspec.structs.replace(SUMMARY, waiting=True)
    assert _counts(world) == ([], [])
    # and come with the next who gives it something
    bring_in(world, log(tmp_path, [line("12:00:00")], "other.log"), shop_no=2)
    assert _counts(world) == (VIEWED, VISITED)


@pytest.mark.one_store
def test_lines_at_fault_are_told_and_the_others_come_in(world: World, tmp_path: Path) -> None:
    file = log(
        tmp_path,
        [
            "hello",
            line("09:00:00", day="10/Foo/2026"),
            line("25:00:00"),
            line("12:00:00"),
            line("10:59:59"),
            line("09:00:00", day="31/Dec/2022"),
            line("23:59:59", day="09/Dec/2098"),
            "",
            line("11:00:00", "//[", ip="198.18.0.3"),
            line("12:00:00", "/a", agent=FIREFOX + r" \"quoted\" \xec\x95\x9e"),
            line("12:00:01", "/b")[:-1],
        ],
    )
    told = tmp_path / "faults.jsonl"
    found = bring_in(world, file, errors=told)
    time = "Expected a time such as 17/May/2015:10:05:03 +0000."
    order = "The line is more than an hour older than a line above it."
    old = "The line is from before 2023-01-01, for which reports have sums alone."
    faults: list[tuple[int, str]] = [
        (1, "The line is of no known format of access logs."),
        (2, time),
        (3, time),
        (5, order),
        (6, order),
        (7, "The line is later than now."),
    ]
    assert (found.lines, found.pages, found.errors) == (11, 4, 6)
    assert [(each.line, each.reason) for each in found.first_errors] == faults
    lines = map(msgspec.json.decode, told.read_bytes().splitlines())
    assert [(each["line"], each["reason"]) for each in lines] == faults
    # and what is too old, unless it is moved
    ancient = log(tmp_path, [line("09:00:00", day="10/Apr/2015")], "ancient.log")
    dry = bring_in(world, ancient, dry_run=True)
    assert dry.first_errors == [RowError(1, "", old)]
    moved = bring_in(world, ancient, days_later=4018)
    assert (moved.first_day, moved.last_day, moved.errors) == ("2026-04-10", "2026-04-10", 0)


@pytest.mark.one_store
def test_a_log_of_iis_comes_in_with_its_directives(world: World, tmp_path: Path) -> None:
    directives = ["#Software: Microsoft Internet Information Services 10.0", "#Version: 1.0",
                  "#Date: 2026-04-10 00:00:00", "#Fields: date time s-ip cs-method"]  # fmt: skip
    agent = FIREFOX.replace(" ", "+")
    lines = [
        f"2026-04-10 {at} 10.0.0.1 GET {path} - 443 - 198.18.0.1 {agent} - 200 0 0 12"
        for at, path in (("00:00:00", "/"), ("00:01:00", "/goods/7"), ("00:01:01", "/style.css"))
    ]
    found = bring_in(world, log(tmp_path, directives + lines))
    assert (found.pages, found.visits, found.errors) == (2, 1, 0)
    assert (found.first_day, found.last_day) == ("2026-04-10", "2026-04-10")


@pytest.mark.one_store
def test_what_is_asked_for_stays_out_and_a_dry_run_writes_nothing(
    world: World, tmp_path: Path
) -> None:
    file = log(tmp_path, LINES)
    dry = bring_in(world, file, dry_run=True)
    assert dry == msgspec.structs.replace(SUMMARY, outcome="sound")
    assert _counts(world) == ([], [])
    found = bring_in(world, file, leave_out=r"^/goods/|^/feed")
    assert (found.pages, found.pages_of_bots, found.left_out["as asked"]) == (5, 0, 3)


@pytest.mark.one_store
def test_a_file_that_is_no_log_is_refused_and_a_cut_one_comes_as_far_as_it_goes(
    world: World, tmp_path: Path
) -> None:
    with pytest.raises(
        CannotRead, match="is no access log: The line is of no known format of access logs"
    ):
        bring_in(world, log(tmp_path, ["a,b", "1,2"]))
    many = [line("09:00:00", f"/{number}") for number in range(3_000)]
    cut = tmp_path / "cut.log.gz"
    cut.write_bytes(gzip.compress("\n".join(many).encode())[:-2_000])
    found = bring_in(world, cut)
    assert found.stopped == "The compressed file is not complete."
    assert 0 < found.pages < 3_000
    assert (found.errors, found.first_errors[0].line) == (1, found.lines + 1)
    assert report(world, "visitors/pageview")[0]["page_view"] == found.pages
    assert bring_in(world, cut).outcome == "there already"
