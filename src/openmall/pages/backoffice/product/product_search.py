"""What search engines are told of a product: title and description of its page, and whether."""

from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import seo
from openmall.contract.errors import NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import IDENTICAL
from openmall.pages.backoffice import shown_values
from openmall.pages.backoffice.page_context import PageContext

FIELDS: Final = ("meta_title", "meta_description", "search_engine_exposure")


def typed(form: Fields) -> dict[str, Encodable]:
    """Return the fields that differ from those shown."""
    values: dict[str, Encodable] = {
        "meta_title": form.text("meta_title").strip(),
        "meta_description": form.text("meta_description").strip(),
        "search_engine_exposure": form.text("search_engine_exposure") or "F",
    }
    return shown_values.changed(form, values)


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Save the changed fields. Raises NotModified (409) without one."""
    changed = typed(form)
    if not changed:
        raise NotModified(IDENTICAL)
    await context.call(seo.change, {**changed, **shop, "product_no": product_no})
