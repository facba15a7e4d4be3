"""The pictures of a product: uploaded, put in order, removed; the first one is its main picture."""

import base64
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import additionalimages, images, picture_texts, seo
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import AdditionalImage, Product
from openmall.commerce.product.refusals import TOO_MANY_ADDITIONAL_IMAGES
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, TOO_LONG
from openmall.pages.backoffice import shown_values, uploads
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import FILE_TOO_LARGE, PICTURES_CHANGED
from openmall.pages.backoffice.shops import additional_shops

ADDED: Final = "added"
"""The field with files of new pictures."""
FIELDS: Final = {"detail_image": ADDED, "additional_image": ADDED}
"""Parameter -> the field whose form sends it."""
_MOST: Final = 1 + additionalimages.MOST


class ShownPicture(Struct, frozen=True, kw_only=True):
    """A picture of a product, and a small one of it."""

    address: str
    small: str
    image: AdditionalImage | None = None
    """The additional image as the operation answers it; None: the main picture."""


async def displayed(
    context: PageContext, product_no: int | str, shop: dict[str, str]
) -> list[ShownPicture]:
    """Return the pictures of a product as its shop shows them, the main one first."""
    product = (
        await context.call(product_rules.retrieve, {**shop, "product_no": product_no})
    ).content
    if product.shop_no != additional_shops.BASIC:
        basic = await additional_shops.basic_shop_product(context, product_no)
        product = replace(product, **additional_shops.inherited_pictures(product, basic))
    return of(product)


async def texts(
    context: PageContext, product_no: int | str, shop: dict[str, str]
) -> dict[str, str]:
    """Return the alternative texts that single pictures of a product have, by their addresses."""
    found = (
        await context.call(picture_texts.retrieve, {**shop, "product_no": product_no})
    ).content.texts
    return {each.picture: each.alt_text for each in found}


def of(product: Product) -> list[ShownPicture]:
    """Return the pictures of a product, the main one first."""
    pictures = []
    if product.detail_image:
        pictures.append(
            ShownPicture(
                address=product.detail_image, small=product.small_image or product.detail_image
            )
        )
    for each in product.additional_image:
        shown = each.big or each.medium or each.small
        pictures.append(ShownPicture(address=shown, small=each.medium or shown, image=each))
    return pictures


def require_file(picture: bytes) -> None:
    """Raise Invalid (422) for no file, and for one that is too large."""
    if not picture:
        raise Invalid(MISSING, parameter="additional_image")
    if len(picture) > uploads.MAX_MEGABYTES * 1024 * 1024:
        raise Invalid(FILE_TOO_LARGE, parameter="additional_image", most=uploads.MAX_MEGABYTES)


async def require_pictures(context: PageContext, pictures: Sequence[bytes]) -> None:
    """Raise Invalid (422) where a file is no picture, before anything of its form is saved."""
    for each in pictures:
        require_file(each)
    for each in pictures:
        sent = {"image": base64.b64encode(each).decode()}
        try:
            await context.dry_run(images.upload, sent, _nothing)
        except Invalid as error:
            error.parameter = "additional_image"
            raise


async def _nothing(*_: object) -> None:
    """Inspect nothing: the picture was rendered."""


async def require_room(
    context: PageContext, adding: int, product_no: str, shop: dict[str, str]
) -> None:
    """Raise Invalid (422) where a product would have too many pictures."""
    shown = await displayed(context, product_no, shop)
    if len(shown) + adding > _MOST:
        raise Invalid(
            TOO_MANY_ADDITIONAL_IMAGES, parameter="additional_image", most=additionalimages.MOST
        )


async def add(context: PageContext, picture: bytes, product_no: str, shop: dict[str, str]) -> None:
    """Add a picture behind the others; it becomes the main one where the product has none.

    Raises Invalid (422) without a file, or for one too large.
    """
    require_file(picture)
    sent = base64.b64encode(picture).decode()
    shown = await displayed(context, product_no, shop)
    if not shown or shown[0].image is not None:
        try:
            await _set_main(context, sent, product_no, shop)
        except Invalid as error:
            error.parameter = "additional_image"
            raise
        return
    parameters = {"additional_image": [sent], **shop}
    await context.call(additionalimages.add, {**parameters, "product_no": product_no})


async def arrange(
    context: PageContext, form: Fields, product_no: str, shop: dict[str, str]
) -> None:
    """Save the order of the pictures without those removed, and their alternative texts.

    `alt-3` of the form is the text of the fourth picture shown, `order` has the places of the
    pictures shown, in their new order, as `2,0,1`; `drop-1` is ticked where the second one is to be
    removed. The button `move` is `earlier-2`, `later-0`, `main-1` or `remove-1`.
    Raises Invalid (422) when the pictures are no longer those that were shown.
    """
    pictures = await displayed(context, product_no, shop)
    if [each.address for each in pictures] != _shown(form):
        raise Invalid(PICTURES_CHANGED, parameter="order")
    order = _order(form, len(pictures))
    stays = order == list(range(len(pictures)))
    stored = await texts(context, product_no, shop)
    typed = [
        form.text(f"alt-{at}").strip()
        if _is_changed(form, f"alt-{at}")
        else stored.get(pictures[at].address, "")
        for at in order
    ]
    _require_short(typed, order)
    changed = await _save_common_text(context, form, product_no, shop)
    if not stays:
        await _rearrange(context, pictures, order, product_no, shop)
    changed |= await _save_texts(context, typed, product_no, shop)
    if stays and not changed:
        raise NotModified()


def _is_changed(form: Fields, name: str) -> bool:
    """Return whether a text is another than the page showed; without a shown one, it is."""
    shown = f"{shown_values.PREFIX}{name}"
    return shown not in form.names() or form.text(name) != form.text(shown)


def _require_short(typed: list[str], order: list[int]) -> None:
    """Raise Invalid (422) for a text that is too long, before pictures are moved."""
    for at, text in zip(order, typed, strict=True):
        if len(text) > picture_texts.LONGEST:
            raise Invalid(
                TOO_LONG,
                parameter=f"alt-{at}",
                expected=Phrase("string"),
                most=picture_texts.LONGEST,
            )


async def _save_texts(
    context: PageContext, typed: list[str], product_no: str, shop: dict[str, str]
) -> bool:
    """Save the texts of the pictures, which are in the order of `typed`."""
    pictures = await displayed(context, product_no, shop)
    sent = [
        {"picture": each.address, "alt_text": text}
        for each, text in zip(pictures, typed, strict=False)
    ]
    try:
        await context.call(picture_texts.change, {"texts": sent, **shop, "product_no": product_no})
    except NotModified:
        return False
    return True


async def _save_common_text(
    context: PageContext, form: Fields, product_no: str, shop: dict[str, str]
) -> bool:
    text = form.text("meta_alt").strip()
    if text == form.text("was-meta_alt"):
        return False
    try:
        await context.call(seo.change, {"meta_alt": text, **shop, "product_no": product_no})
    except NotModified:
        return False
    return True


def _shown(form: Fields) -> list[str]:
    return [text for at in range(_MOST) if (text := form.text(f"picture-{at}"))]


def _order(form: Fields, count: int) -> list[int]:
    """Return the places of the pictures that stay, in their new order."""
    order = [
        int(each) for each in form.text("order").split(",") if each.isascii() and each.isdigit()
    ]
    if sorted(order) != list(range(count)):
        order = list(range(count))
    order = [at for at in order if not form.text(f"drop-{at}")]
    deed, _, place = form.text("move").partition("-")
    at = int(place) if place.isascii() and place.isdigit() and len(place) < 3 else -1
    if at not in order:
        return order
    now = order.index(at)
    if deed == "remove":
        order.remove(at)
    elif deed == "main":
        order.insert(0, order.pop(now))
    elif deed == "earlier" and now:
        order[now - 1], order[now] = order[now], order[now - 1]
    elif deed == "later" and now + 1 < len(order):
        order[now + 1], order[now] = order[now], order[now + 1]
    return order


async def _rearrange(
    context: PageContext,
    pictures: list[ShownPicture],
    order: list[int],
    product_no: str,
    shop: dict[str, str],
) -> None:
    if not order:
        await _remove_all(context, product_no, shop)
        return
    main, *others = [pictures[at] for at in order]
    if main.image is not None:
        await _set_main(context, main.address, product_no, shop)
    ordered = [each.image or each.address for each in others]
    try:
        if ordered:
            await context.call(
                additionalimages.change,
                {"additional_image": ordered, **shop, "product_no": product_no},
            )
        elif len(pictures) > 1:
            await context.call(additionalimages.remove, {**shop, "product_no": product_no})
    except NotModified:
        return


async def _remove_all(context: PageContext, product_no: str, shop: dict[str, str]) -> None:
    named = {**shop, "product_no": product_no}
    with suppress(NotFound):
        await context.call(images.remove, named)
    with suppress(NotFound):
        await context.call(additionalimages.remove, named)


async def _set_main(
    context: PageContext, picture: str, product_no: str, shop: dict[str, str]
) -> None:
    """Render the main picture of a product from base64 or from an address of the shop."""
    parameters = {"detail_image": picture, "image_upload_type": "A"}
    product = (
        await context.call(product_rules.retrieve, {**shop, "product_no": product_no})
    ).content
    await context.call(images.upload_images, {**parameters, **shop, "product_no": product_no})
    if product.shop_no == additional_shops.BASIC:
        await additional_shops.copy_pictures(context, product_no, product.detail_image)
