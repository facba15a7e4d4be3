"""User agents tell bots and devices apart, by a list that others keep up to date."""

import gzip
import re
import time

import pytest
from crawleruseragents import CRAWLER_USER_AGENTS_DATA

from openmall.analytics.collecting.user_agents import Program, program
from tests.analytics.collecting.tracking_browser import DATA, FIREFOX, PHONE

LOGS = DATA / "weblogs"
TABLET = (
    "Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36"
)
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari"
GOOGLE_ON_A_PHONE = (
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like "
    "Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; "
    "+http://www.google.com/bot.html)"
)


@pytest.mark.parametrize(
    ("agent", "hint", "told"),
    [
        (FIREFOX, "", Program("pc", "")),
        (PHONE, "", Program("mobile", "")),
        (TABLET, "?0", Program("mobile", "")),
        (MAC, "", Program("pc", "")),
        (MAC, "?0", Program("pc", "")),
        (MAC, "?1", Program("mobile", "")),
        (GOOGLE_ON_A_PHONE, "", Program("mobile", "Googlebot")),
        ("Wget/1.21.3", "", Program("pc", "Wget")),
        ("curl/8.5.0", "", Program("pc", "curl")),
        ("Mozilla/5.0 (compatible; curl/8)", "", Program("pc", "")),
        ("", "", Program("pc", "")),
        ("\xff\x00", "", Program("pc", "")),
    ],
)
def test_a_user_agent_tells_device_and_bot(agent: str, hint: str, told: Program) -> None:
    assert program(agent, hint) == told


def test_every_example_of_the_list_is_a_bot_with_a_short_name() -> None:
    examples = [
        (each["pattern"], example)
        for each in CRAWLER_USER_AGENTS_DATA
        for example in each.get("instances", [])
    ]
    missed = [example for _, example in examples if not program(example).bot]
    long = [example for _, example in examples if len(program(example).bot) > 40]

    assert len(examples) > 2_000
    assert (missed, long) == ([], [])


def test_it_says_of_each_what_the_whole_list_in_one_expression_says() -> None:
    whole = re.compile("|".join(each["pattern"] for each in CRAWLER_USER_AGENTS_DATA))
    agents = [e for each in CRAWLER_USER_AGENTS_DATA[::20] for e in each.get("instances", [])]
    agents += [FIREFOX, PHONE, TABLET, MAC, *(agent[::-1] for agent in agents)]

    differ = [
        agent
        for agent in agents
        if len(agent) <= 512 and bool(program(agent).bot) != bool(whole.search(agent))
    ]

    assert differ == []


def test_an_agent_without_end_costs_little() -> None:
    endless = [f"{number} " + "Spider ContextualBot Current " * 10_000 for number in range(20)]

    began = time.process_time()
    for agent in endless:
        program(agent)

    assert (time.process_time() - began) / len(endless) < 0.02


@pytest.mark.skipif(not LOGS.exists(), reason="the logs of a real site are not on this machine")
def test_in_the_log_of_a_real_site_a_fifth_are_bots() -> None:
    with gzip.open(LOGS / "apache_semicomplete_2015.log.gz", "rt", encoding="latin-1") as log:
        agents = [line.rsplit('"', 2)[1] for line in log]
    bots = sum(program(agent).bot != "" for agent in agents)

    # the list of 2026-07-02, as another program reads it, finds 1,955; it grows
    assert len(agents) == 10_000
    assert 1_900 < bots < 2_300
