"""Forms with files: `multipart/form-data` (RFC 7578)."""

import logging
from typing import Final
from urllib.parse import urlencode

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import LONGEST, MOST, Fields
from openmall.contract.errors import ApiError
from openmall.http import body
from openmall.http.request import Request

_FORM: Final = b"multipart/form-data"
_MAX_HEADERS: Final = 8
"""Maximum number of header lines of a part; browsers send two."""
_MAX_HEADER_BYTES: Final = 4096
"""Maximum number of bytes of a header line of a part."""

# The parser logs what clients send wrongly, with the bytes they sent.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


def is_upload(request: Request) -> bool:
    """Return whether the request's body is declared as `multipart/form-data`."""
    return _content_type(request)[0] == _FORM


def _content_type(request: Request) -> tuple[bytes, dict[bytes, bytes]]:
    return parse_options_header(request.headers.get(b"content-type"))


async def read(
    request: Request,
    seconds: float,
    *,
    longest: int = LONGEST,
    most: int = MOST,
    max_bytes: int,
    max_files: int,
) -> tuple[Fields, list[tuple[bytes, bytes]]]:
    """Receive a form within `seconds`; return its fields, and its files with their fields' names.

    `longest`: maximum number of bytes of the fields without the files; `most`: of parts;
    `max_bytes`: of the whole form. Browsers send a file without content for an empty field.
    Raises OAuthError (invalid_request) for a malformed form, one that is too large (413) or too
    slow (408), and one with more than `max_files` files.
    """
    boundary = _content_type(request)[1].get(b"boundary")
    if not boundary:
        raise OAuthError("invalid_request", "the form has no boundary")
    try:
        content = await body.read(request, limit=max_bytes, seconds=seconds)
    except ApiError as error:
        raise OAuthError("invalid_request", error.message, status=error.status) from None
    values, files = parse(content, boundary, most=most, max_bytes=max_bytes, max_files=max_files)
    return Fields(urlencode(values).encode(), longest=longest, most=most), files


def parse(
    content: bytes, boundary: bytes, *, most: int = MOST, max_bytes: int, max_files: int
) -> tuple[list[tuple[bytes, bytes]], list[tuple[bytes, bytes]]]:
    """Return names and values of a form in order, and names and contents of its files.

    Raises OAuthError (invalid_request) for a malformed or incomplete form, more than `most` parts,
    a part without a name, header lines beyond the bounds, or more than `max_files` files.
    """
    delimiter = b"\r\n--" + boundary
    # The parser goes byte by byte through blanks behind a delimiter and looks anew at each one that
    # ends otherwise: seconds for a full body. No browser writes such blanks.
    padded = delimiter + b" " in content or delimiter + b"\t" in content
    if padded or content.count(delimiter) > most + 1:
        raise OAuthError("invalid_request", "the form is malformed")
    form = _Form(most, max_files)
    try:
        MultipartParser(
            boundary,
            {
                "on_part_begin": form.begin_part,
                "on_header_field": form.add_to_header_name,
                "on_header_value": form.add_to_header_value,
                "on_header_end": form.end_header,
                "on_headers_finished": form.read_headers,
                "on_part_data": form.add_content,
                "on_part_end": form.end_part,
                "on_end": form.end,
            },
            max_size=max_bytes,
            max_header_count=_MAX_HEADERS,
            max_header_size=_MAX_HEADER_BYTES,
        ).write(content)
    except FormParserError:
        raise OAuthError("invalid_request", "the form is malformed") from None
    if not form.complete:
        raise OAuthError("invalid_request", "the form ends early")
    return form.values, form.files


class _Form:
    """Collects the parts of a form from the parser's callbacks."""

    def __init__(self, most: int, max_files: int) -> None:
        self.values: list[tuple[bytes, bytes]] = []
        self.files: list[tuple[bytes, bytes]] = []
        self._max_files = max_files
        self.complete = False
        self._most = most
        self._parts = 0
        self._header = b""
        self._header_value = b""
        self._disposition = b""
        self._name = b""
        self._is_file = False
        self._content = bytearray()

    def begin_part(self) -> None:
        self._parts += 1
        if self._parts > self._most:
            raise OAuthError("invalid_request", "the form has too many parts")
        self._disposition = b""
        self._content = bytearray()

    def add_to_header_name(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def add_to_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._header_value
        self._header = self._header_value = b""

    def read_headers(self) -> None:
        kind, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"")
        self._is_file = b"filename" in options
        if kind != b"form-data" or not self._name:
            raise OAuthError("invalid_request", "a part of the form has no name")
        if self._is_file and len(self.files) >= self._max_files:
            raise OAuthError("invalid_request", "the form has too many files")

    def add_content(self, data: bytes, start: int, end: int) -> None:
        self._content += memoryview(data)[start:end]

    def end_part(self) -> None:
        if self._is_file:
            self.files.append((self._name, bytes(self._content)))
        else:
            self.values.append((self._name, bytes(self._content)))

    def end(self) -> None:
        self.complete = True
