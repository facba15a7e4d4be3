"""A file in a form, as browsers send it, and what hostile clients make of one."""

import contextlib
import logging
import random
import time
from collections.abc import Iterator

import pytest

from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.uploaded_forms import parse

FIELD = b'--xYz\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
FILE = b'--xYz\r\nContent-Disposition: form-data; name="a"; filename="b.png"\r\n\r\n'
END = b"\r\n--xYz--\r\n"
MOST = 10 * 1024 * 1024


def parse_parts(
    content: bytes, boundary: bytes, *, max_files: int = 1
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return names and values of a form, and its one file."""
    values, files = parse(content, boundary, max_bytes=MOST, max_files=max_files)
    assert len(files) <= 1
    return values, files[0][1] if files else b""


def form(*pieces: tuple[bytes, bytes]) -> bytes:
    """Return a form as a browser writes it: heads and contents."""
    written = b"".join(
        b"--xYz\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + content + b"\r\n"
        for head, content in pieces
    )
    return written + b"--xYz--\r\n"


def test_every_byte_of_a_file_arrives() -> None:
    content = random.Random(7).randbytes(300_000) + b"\r\n\r\n--xY\r\n--\n\r" + bytes(range(256))
    head = b'name="picture"; filename="a.png"\r\nContent-Type: image/png'

    values, file = parse_parts(form((b'name="deed"', b"picture"), (head, content)), b"xYz")

    assert values == [(b"deed", b"picture")]
    assert file == content


def test_a_file_of_no_byte_and_no_file() -> None:
    assert parse_parts(form((b'name="a"; filename=""', b"")), b"xYz") == ([], b"")
    assert parse_parts(form((b'name="a"', b""), (b'name="b"', b"1\r\n2")), b"xYz") == (
        [(b"a", b""), (b"b", b"1\r\n2")],
        b"",
    )


@pytest.mark.parametrize("size", [1_023, 1_024, 1_025, 500_000])
def test_a_long_field_arrives_whole(size: int) -> None:
    text = b"\xea\xb0\x80" * size

    assert parse_parts(form((b'name="text"', text)), b"xYz") == ([(b"text", text)], b"")


def test_a_repeated_field_is_kept_for_the_form_to_refuse() -> None:
    sent = form((b'name="a"', b"1"), (b'name="a"', b"2"))

    assert parse_parts(sent, b"xYz") == ([(b"a", b"1"), (b"a", b"2")], b"")


def test_header_names_in_any_case_and_further_headers() -> None:
    sent = (
        b"--xYz\r\nX-Other: 1\r\ncontent-DISPOSITION: form-data; name=a\r\n"
        b"Content-Type: text/plain\r\n\r\n1" + END
    )

    assert parse_parts(sent, b"xYz") == ([(b"a", b"1")], b"")


REFUSED = {
    "nothing": (b"", "the form ends early"),
    "no form": (b"anything", "the form is malformed"),
    "another boundary": (FIELD.replace(b"xYz", b"abc") + END, "the form is malformed"),
    "no last boundary": (FIELD + b"1", "the form ends early"),
    "cut in the headers": (FIELD[:30], "the form ends early"),
    "no name": (
        b"--xYz\r\nContent-Disposition: form-data\r\n\r\n1" + END,
        "a part of the form has no name",
    ),
    "no disposition": (b"--xYz\r\nA: b\r\n\r\n1" + END, "a part of the form has no name"),
    "no headers": (b"--xYz\r\n\r\n1" + END, "a part of the form has no name"),
    "not of a form": (
        b'--xYz\r\nContent-Disposition: attachment; name="a"\r\n\r\n1' + END,
        "a part of the form has no name",
    ),
    "two files": (FILE + b"1\r\n" + FILE + b"2" + END, "the form has too many files"),
    "bytes in a header name": (b"--xYz\r\n\xffA: b\r\n\r\n1" + END, "the form is malformed"),
    "a long header": (b"--xYz\r\nA: " + b"x" * 4096 + b"\r\n\r\n1" + END, "the form is malformed"),
    "many headers": (b"--xYz\r\n" + b"A: b\r\n" * 9 + b"\r\n1" + END, "the form is malformed"),
    "many parts": ((FIELD + b"\r\n") * 101 + b"--xYz--", "the form has too many parts"),
}


@pytest.mark.parametrize(("sent", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_form_of_a_browser_is_refused(sent: bytes, why: str) -> None:
    with pytest.raises(OAuthError, match=why) as refused:
        parse_parts(sent, b"xYz")

    assert refused.value.status == 400


def test_several_files_of_one_field_are_kept_in_order() -> None:
    sent = FILE + b"1\r\n" + FILE + b"2" + END

    assert parse(sent, b"xYz", max_bytes=MOST, max_files=2) == ([], [(b"a", b"1"), (b"a", b"2")])


def test_as_many_parts_as_allowed() -> None:
    values, _ = parse_parts((FIELD + b"1\r\n") * 100 + b"--xYz--\r\n", b"xYz")

    assert values == [(b"a", b"1")] * 100


HOSTILE = {
    "delimiters that end otherwise": FILE + b"\r\n--xYzq" * (MOST // 9),
    "a delimiter and blanks": FILE + b"\r\n--xYz" + b" " * MOST,
    "a delimiter and tabs": FILE + b"\r\n--xYz" + b"\t" * MOST,
    "delimiters almost": FILE + b"\r\n--xY" * (MOST // 6),
    "line ends": FILE + b"\r" * MOST,
    "line ends before the form": b"\r\n" * (MOST // 2) + FIELD,
    "parts": (FIELD + b"\r\n") * (MOST // 60),
    "a header": b"--xYz\r\nA: " + b"x" * MOST,
    "a header name": b"--xYz\r\n" + b"x" * MOST,
    "blanks in a header": b"--xYz\r\nA:" + b" " * MOST,
    "options of a header": b"--xYz\r\nContent-Disposition: form-data" + b";" * 4_000 + b"\r\n\r\n",
    "what follows the form": FILE + END + b"q" * MOST,
}


@pytest.fixture
def _no_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.DEBUG):
        yield
    assert caplog.records == []


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("_no_log")
def test_hostile_forms_take_no_time_and_no_line_of_the_log(sent: bytes) -> None:
    begun = time.process_time()

    with contextlib.suppress(OAuthError):
        parse_parts(sent[:MOST], b"xYz")

    assert time.process_time() - begun < 0.5
