"""What a URL may contain, and how its query is read."""

import pytest

from openmall.contract.errors import Malformed
from openmall.http import urls


@pytest.mark.parametrize("byte", [*range(33), *b'"#<>[\\]^`{|}', *range(127, 256)])
def test_bytes_that_have_to_be_encoded_are_refused(byte: int) -> None:
    with pytest.raises(Malformed):
        urls.check(b"/" + bytes([byte]), b"")
    with pytest.raises(Malformed):
        urls.check(b"/", b"a=" + bytes([byte]))


def test_every_other_byte_is_allowed() -> None:
    allowed = bytes(set(range(33, 127)) - {*b'"#<>[\\]^`{|}%'})
    urls.check(b"/" + allowed, allowed + b"%41%fF")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (b"", []),
        (b"a=1&b=2", [("a", "1"), ("b", "2")]),
        (b"a", [("a", "")]),
        (b"=", [("", "")]),
        (b"a=1=2", [("a", "1=2")]),
        (b"&&a=1&", [("a", "1")]),
        (b"a=b+c%2Bd", [("a", "b c+d")]),
        (b"a%5B%5D=1", [("a", "1")]),
        (b"%EC%95%9E=%EC%95%9E", [("앞", "앞")]),
    ],
)
def test_a_query_is_read_in_order(text: bytes, pairs: list[tuple[str, str]]) -> None:
    assert urls.query(text) == pairs
