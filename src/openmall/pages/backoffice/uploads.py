"""Forms of the back office with files: `multipart/form-data` (RFC 7578)."""

from typing import Final

from openmall.access.oauth import form_deeds, uploaded_forms
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
        context, deeds=deeds, longest=longest, most=most, max_bytes=max_bytes, max_files=1
    )
    return form, next((each for found in files.values() for each in found), b"")


async def read_files(
    context: PageContext,
    *,
    deeds: Deeds = form_deeds.NONE,
    longest: int = LONGEST,
    most: int = MOST,
    max_bytes: int = _MAX_BYTES,
    max_files: int,
) -> tuple[Fields, dict[str, list[bytes]]]:
    """Return the submitted form and its files by their fields, those without content left out.

    `max_files`: maximum number of files, empty ones among them. Otherwise as `read_form`.
    """
    form, sent = await uploaded_forms.read(
        context.visit.request,
        context.body_seconds,
        longest=longest,
        most=most,
        max_bytes=max_bytes,
        max_files=max_files,
    )
    files: dict[str, list[bytes]] = {}
    numbered: dict[str, bytes] = {}
    for at, (name, content) in enumerate(sent):
        field = name.decode("utf-8", "replace")
        numbered[f"{field} {at}"] = content
        if content:
            files.setdefault(field, []).append(content)
    return await context.verify_form(form, deeds, numbered), files
