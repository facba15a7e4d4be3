"""Additional images: the gallery beside a product's own picture, twenty at most.

Each has a large, a middle and a small picture, in the shop's image sizes zoom, detail and small;
pictures that are not sent are rendered from the largest one. Specification: resources of the
Product area are "not shown"; names are those of `spec/parameters.tsv`.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import asdict, astuple, replace

from openmall.commerce.product import pictures
from openmall.commerce.product.images import framed
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import AdditionalImage, Product
from openmall.commerce.product.products.takes import AnyChange, ProductPath
from openmall.commerce.product.refusals import NO_PICTURE_SENT, TOO_MANY_ADDITIONAL_IMAGES
from openmall.commerce.store.images_setting import ImagesSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.pictures import FILES, Picture, Size, is_address
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource

MOST: Final = 20
"""Additional images of one product."""
FRAMES: Final = {"big": "zoom", "medium": "detail", "small": "small"}
"""Picture of an additional image -> the image size of the shop it is rendered in."""


class AdditionalImageDraft(Struct, frozen=True, kw_only=True):
    """One additional image as sent; an empty picture is rendered from the largest that was sent."""

    big: Picture = ""
    medium: Picture = ""
    small: Picture = ""


class AdditionalImagesChange(ShopParams, frozen=True, kw_only=True):
    """Additional images for the product named in the path."""

    product_no: EntityNo
    additional_image: Annotated[list[AdditionalImageDraft | str], Meta(max_length=MOST)]
    """Each an object with a picture for each size, or one picture as a text, from which all three
    sizes are rendered. The address of an external picture is stored unchanged.
    """


Change = TypeVar("Change", bound=AnyChange)


class AdditionalImages(Struct, frozen=True, kw_only=True):
    """The additional images of a product."""

    shop_no: int = 1
    product_no: int
    additional_image: list[AdditionalImage] = []


async def make(call: Call, params: AdditionalImagesChange) -> Callable[[], AdditionalImagesChange]:
    """Return the work that makes additional images in the sizes of the shop.

    Raises NotFound (404) for the product, Invalid (422) for an image without any picture.
    """
    product = await product_store.get(call, params.product_no)
    sent = [_sent(call, image, product) for image in params.additional_image]
    frames = await _frames(call)

    def work() -> AdditionalImagesChange:
        images = [
            image if isinstance(image, AdditionalImage) else _make_image(call, image, frames)
            for image in sent
        ]
        return replace(
            params, additional_image=[AdditionalImageDraft(**asdict(image)) for image in images]
        )

    return work


def has_pictures(params: AnyChange) -> bool:
    """Return whether a product is sent with additional images as pictures rather than addresses."""
    images = params.additional_image
    return isinstance(images, list) and any(map(_is_picture, images))


async def make_sent(call: Call, params: Change) -> Callable[[], Change]:
    """Return the work that makes the additional images sent with a product.

    Addresses are left alone.
    """
    images = params.additional_image
    assert isinstance(images, list)
    frames = await _frames(call)

    def work() -> Change:
        replaced = [
            _make_image(call, image, frames)
            if isinstance(image, str) and _is_picture(image)
            else image
            for image in images
        ]
        return replace(params, additional_image=replaced)

    return work


def _is_picture(image: AdditionalImage | str) -> bool:
    return isinstance(image, str) and not is_address(image)


async def _frames(call: Call) -> dict[str, Size]:
    sizes = (await current(call, ImagesSetting)).product_image_size
    return {name: framed(sizes, size) for name, size in FRAMES.items()}


def _sent(
    call: Call, image: AdditionalImageDraft | str, product: Product
) -> AdditionalImage | AdditionalImageDraft | str:
    """Return the image to keep, or the pictures to make one from; our own addresses as paths.

    An image the product already has may be sent as it was read or as one of its addresses; it
    stays. Raises Invalid (422) for an image without any picture.
    """
    if isinstance(image, str):
        text = pictures.path(call, image)
        if not text:
            raise Invalid(NO_PICTURE_SENT, parameter="additional_image")
        if not is_address(text):
            return text
        found = pictures.addressed(text, product.additional_image)
        made_here = text.startswith(FILES) and found not in product.additional_image
        return text if made_here else found
    sent = AdditionalImage(
        big=pictures.path(call, image.big),
        medium=pictures.path(call, image.medium),
        small=pictures.path(call, image.small),
    )
    if not any(astuple(sent)):
        raise Invalid(NO_PICTURE_SENT, parameter="additional_image.big")
    return sent if sent in product.additional_image else AdditionalImageDraft(**asdict(sent))


def _make_image(
    call: Call, image: AdditionalImageDraft | str, frames: dict[str, Size]
) -> AdditionalImage:
    paths: dict[str, str] = {}
    if isinstance(image, str):
        sources, sent = {"": list(FRAMES)}, {"": image}
    else:
        sources, sent = {}, asdict(image)
        largest = next(name for name in FRAMES if sent[name])
        for name in FRAMES:
            sources.setdefault(name if sent[name] else largest, []).append(name)
    for source, names in sources.items():
        shown = call.pictures.make(
            call.mall.mall_id,
            sent[source],
            [frames[name] for name in names],
            parameter=f"additional_image.{source}".rstrip("."),
        )
        paths.update(zip(names, shown, strict=True))
    return AdditionalImage(**paths)


async def add(call: Call, params: AdditionalImagesChange) -> AdditionalImages:
    """Add additional images to a product; one it has already is not added again."""
    before = await product_store.get(call, params.product_no, to_change=True)
    images = _once([*before.additional_image, *_stored(params)])
    if len(images) > MOST:
        raise Invalid(TOO_MANY_ADDITIONAL_IMAGES, parameter="additional_image", most=MOST)
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": images}))


async def change(call: Call, params: AdditionalImagesChange) -> AdditionalImages:
    """Replace the additional images of a product. Identical content is NotModified (409)."""
    before = await product_store.get(call, params.product_no, to_change=True)
    images = _once(_stored(params))
    if images == before.additional_image:
        raise NotModified(IDENTICAL)
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": images}))


async def remove(call: Call, params: ProductPath) -> AdditionalImages:
    """Delete the additional images of a product."""
    before = await product_store.get(call, params.product_no, to_change=True)
    if not before.additional_image:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("additionalimage"))
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": []}))


def _stored(params: AdditionalImagesChange) -> list[AdditionalImage]:
    return [
        AdditionalImage(big=image.big, medium=image.medium, small=image.small)
        for image in params.additional_image
        if isinstance(image, AdditionalImageDraft)
    ]


def _once(images: Sequence[AdditionalImage]) -> list[AdditionalImage]:
    return list({astuple(image): image for image in images}.values())


def _answer(call: Call, product: Product) -> AdditionalImages:
    return AdditionalImages(
        shop_no=call.shop_no,
        product_no=product.product_no,
        additional_image=pictures.gallery(call, product.additional_image),
    )


_ADDITIONALIMAGE: Final = Resource(AdditionalImages, area="product", key="additionalimage")

OPERATIONS = [
    _ADDITIONALIMAGE.post(
        "products/{product_no}/additionalimages",
        add,
        takes=AdditionalImagesChange,
        shows=("shop_no", "additional_image"),
        prepare=make,
    ),
    _ADDITIONALIMAGE.put(
        "products/{product_no}/additionalimages",
        change,
        takes=AdditionalImagesChange,
        shows=("shop_no", "additional_image"),
        prepare=make,
    ),
    _ADDITIONALIMAGE.delete(
        "products/{product_no}/additionalimages",
        remove,
        takes=ProductPath,
        shows=("shop_no", "product_no"),
    ),
]
