"""A form with a picture in it, as browsers send it: `multipart/form-data` (RFC 7578)."""

import re
from typing import Final
from urllib.parse import urlencode

from openmall.backoffice.desk import Desk
from openmall.contract.errors import ApiError
from openmall.oauth.fields import Fields
from openmall.oauth.refusal import Refused
from openmall.pipeline import body

MOST_MEGABYTES: Final = 5
_LONGEST: Final = MOST_MEGABYTES * 1024 * 1024
_FORM: Final = b"multipart/form-data"
_BOUNDARY: Final = re.compile(rb'boundary="?([0-9A-Za-z\'()+_,./:=? -]{1,70})"?')
_NAME: Final = re.compile(rb'\bname="([^"\r\n]*)"')
_FILE: Final = b'; filename="'


def is_upload(desk: Desk) -> bool:
    """Say whether what was sent is such a form."""
    return _type(desk).lower().startswith(_FORM)


def _type(desk: Desk) -> bytes:
    return desk.visit.request.headers.get(b"content-type", b"")


async def received(desk: Desk) -> tuple[Fields, bytes]:
    """Return the form that was sent, and the file in it, empty where there is none.

    Raises Failed (403) when it is not from our page, Refused for one that is too large (413), too
    slow (408) or no such form.
    """
    boundary = _BOUNDARY.search(_type(desk))
    if boundary is None:
        raise Refused("invalid_request", "the form has no boundary")
    try:
        sent = await body.read(desk.visit.request, limit=_LONGEST, seconds=desk.body_seconds)
    except ApiError as error:
        raise Refused("invalid_request", error.message, status=error.status) from None
    values, file = parts(sent, boundary[1])
    return desk.ours(Fields(urlencode(values).encode())), file


def parts(sent: bytes, boundary: bytes) -> tuple[dict[str, bytes], bytes]:
    """Return the fields of a form by name, and the file in it, exactly as they were sent."""
    values: dict[str, bytes] = {}
    file = b""
    for part in (b"\r\n" + sent).split(b"\r\n--" + boundary)[1:]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if _FILE in head:
            file = content
        elif name is not None and len(content) < 1024:
            values[name[1].decode("latin-1")] = content
    return values, file
