"""The texts of a product in the languages of the mall, side by side on its page."""

from typing import Final

from babel import Locale, UnknownLocaleError
from msgspec import Struct
from msgspec.structs import asdict

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import seo
from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.translation import products as product_translations
from openmall.commerce.translation.products import OptionTexts, ProductTexts
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext

TEXTS: Final = (
    ("product_name", marked("Name"), "line"),
    ("summary_description", marked("Summary"), "line"),
    ("product_tag", marked("Tags"), "line"),
    ("product_material", marked("Material"), "line"),
    ("description", marked("Description"), "area"),
    ("seo.meta_title", marked("Title for search engines"), "line"),
    ("seo.meta_description", marked("Description for search engines"), "line"),
    ("seo.meta_alt", marked("Alternative text of the pictures"), "line"),
)
"""Field of a translation, its label, and the kind of its input."""


class ShownTexts(Struct, frozen=True):
    """The texts of a product in the languages of the mall."""

    languages: list[tuple[str, str, str]]
    """Code and name of each language of a translation, and whether it is translated: T, F."""
    own: str
    """The name of the language of the shop."""
    rows: list[tuple[str, str, str, list[tuple[str, str, str]]]]
    """Label, kind of input, text of the shop, and field, language and text of each translation."""


async def displayed(context: PageContext, product: Product) -> ShownTexts | None:
    """Return the texts of the page; None where there is one language only."""
    parameters: dict[str, Encodable] = {
        "product_no": [product.product_no],
        "shop_no": product.shop_no,
    }
    [found] = (await context.call(product_translations.listing, parameters)).content
    translations = found.translations
    if not translations:
        return None
    head = (
        await context.call(seo.retrieve, {**_shop(product), "product_no": product.product_no})
    ).content
    options = await _options(context, product)
    own: dict[str, str] = {
        **{name: getattr(product, name) for name, _, _ in TEXTS if "." not in name},
        **{name: getattr(head, name.partition(".")[2]) for name, _, _ in TEXTS if "." in name},
        "product_tag": ", ".join(product.product_tag),
    }
    texts = [(each.language_code, _flat(each)) for each in translations]
    rows = [
        (
            context.translate(label),
            kind,
            own[name],
            [(f"t-{code}-{name}", code, flat.get(name, "")) for code, flat in texts],
        )
        for name, label, kind in TEXTS
    ]
    for at, (option, values) in enumerate(options):
        for name, text in [(f"option-{at}", option)] + [
            (f"value-{at}-{place}", value) for place, value in enumerate(values)
        ]:
            label = context.translate(
                marked("Option") if name.startswith("option") else marked("Value of the option")
            )
            fields = [(f"t-{code}-{name}", code, flat.get(name, "")) for code, flat in texts]
            rows.append((label, "line", text, fields))
    return ShownTexts(
        languages=[
            (each.language_code, _language(context, each.language_code), each.translated)
            for each in translations
        ],
        own=_language(context, context.visit.mall.shops[product.shop_no].language),
        rows=rows,
    )


def _shop(product: Product) -> dict[str, int]:
    return {"shop_no": product.shop_no}


async def _options(context: PageContext, product: Product) -> list[tuple[str, list[str]]]:
    found = (
        await context.call(
            option_rules.retrieve, {**_shop(product), "product_no": product.product_no}
        )
    ).content
    return [
        (each.option_name, [value.option_text for value in each.option_value])
        for each in found.options or []
    ]


def _flat(translation: ProductTexts) -> dict[str, str]:
    """Return the texts of a language by the names of their fields."""
    flat = {name: getattr(translation, name) for name, _, _ in TEXTS if "." not in name}
    flat["product_tag"] = ", ".join(each for each in translation.product_tag.split(",") if each)
    flat |= {f"seo.{name}": text for name, text in asdict(translation.seo).items()}
    for at, option in enumerate(translation.options):
        flat[f"option-{at}"] = option.name
        flat |= {f"value-{at}-{place}": value for place, value in enumerate(option.value)}
    return flat


def _language(context: PageContext, code: str) -> str:
    """Return the name of a language in the manager's; its code where it has none."""
    try:
        name = Locale.parse(code.replace("-", "_")).get_language_name(context.language)
    except (ValueError, UnknownLocaleError):
        name = None
    return name or code


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Save the texts that were changed, of each language.

    Raises NotModified (409) without a change, and Invalid (422) naming the field.
    """
    parameters: dict[str, Encodable] = {"product_no": [product_no], **shop}
    [found] = (await context.call(product_translations.listing, parameters)).content
    sent = []
    for each in found.translations:
        code = each.language_code
        changed = _changed(form, code, _flat(each))
        if changed:
            sent.append((code, _translation(code, changed, _flat(each), each.options)))
    if not sent:
        raise NotModified()
    for code, translation in sent:
        try:
            await context.call(
                product_translations.change,
                {"translations": [translation], **shop, "product_no": product_no},
            )
        except NotModified:
            continue
        except Invalid as error:
            name = (error.parameter or "").rpartition("translations.")[2]
            error.parameter = f"t-{code}-{name}"
            raise


def _changed(form: Fields, code: str, stored: dict[str, str]) -> dict[str, str]:
    """Return the texts whose fields were changed from what the page showed."""
    found = {}
    for name in stored:
        field = f"t-{code}-{name}"
        if field not in form.names():
            continue
        typed = form.text(field).replace("\r\n", "\n").strip()
        if typed != form.text(f"was-{field}").replace("\r\n", "\n").strip():
            found[name] = typed
    return found


def _translation(
    code: str, changed: dict[str, str], stored: dict[str, str], options: list[OptionTexts]
) -> dict[str, Encodable]:
    translation: dict[str, Encodable] = {"language_code": code}
    seo = {}
    for name, text in changed.items():
        if name.startswith("seo."):
            seo[name.partition(".")[2]] = text
        elif not name.startswith(("option-", "value-")):
            translation[name] = text
    if seo:
        translation["seo"] = seo
    if any(name.startswith(("option-", "value-")) for name in changed):
        texts = {**stored, **changed}
        translation["options"] = [
            {
                "name": texts[f"option-{at}"],
                "value": [texts[f"value-{at}-{place}"] for place in range(len(each.value))],
            }
            for at, each in enumerate(options)
        ]
    return translation
