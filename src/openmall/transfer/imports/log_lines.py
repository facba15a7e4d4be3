"""Parses lines of access logs, and decides which of them are page views.

The combined format of Apache and nginx, also with the virtual host before the address
(`vhost_combined`); further fields are ignored. Other formats that are read: `log_formats`.
"""

import re
from calendar import timegm
from functools import lru_cache
from typing import Final

from openmall.contract.refusal import RefusedValue
from openmall.transfer.imports import log_formats, refusals
from openmall.transfer.imports.log_formats import LogLine

_QUOTED: Final = r'"((?:[^"\\]|\\.)*)"'
_HOST: Final = r"[A-Za-z0-9_.-]+(?::\d{1,5})?"
_IP: Final = r"(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[^ :]*:[^ :]*:)[0-9a-fA-F:.]+)"
_LINE: Final = re.compile(
    rf"(?:({_HOST}) (?={_IP} ))?({_IP}|{_HOST}) \S+ .*?\[([^\]]*)\]"
    rf" {_QUOTED} (\d{{3}}) (?:\d+|-) {_QUOTED} "
    # a server cuts what is too long, and its last quote with it
    r'"((?:[^"\\]|\\.)*)(?:"|$)'
)
_TIME: Final = re.compile(
    r"(0[1-9]|[12]\d|3[01])/([A-Z][a-z]{2})/([12]\d{3})"
    r":([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60) ([+-])(\d{2})(\d{2})"
)
_MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_ESCAPED: Final = re.compile(r"((?:\\x[0-9a-fA-F]{2})+)|\\(.)")
_SEEN: Final = ("200", "203", "304")
"""Statuses of a page that was sent, or that the browser has already."""
OTHER_HOST: Final = "for another host"
PAGES: Final = frozenset(
    ("", "html", "htm", "xhtml", "shtml", "php", "php5", "asp", "aspx", "jsp", "jspx", "do", "cgi",
     "pl", "cfm")
)  # fmt: skip
"""Endings of pages; everything else with an ending is a picture, a style, a file."""
_ENDING: Final = re.compile(r"\.((?!\d+\Z)[A-Za-z0-9]{1,5}|webmanifest)\Z")


class Unreadable(RefusedValue):
    """A line is not of the format, or of no use; the reason says why."""


def line_of(text: str) -> LogLine:
    """Parse a line. Raises Unreadable."""
    match = _LINE.match(text)
    if match is None:
        return _of_another_format(text)
    host, ip, time, request, status, referrer, agent = match.groups()
    method, _, rest = request.partition(" ")
    # an address has no blanks, but what robots ask for has
    address = rest.rpartition(" ")[0] if " HTTP/" in rest else rest
    return LogLine(
        ip,
        moment_of(time),
        method,
        _plain(address),
        status,
        _plain(referrer),
        _plain(agent),
        host or "",
    )


def _of_another_format(text: str) -> LogLine:
    line = log_formats.line_of(text)
    if line is not None and line.agent:
        return line
    if line is not None or log_formats.is_without_browser(text):
        raise Unreadable(refusals.NO_BROWSER_IN_LOG)
    raise Unreadable(refusals.NO_LOG_FORMAT)


@lru_cache(maxsize=4_096)
def moment_of(text: str) -> int:
    """Return a time such as `17/May/2015:10:05:03 +0000` in UTC seconds. Raises Unreadable."""
    match = _TIME.fullmatch(text)
    if match is None or match[2] not in _MONTHS:
        raise Unreadable(refusals.NO_TIME_OF_A_LOG)
    day, year, hour, minute, second = map(int, match.group(1, 3, 4, 5, 6))
    utc_offset = (int(match[8]) * 60 + int(match[9])) * 60
    utc = timegm((year, _MONTHS.index(match[2]) + 1, day, hour, minute, second))
    return utc - utc_offset if match[7] == "+" else utc + utc_offset


def why_no_page(line: LogLine) -> str:
    """Return why the request is no page view; empty: it is one."""
    if line.method != "GET":
        return "not fetched (GET)"
    if line.status not in _SEEN:
        return "not answered with a page"
    path = line.address.partition("?")[0]
    if not path.startswith("/"):
        return OTHER_HOST
    ending = _ENDING.search(path.rpartition("/")[2])
    if ending is not None and ending[1].lower() not in PAGES:
        return "no page but a file"
    return ""


def _plain(text: str) -> str:
    """Return a quoted value without its escapes."""
    if text == "-":
        return ""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(_letter, text)


def _letter(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    # what is no text stays as it was written
    return bytes.fromhex(match[1].replace("\\x", "")).decode("utf-8", "backslashreplace")
