"""Lines of access logs, and which of them are pages."""

import pytest

from openmall.transfer.imports.log_formats import LogLine
from openmall.transfer.imports.log_lines import Unreadable, line_of, why_no_page

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


AT = 1_431_857_103
BROWSER = "Mozilla/5.0 (X11; Linux x86_64)"
QUOTED = BROWSER.replace(" ", "+")
ESCAPED = BROWSER.replace(" ", "%20")
OTHER_FORMATS = {
    "Caddy": (
        '{"level":"info","ts":1431857103.52,"logger":"http.log.access","msg":"handled request",'
        '"request":{"remote_ip":"10.0.0.9","remote_port":"5","client_ip":"198.18.0.1",'
        '"proto":"HTTP/2.0","method":"GET","host":"www.example.com","uri":"/goods/7?a=b",'
        f'"headers":{{"User-Agent":["{BROWSER}"],"Referer":["https://r.example/"]}},"tls":{{}}}},'
        '"bytes_read":0,"duration":0.0012,"size":12,"status":200,"resp_headers":{}}',
        ("https://r.example/", "www.example.com"),
    ),
    "Traefik, JSON": (
        '{"ClientAddr":"198.18.0.1:5","ClientHost":"198.18.0.1","DownstreamStatus":200,'
        '"RequestHost":"www.example.com","RequestMethod":"GET","RequestPath":"/goods/7?a=b",'
        '"StartUTC":"2015-05-17T10:05:03.123456789Z","request_Referer":"https://r.example/",'
        f'"request_User-Agent":"{BROWSER}","time":"2015-05-17T10:05:03Z"}}',
        ("https://r.example/", "www.example.com"),
    ),
    "IIS": (
        f"2015-05-17 10:05:03 10.0.0.1 GET /goods/7 a=b 443 - 198.18.0.1 {QUOTED}"
        " https://r.example/ 200 0 0 12",
        ("https://r.example/", ""),
    ),
    "CloudFront": (
        "2015-05-17\t10:05:03\tFRA2-C1\t2390\t198.18.0.1\tGET\td1.cloudfront.net\t/goods/7\t200"
        f"\thttps://r.example/\t{ESCAPED}\ta=b\t-\tHit\tid==\twww.example.com\thttps\t23\t0.001",
        ("https://r.example/", "www.example.com"),
    ),
    "load balancer": (
        "h2 2015-05-17T10:05:03.186641Z app/lb/50dc6c495c0c9188 198.18.0.1:2817 10.0.0.1:80 0.0"
        ' 0.04 0.03 200 200 0 57 "GET https://www.example.com:443/goods/7?a=b HTTP/2.0"'
        f' "{BROWSER}" ECDHE TLSv1.2 arn:aws',
        ("", "www.example.com:443"),
    ),
}


@pytest.mark.parametrize(("text", "said"), OTHER_FORMATS.values(), ids=OTHER_FORMATS)
def test_the_default_formats_of_other_servers_are_read(text: str, said: tuple[str, str]) -> None:
    referrer, host = said
    assert line_of(text) == LogLine(
        "198.18.0.1", AT, "GET", "/goods/7?a=b", "200", referrer, BROWSER, host
    )


UNKNOWN, NO_BROWSER = "of no known format", "does not name the browser"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"unknown, 198.18.0.8{LINE}", UNKNOWN),
        ('198.18.0.1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1', NO_BROWSER),
        ('{"level":"info","ts":1646861401.52,"request":{"remote_ip":"198.18.0.1","uri":"/"}}',
         UNKNOWN),
        (OTHER_FORMATS["Caddy"][0].replace("User-Agent", "X-Other"), NO_BROWSER),
        (OTHER_FORMATS["Traefik, JSON"][0].replace("request_User-Agent", "other"), NO_BROWSER),
        (OTHER_FORMATS["Caddy"][0][:-9], UNKNOWN),
        ("2015-05-17 10:05:03 198.18.0.1 GET / - 443 - 198.18.0.2 Mozilla/5.0 200 0 0 12", UNKNOWN),
        (f"2015-13-17 10:05:03 10.0.0.1 GET / - 443 - 198.18.0.1 {QUOTED} - 200 0 0 1", UNKNOWN),
        ("2015-05-17\t10:05:03\tFRA2\t2390\t198.18.0.1\tGET\td1.cloudfront.net\t/\t200\t-\tx",
         UNKNOWN),
        ("Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] web"
         ' static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1"',
         NO_BROWSER),
        ('198.18.0.1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1 5 "web@docker" '
         '"http://10.0.0.1" 3ms', UNKNOWN),
        ("", UNKNOWN),
        ("{", UNKNOWN),
    ],
    ids=["two addresses", "common", "Caddy in part", "Caddy without headers",
         "Traefik without headers", "cut JSON", "IIS with other fields", "IIS with another month",
         "CloudFront in part", "HAProxy", "Traefik with fields left out", "empty", "brace"],
)  # fmt: skip
def test_lines_of_no_use_are_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
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
