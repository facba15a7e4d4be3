"""A file in a form, as browsers send it."""

import random

from openmall.backoffice.uploads import parts


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

    values, file = parts(form((b'name="deed"', b"picture"), (head, content)), b"xYz")

    assert values == {"deed": b"picture"}
    assert file == content


def test_no_file_and_no_form() -> None:
    assert parts(form((b'name="a"', b""), (b'name="b"', b"1\r\n2")), b"xYz") == (
        {"a": b"", "b": b"1\r\n2"},
        b"",
    )
    assert parts(b"anything", b"xYz") == ({}, b"")
    assert parts(b"", b"xYz") == ({}, b"")
