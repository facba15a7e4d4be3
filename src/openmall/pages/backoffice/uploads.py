"""Forms of the back office with files: `multipart/form-data` (RFC 7578)."""

from typing import Final

from openmall.access.oauth import form_deeds, uploaded_forms
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import LONGEST, MOST, Fields
from openmall.access.oauth.uploaded_forms import is_upload as is_upload
from openmall.pages.backoffice.page_context import PageContext

MAX_MEGABYTES: Final = 5
_MAX_BYTES: Final = MAX_MEGABYTES * 1024 * 1024


async def read_form(
    context: PageContext,
    *,
    deeds: Deeds = form_deeds.NONE,
    longest: int = LONGEST,
    most: int = MOST,
    max_bytes: int = _MAX_BYTES,
) -> tuple[Fields, bytes]:
    """Return the submitted form and its file; empty without a file.

    `deeds`: what the buttons of the form ask for. `longest`: maximum number of bytes of the fields
    without the file; `most`: of parts; `max_bytes`: of the whole form.
    Raises PageError as `PageContext.form` does, OAuthError (invalid_request) for a malformed
    form, one that is too large (413) or too slow (408).
    """
    form, files = await read_files(
        context, deeds=deeds, longest=longest, most=most, max_bytes=max_bytes, of_fields=1
    )
    return form, next(iter(files.values()), b"")


async def read_files(
    context: PageContext,
    *,
    deeds: Deeds = form_deeds.NONE,
    longest: int = LONGEST,
    most: int = MOST,
    max_bytes: int = _MAX_BYTES,
    of_fields: int,
) -> tuple[Fields, dict[str, bytes]]:
    """Return the submitted form and its files by their fields; browsers send empty ones too.

    `of_fields`: maximum number of fields with a file. Otherwise as `read_form`.
    """
    form, sent = await uploaded_forms.read(
        context.visit.request,
        context.body_seconds,
        longest=longest,
        most=most,
        max_bytes=max_bytes,
        max_files=of_fields,
    )
    files = {name.decode("utf-8", "replace"): file for name, file in sent}
    if len(files) < len(sent):
        raise OAuthError("invalid_request", "a field of the form has more than one file")
    return await context.verify_form(form, deeds, files), files
