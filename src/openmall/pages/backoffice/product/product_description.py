"""The description of a product: formatted text, cleaned before it is saved, and its pictures."""

import base64
import json
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import images
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.operation import Operation
from openmall.contract.refusals import MISSING
from openmall.http.web import rich_text
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import TEXT_TOO_DEEP

STORE: Final = "products/images"
"""Path of the operation that stores a picture of no product."""
UPLOAD: Final = "text-picture"
"""The action that stores a picture of the text and answers its address."""
_WORDS: Final = {
    "toolbar": marked("Formatting"),
    "bold": marked("Bold"),
    "italic": marked("Italic"),
    "underline": marked("Underline"),
    "heading": marked("Heading"),
    "bullets": marked("Bulleted list"),
    "numbers": marked("Numbered list"),
    "link": marked("Link"),
    "picture": marked("Picture"),
    "undo": marked("Undo"),
    "redo": marked("Redo"),
    "html": marked("Edit as HTML"),
    "address": marked("Address of the link"),
    "bad": marked("Enter an address that begins with https://, mailto: or /."),
    "refused": marked("This picture was not added:"),
}


def words(context: PageContext) -> str:
    """Return the words of the editor in the manager's language, as JSON."""
    return json.dumps({name: context.translate(text) for name, text in _WORDS.items()})


def saved(text: str, parameter: str) -> str:
    """Return a text that was typed, without what the shop would not show.

    Raises Invalid (422) for one that is too long or nested too deeply.
    """
    if not rich_text.has_markup(text):
        return text
    html = rich_text.cleaned(text)
    if html is None:
        raise Invalid(TEXT_TOO_DEEP, parameter=parameter)
    return str(html)


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Save the description without what the shop would not show.

    Raises Invalid (422) for a text that is too long or nested too deeply.
    """
    text = saved(form.text("description"), "description")
    await context.call(
        product_rules.change, {"description": text, **shop, "product_no": product_no}
    )


async def upload(
    context: PageContext, picture: bytes, permits: Callable[[Operation], bool] | None = None
) -> Response:
    """Store a picture and answer its path as plain text, or what is wrong with it (422).

    `permits`: as of `PageContext.call`.
    """
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    sent = {"image": base64.b64encode(picture).decode()}
    try:
        if not picture:
            raise Invalid(MISSING, parameter="image")
        uploaded = (await context.call(images.upload, sent, permits=permits)).content
    except ApiError as error:
        message = form_errors.error_message(context, error)
        return Response(message, error.status, headers, "text/plain")
    # a path stays right when the shop gets another host name
    return Response(urlsplit(uploaded.path).path, 200, headers, "text/plain")
