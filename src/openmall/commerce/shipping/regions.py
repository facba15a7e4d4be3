"""Surcharged regions by zip code: Jeju and the islands of Korea."""

from typing import Final, Literal

Region = Literal["jeju", "remote"]

_JEJU: Final = (63000, 63644)
_REMOTE: Final = (
    (22386, 22388), (23004, 23010), (23100, 23116), (23124, 23136), (31708, 31708),
    (32133, 32133), (33411, 33411), (40200, 40240), (46768, 46771), (52570, 52571),
    (53031, 53033), (53089, 53104), (56347, 56349), (57068, 57069), (58760, 58762),
    (58800, 58810), (58816, 58818), (58826, 58826), (58832, 58832), (58839, 58841),
    (58843, 58866), (58953, 58958), (59102, 59103), (59127, 59127), (59129, 59129),
    (59137, 59145), (59149, 59155), (59421, 59421), (59531, 59531), (59551, 59551),
    (59563, 59563), (59568, 59568), (59650, 59650), (59766, 59766), (59781, 59790),
)  # fmt: skip
"""Islands without a bridge, and Ulleungdo: what carriers list as remote."""


def of(country: str, zipcode: str) -> Region | None:
    """Return the surcharged region of a country that a zip code is in, or None."""
    if country != "KR" or not (zipcode.isascii() and zipcode.isdigit() and len(zipcode) == 5):
        return None
    number = int(zipcode)
    if _JEJU[0] <= number <= _JEJU[1]:
        return "jeju"
    return "remote" if any(low <= number <= high for low, high in _REMOTE) else None
