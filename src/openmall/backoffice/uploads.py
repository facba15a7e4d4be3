"""A form with a picture in it, as browsers send it: `multipart/form-data`."""

import base64
from email import policy
from email.parser import BytesParser
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


def is_upload(desk: Desk) -> bool:
    """Say whether what was sent is such a form."""
    return _type(desk).lower().startswith(_FORM)


def _type(desk: Desk) -> bytes:
    return desk.visit.request.headers.get(b"content-type", b"")


async def received(desk: Desk) -> Fields:
    """Return the form that was sent, a file in it as base64.

    Raises Failed (403) when it is not from our page, Refused for one that is too large (413), too
    slow (408) or no such form.
    """
    try:
        sent = await body.read(desk.visit.request, limit=_LONGEST, seconds=desk.body_seconds)
    except ApiError as error:
        raise Refused("invalid_request", error.message, status=error.status) from None
    head = b"Content-Type: " + _type(desk) + b"\r\n\r\n"
    message = BytesParser(policy=policy.HTTP).parsebytes(head + sent)
    values: dict[str, bytes] = {}
    for part in message.iter_parts() if message.is_multipart() else ():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            values[name] = base64.b64encode(content) if part.get_filename() else content
    encoded = urlencode(values).encode()
    return desk.ours(Fields(encoded, longest=3 * _LONGEST))
