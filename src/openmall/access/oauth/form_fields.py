"""Parses forms and queries; values are decoded as UTF-8 on access."""

import re
from collections.abc import Container
from typing import Final
from urllib.parse import unquote_to_bytes, urlencode

from openmall.access.oauth import form_deeds
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.refusals import UNKNOWN_CHOICE
from openmall.contract.errors import ApiError, Malformed
from openmall.http import body
from openmall.http.request import Request

FORM: Final = b"application/x-www-form-urlencoded"
JSON: Final = b"application/json"
LONGEST: Final = 64 * 1024
"""Bytes of a form or a query."""
_PAIRS: Final = re.compile(rb"[A-Za-z_]{1,40}=")
"""What a form of names and values begins with, and no JSON."""
MOST: Final = 100
"""Pairs of a form or a query."""


class Fields:
    """The decoded pairs of an `application/x-www-form-urlencoded` text."""

    def __init__(self, encoded: bytes, *, longest: int = LONGEST, most: int = MOST) -> None:
        """Raises OAuthError (invalid_request) for a text that is too long or has too many pairs."""
        words = [word for word in encoded.split(b"&") if word]
        if len(encoded) > longest or len(words) > most:
            raise OAuthError("invalid_request", "the request is too long")
        self.encoded = encoded
        self._deed: str | None = None
        self._values: dict[bytes, list[bytes]] = {}
        for word in words:
            name, _, value = word.replace(b"+", b" ").partition(b"=")
            self._values.setdefault(unquote_to_bytes(name), []).append(unquote_to_bytes(value))

    def declare(self, deeds: Deeds) -> "Fields":
        """Return the form, whose `deed` is one of `deeds`. Raises Malformed (400) for any other."""
        self._deed = deeds.chosen([self.text(name) for name in form_deeds.FIELDS])
        return self

    @property
    def deed(self) -> str:
        """What the pressed button asks for, one of the deeds that the page declared."""
        assert self._deed is not None, "the form is read with the deeds of its page"
        return self._deed

    def choice(self, name: str, choices: Container[str]) -> str:
        """Return a value that the page offers. Raises Malformed (400) for any other."""
        chosen = self.text(name)
        if chosen not in choices:
            raise Malformed(UNKNOWN_CHOICE)
        return chosen

    def is_ticked(self, name: str) -> bool:
        """Return whether a box, whose value is `T`, is ticked. Raises Malformed (400)."""
        return self.choice(name, ("", "T")) == "T"

    def names(self) -> list[str]:
        """Return the names that were sent and are UTF-8, in their order."""
        return [name.decode() for name in self._values if _is_utf8(name)]

    def octets(self, name: str) -> bytes | None:
        """Return the raw value, None when it was not sent.

        Raises OAuthError (invalid_request) for a repeated name (RFC 6749 3.1, 3.2).
        """
        values = self._values.get(name.encode(), [])
        if len(values) > 1:
            raise OAuthError("invalid_request", f"{name} is given more than once")
        return values[0] if values else None

    def text(self, name: str) -> str:
        """Return a value, empty when it was not sent. Raises OAuthError (invalid_request)."""
        return _decoded(name, self.octets(name) or b"")

    def texts(self, name: str) -> list[str]:
        """Return every value of a name that may be repeated, such as `resource` (RFC 8707 2).

        Raises OAuthError (invalid_request).
        """
        return [_decoded(name, octets) for octets in self._values.get(name.encode(), [])]

    def required(self, name: str) -> str:
        """Return a required value. Raises OAuthError (invalid_request)."""
        value = self.text(name)
        if not value:
            raise OAuthError("invalid_request", f"{name} is missing")
        return value


async def read_form(
    request: Request, seconds: float, *, longest: int = LONGEST, most: int = MOST
) -> Fields:
    """Receive a form within `seconds`, with at most `longest` bytes and `most` pairs.

    Raises OAuthError (invalid_request) for another content type, a body that is too large (413),
    too slow (408) or incomplete.
    """
    if _content_type(request) != FORM:
        raise OAuthError("invalid_request", f"Content-Type must be {FORM.decode()}")
    encoded = await _receive(request, seconds, longest)
    return Fields(encoded, longest=longest, most=most)


async def read_parameters(request: Request, seconds: float) -> Fields:
    """Receive a form, or a JSON object whose values are texts.

    For endpoints that no page of a browser posts to: a form has to be one there.
    Raises OAuthError (invalid_request) as `read_form` does.
    """
    declared = _content_type(request)
    if declared not in (FORM, JSON):
        expected = f"{FORM.decode()} or {JSON.decode()}"
        raise OAuthError("invalid_request", f"Content-Type must be {expected}")
    received = await _receive(request, seconds, LONGEST)
    if declared == FORM:
        if received.lstrip().startswith(b"{"):
            # the default of programs that send a body without naming its type
            raise _of_other_type("JSON", JSON)
        return Fields(received)
    if _PAIRS.match(received):
        raise _of_other_type("a form", FORM)
    try:
        values = body.decode(received)
    except ApiError as error:
        raise OAuthError("invalid_request", error.message) from None
    for name, value in values.items():
        if not isinstance(value, str):
            raise OAuthError("invalid_request", f"{name} is not a text")
    return Fields(urlencode(values).encode(), longest=3 * LONGEST)


def _of_other_type(sent: str, declared: bytes) -> OAuthError:
    description = f"the body is {sent}: send it with Content-Type: {declared.decode()}"
    return OAuthError("invalid_request", description)


async def _receive(request: Request, seconds: float, longest: int) -> bytes:
    try:
        return await body.read(request, limit=longest, seconds=seconds)
    except ApiError as error:
        raise OAuthError("invalid_request", error.message, status=error.status) from None


def _decoded(name: str, octets: bytes) -> str:
    try:
        value = octets.decode()
    except UnicodeDecodeError:
        raise OAuthError("invalid_request", f"{name} is not UTF-8") from None
    if "\0" in value:
        raise OAuthError("invalid_request", f"{name} holds a NUL character")
    return value


def _is_utf8(name: bytes) -> bool:
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


def _content_type(request: Request) -> bytes:
    return request.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
