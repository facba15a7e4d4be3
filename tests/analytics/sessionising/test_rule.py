"""To which visit something belongs: the written rule, case by case."""

import pytest

from openmall.analytics.sessionising import rule
from openmall.analytics.sessionising.fact_builder import host_of, source_of
from openmall.analytics.sessionising.rule import LASTS, NOWHERE, BrowserState, Source, Visit
from tests.analytics.sessionising.event_reporting import seen

WHO = ("mall", 1, 5)
T = 1_000_000_000
AD: Source = ("", "", "", "", "news", "mail", "", "", "")
OTHER_AD: Source = ("", "", "", "", "news", "mail", "autumn", "", "")
SEARCH: Source = ("s.example", "https://s.example/", "search", "linen", "", "", "", "", "")


def _last(source: Source = AD, *, visits: int = 3) -> Visit:
    return Visit(visits, 77, T, T + 1_000, source, "pc")


@pytest.mark.parametrize(
    ("source", "at", "begins"),
    [
        # from within the shop, or a direct return: the visit goes on, whatever it came from
        (None, T + 1_000, False),
        (None, T + 1_001, False),
        # until 60 minutes after the last activity, and not a millisecond longer
        (None, T + 1_000 + LASTS, False),
        (None, T + 1_000 + LASTS + 1, True),
        (AD, T + 1_000 + LASTS + 1, True),
        # the same ad again goes on; another campaign of it, or a search, begins a new one
        (AD, T + 2_000, False),
        (OTHER_AD, T + 2_000, True),
        (SEARCH, T + 2_000, True),
    ],
)
def test_what_follows_goes_on_with_a_visit_or_begins_one(
    source: Source | None, at: int, begins: bool
) -> None:
    known = BrowserState(_last())

    visit, begun = rule.record_page(WHO, known, at, source, "mobile")

    assert begun == begins
    assert known.last == visit
    if begins:
        number = rule.numbered(*WHO, at, 4)
        assert visit == Visit(4, number, at, at, source or NOWHERE, "mobile")
    else:
        assert visit == Visit(3, 77, T, at, AD, "pc")


@pytest.mark.parametrize(
    ("source", "at", "number"),
    [
        # late, but within the visit and from nowhere else: it belongs to it
        (None, T, 77),
        (AD, T + 999, 77),
        # another source, or before it began: aside
        (SEARCH, T + 999, None),
        (None, T - 1, None),
        (AD, T - 1, None),
    ],
)
def test_what_is_late_is_put_into_the_last_visit_or_aside(
    source: Source | None, at: int, number: int | None
) -> None:
    known = BrowserState(_last())

    visit, begun = rule.record_page(WHO, known, at, source, "pc")

    # the browser's last visit stays as it is
    assert known.last == _last()
    if number is not None:
        assert (visit.number, begun) == (number, False)
        return
    assert begun
    assert (visit.began_at, visit.source, visit.first) == (at, source or NOWHERE, False)
    assert visit.number != rule.numbered(*WHO, at, 4)


def test_late_things_share_a_visit_aside_by_the_same_rule() -> None:
    # given a browser whose last visit began later
    known = BrowserState(_last())
    first, _ = rule.record_page(WHO, known, T - 9_000_000, AD, "pc")

    # when more of that earlier time is told
    same = rule.record_page(WHO, known, T - 8_999_000, None, "pc")
    other = rule.record_page(WHO, known, T - 8_998_000, SEARCH, "pc")
    later = rule.record_page(WHO, known, T - 1_000, None, "pc")

    # then it goes on, or is a visit of its own, as if nothing had come after it
    assert (same[0].number, same[1]) == (first.number, False)
    assert other[1]
    assert later[1]
    assert len({first.number, other[0].number, later[0].number, 77}) == 4
    assert known.last == _last()


def test_the_first_visit_of_a_browser_is_its_first_one_and_the_next_is_not() -> None:
    known = BrowserState()

    first, begun = rule.record_page(WHO, known, T, None, "pc")
    second, again = rule.record_page(WHO, known, T + LASTS + 1, None, "pc")

    assert (begun, first.first, first.source) == (True, True, NOWHERE)
    assert (again, second.first) == (True, False)


@pytest.mark.parametrize(
    ("at", "found", "active_at"),
    [
        (T - 1, None, T + 1_000),
        (T, 77, T + 1_000),
        (T + 2_000, 77, T + 2_000),
        (T + 1_000 + LASTS, 77, T + 1_000 + LASTS),
        (T + 1_000 + LASTS + 1, None, T + 1_000),
    ],
)
def test_what_the_shop_tells_keeps_a_visit_going_and_begins_none(
    at: int, found: int | None, active_at: int
) -> None:
    known = BrowserState(_last())

    visit = rule.record_action(known, at)

    assert (visit and visit.number) == found
    assert known.last is not None
    assert known.last.active_at == active_at
    assert rule.record_action(BrowserState(), at) is None


def test_a_source_is_any_of_referrer_search_and_ad() -> None:
    assert source_of(seen(1)) is None
    assert source_of(seen(1, term="x")) == ("", "", "", "", "", "", "", "x", "")
    referrer = "https://Blog.example:8080/a/b"
    assert source_of(seen(1, referrer=referrer)) == (
        "blog.example:8080", referrer, "", "", "", "", "", "", "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("address", "host"),
    [("", ""), ("https://a.example", "a.example"), ("a.example/b", "a.example")],
)
def test_the_host_of_an_address(address: str, host: str) -> None:
    assert host_of(address) == host
