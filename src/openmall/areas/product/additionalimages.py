"""Additional images: the gallery beside a product's own picture, twenty at most.

Each has a large, a middle and a small picture, as large as the shop's sizes zoom, detail and small
say; those that are not sent are made of the largest that is. Specification: resources of the
Product area are "not shown"; names are those of `spec/parameters.tsv`.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from openmall.areas.product.images import framed
from openmall.areas.product.products import pictures, store
from openmall.areas.product.products.shape import AdditionalImage, Product
from openmall.areas.product.products.takes import ProductPath
from openmall.areas.store.images_setting import ImagesSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import delete, post, put
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.pictures import Picture, Size
from openmall.contract.scopes import WRITE_PRODUCT
from openmall.standard.settings import current

MOST: Final = 20
"""Additional images of one product."""
FRAMES: Final = {"big": "zoom", "medium": "detail", "small": "small"}
"""Picture of an additional image -> the size of the shop it is made in."""


class AdditionalImageSent(Struct, frozen=True, kw_only=True):
    """One additional image as it is sent; empty: made of the largest that is not."""

    big: Picture = ""
    medium: Picture = ""
    small: Picture = ""


class AdditionalImagesChange(ShopParams, frozen=True, kw_only=True):
    """Additional images for the product named in the path."""

    product_no: EntityNo
    additional_image: Annotated[list[AdditionalImageSent], Meta(max_length=MOST)]


class AdditionalImages(Struct, frozen=True, kw_only=True):
    """The additional images of a product."""

    shop_no: int = 1
    product_no: int
    additional_image: list[AdditionalImage] = []


async def make(call: Call, params: AdditionalImagesChange) -> Callable[[], AdditionalImagesChange]:
    """Return the work of making additional images in the sizes of the shop.

    Raises NotFound (404) for the product, Invalid (422) for an image without any picture.
    """
    product = await store.get(call, params.product_no)
    had = set(map(astuple, product.additional_image))
    sent = [
        AdditionalImageSent(
            big=pictures.path(call, image.big),
            medium=pictures.path(call, image.medium),
            small=pictures.path(call, image.small),
        )
        for image in params.additional_image
    ]
    if any(not any(astuple(image)) for image in sent):
        raise Invalid("Expected a picture.", parameter="additional_image.big")
    sizes = (await current(call, ImagesSetting)).product_image_size
    frames = {name: framed(sizes, size) for name, size in FRAMES.items()}

    def work() -> AdditionalImagesChange:
        # what the product has already comes back as it was read, and stays as it is
        made = [image if astuple(image) in had else _made(call, image, frames) for image in sent]
        return replace(params, additional_image=made)

    return work


def _made(call: Call, image: AdditionalImageSent, frames: dict[str, Size]) -> AdditionalImageSent:
    wanted: dict[str, list[str]] = {}
    largest = next(name for name in FRAMES if getattr(image, name))
    for name in FRAMES:
        wanted.setdefault(name if getattr(image, name) else largest, []).append(name)
    paths: dict[str, str] = {}
    for source, names in wanted.items():
        shown = call.pictures.make(
            call.mall.mall_id,
            getattr(image, source),
            [frames[name] for name in names],
            parameter=f"additional_image.{source}",
        )
        paths.update(zip(names, shown, strict=True))
    return AdditionalImageSent(**paths)


async def add(call: Call, params: AdditionalImagesChange) -> AdditionalImages:
    """Add additional images to a product; one it has already is not added again."""
    before = await store.get(call, params.product_no, to_change=True)
    images = _once([*before.additional_image, *_kept(params)])
    if len(images) > MOST:
        raise Invalid(
            f"A product has at most {MOST} additional images.", parameter="additional_image"
        )
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": images}))


async def change(call: Call, params: AdditionalImagesChange) -> AdditionalImages:
    """Replace the additional images of a product. Identical content is NotModified (409)."""
    before = await store.get(call, params.product_no, to_change=True)
    images = _once(_kept(params))
    if images == before.additional_image:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": images}))


async def take_away(call: Call, params: ProductPath) -> AdditionalImages:
    """Delete the additional images of a product."""
    before = await store.get(call, params.product_no, to_change=True)
    if not before.additional_image:
        raise NotFound("The additionalimage does not exist.", parameter="product_no")
    return _answer(call, await pictures.put_in_place(call, before, {"additional_image": []}))


def _kept(params: AdditionalImagesChange) -> list[AdditionalImage]:
    return [
        AdditionalImage(big=image.big, medium=image.medium, small=image.small)
        for image in params.additional_image
    ]


def _once(images: Sequence[AdditionalImage]) -> list[AdditionalImage]:
    return list({astuple(image): image for image in images}.values())


def _answer(call: Call, product: Product) -> AdditionalImages:
    return AdditionalImages(
        shop_no=call.shop_no,
        product_no=product.product_no,
        additional_image=pictures.gallery(call, product.additional_image),
    )


OPERATIONS = [
    post(
        "products/{product_no}/additionalimages",
        add,
        takes=AdditionalImagesChange,
        gives=AdditionalImages,
        key="additionalimage",
        scope=WRITE_PRODUCT,
        shows=("shop_no", "additional_image"),
        prepare=make,
    ),
    put(
        "products/{product_no}/additionalimages",
        change,
        takes=AdditionalImagesChange,
        gives=AdditionalImages,
        key="additionalimage",
        scope=WRITE_PRODUCT,
        shows=("shop_no", "additional_image"),
        prepare=make,
    ),
    delete(
        "products/{product_no}/additionalimages",
        take_away,
        takes=ProductPath,
        gives=AdditionalImages,
        key="additionalimage",
        scope=WRITE_PRODUCT,
        shows=("shop_no", "product_no"),
    ),
]
