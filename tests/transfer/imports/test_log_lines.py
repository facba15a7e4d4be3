"""Lines of access logs, and which of them are pages."""

import pytest

from openmall.transfer.imports.log_lines import LogLine, Unreadable, line_of, why_no_page

APRON = LogLine(
    ip="2001:db8::1",
    at=1_431_857_103,
    method="GET",
    address="/goods/7?a=b c",
    status="200",
    referrer="",
    agent='Mozilla/5.0 "앞" \\xff',
)


@pytest.mark.parametrize("behind", ["", ' "198.18.0.1"', " 0.012 -"])
def test_a_line_is_read_as_it_was_meant(behind: str) -> None:
    # given a line with what servers escape, and what some add behind it
    text = (
        r'2001:db8::1 - hana kim [17/May/2015:19:05:03 +0900] "GET /goods/7?a=b c HTTP/2.0" 200 -'
        r' "-" "Mozilla/5.0 \"\xec\x95\x9e\" \xff"'
    )
    assert line_of(text + behind) == APRON


@pytest.mark.parametrize(
    "time",
    ["17/May/2015", "32/May/2015:10:05:03 +0000", "17/Mai/2015:10:05:03 +0000",
     "17/May/2015:24:05:03 +0000", ""],
)  # fmt: skip
def test_a_time_that_is_none_is_said_to_be(time: str) -> None:
    with pytest.raises(Unreadable, match="Expected a time such as"):
        line_of(f'1.1.1.1 - - [{time}] "GET / HTTP/1.1" 200 1 "-" "x"')


LINE = ' - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"'


@pytest.mark.parametrize(
    ("before", "host", "ip"),
    [
        ("198.18.0.1", "", "198.18.0.1"),
        ("::1", "", "::1"),
        ("crawler.example.com", "", "crawler.example.com"),
        ("www.example.com:443 198.18.0.1", "www.example.com:443", "198.18.0.1"),
        ("www.example.com 2001:db8::1", "www.example.com", "2001:db8::1"),
        ("198.18.0.9:80 198.18.0.1", "198.18.0.9:80", "198.18.0.1"),
    ],
)
def test_the_virtual_host_is_no_visitor(before: str, host: str, ip: str) -> None:
    line = line_of(before + LINE)
    assert (line.host, line.ip) == (host, ip)


@pytest.mark.parametrize(
    "text",
    [
        f"unknown, 198.18.0.8{LINE}",
        '198.18.0.1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1',
        '{"level":"info","ts":1646861401.52,"request":{"remote_ip":"198.18.0.1","uri":"/"}}',
        "2015-05-17 10:05:03 198.18.0.1 GET / - 443 - 198.18.0.2 Mozilla/5.0 - 200 0 0 12",
        "https 2015-05-17T10:05:03.1Z app/lb/5 198.18.0.1:28 10.0.0.1:80 0.0 0.0 0.0 200 200 0 57 "
        '"GET https://www.example.com:443/ HTTP/1.1" "x" - -',
        "2015-05-17\t10:05:03\tFRA2\t2390\t198.18.0.1\tGET\td1.cloudfront.net\t/\t200\t-\tx",
        '198.18.0.1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1 5 "web@docker" '
        '"http://10.0.0.1" 3ms',
    ],
    ids=["two addresses", "common", "Caddy", "IIS", "ALB", "CloudFront", "Traefik"],
)
def test_lines_of_other_formats_are_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="not of the combined format"):
        line_of(text)


FILE, OTHER = "no page but a file", "for another host"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("/", ""), ("/goods/7", ""), ("/about.HTML?x=/a.css", ""), ("/release-1.2", ""),
        ("/a.css/", ""), ("/.well-known/x", ""), ("/list.php", ""), ("/long.extensions", ""),
        ("/a.css", FILE), ("/a.css?v=2", FILE), ("/song.mp3", FILE), ("/all.7z", FILE),
        ("/site.webmanifest", FILE), ("/robots.txt", FILE),
        ("http://other.example/", OTHER), ("", OTHER), ("*", OTHER),
    ],
)  # fmt: skip
def test_what_is_a_page_is_told_by_its_path(address: str, why: str) -> None:
    line = LogLine("1.1.1.1", 0, "GET", address, "200", "", "x")
    assert why_no_page(line) == why
