"""Pictures: uploads for use anywhere in a shop, and the four pictures of each product.

A product's four are rendered from one main picture, or from one each, in the shop's image sizes.
Specification: resources of the Product area are "not shown"; names and codes are those of
`spec/parameters.tsv`.
"""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.product import pictures
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.product.refusals import NO_PICTURE_SENT, PICTURE_MADE_OF_DETAIL
from openmall.commerce.store.images_setting import ImageSizes, ImagesSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, Params, ShopParams
from openmall.contract.pictures import Picture, Size
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, MISSING
from openmall.contract.resource import Resource


class Upload(Params, frozen=True, kw_only=True):
    """A picture to store that belongs to no product."""

    image: Picture


class Uploaded(Struct, frozen=True, kw_only=True):
    """The address of an uploaded picture."""

    path: str


class ProductImages(Struct, frozen=True, kw_only=True):
    """The pictures of one product."""

    shop_no: int = 1
    product_no: int
    detail_image: str | UnsetType = UNSET
    list_image: str | UnsetType = UNSET
    tiny_image: str | UnsetType = UNSET
    small_image: str | UnsetType = UNSET


class ProductImagesDraft(ShopParams, frozen=True, kw_only=True):
    """New pictures of the product named in the path.

    With type A all four are rendered from `detail_image`; with B each from its own, others are left
    alone.
    """

    product_no: EntityNo
    detail_image: Picture | UnsetType = UNSET
    list_image: Picture | UnsetType = UNSET
    tiny_image: Picture | UnsetType = UNSET
    small_image: Picture | UnsetType = UNSET
    image_upload_type: Literal["A", "B"]
    """A one main picture, B one for each size."""


def framed(sizes: ImageSizes, name: str) -> Size:
    """Return the frame of the pictures called `name`: detail, list, tiny, zoom or small."""
    return Size(
        getattr(sizes, f"{name}_image_width"),
        getattr(sizes, f"{name}_image_height"),
    )


async def make_upload(call: Call, params: Upload) -> Callable[[], Upload]:
    """Return the work that stores an uploaded picture in its original size."""
    mall_id, sent = call.mall.mall_id, pictures.path(call, params.image)

    def work() -> Upload:
        [path] = call.pictures.make(mall_id, sent, [None], parameter="image")
        return Upload(image=path)

    return work


async def upload(call: Call, params: Upload) -> Uploaded:
    """Upload pictures."""
    call.journal(f"picture {params.image}")
    return Uploaded(path=pictures.address(call, params.image))


async def make_images(call: Call, params: ProductImagesDraft) -> Callable[[], ProductImagesDraft]:
    """Return the work that makes a product's pictures in the sizes of the shop.

    Raises NotFound (404) for the product, Invalid (422) for pictures that do not fit the upload
    type.
    """
    await product_store.get(call, params.product_no)
    sent = {
        name: pictures.path(call, value)
        for name in pictures.MAIN
        if isinstance(value := getattr(params, name), str)
    }
    _require_fitting(params, sent)
    if params.image_upload_type == "A":
        targets = {"detail_image": list(pictures.MAIN)}
    else:
        targets = {name: [name] for name in sent}
    sizes = (await current(call, ImagesSetting)).product_image_size
    mall_id = call.mall.mall_id

    def work() -> ProductImagesDraft:
        paths: dict[str, str] = {}
        for source, names in targets.items():
            frames = [framed(sizes, name.removesuffix("_image")) for name in names]
            shown = call.pictures.make(mall_id, sent[source], frames, parameter=source)
            paths.update(zip(names, shown, strict=True))
        return replace(params, **paths)

    return work


def _require_fitting(params: ProductImagesDraft, sent: dict[str, str]) -> None:
    if not sent or (params.image_upload_type == "A" and "detail_image" not in sent):
        raise Invalid(MISSING, parameter="detail_image")
    for name, value in sent.items():
        if not value:
            raise Invalid(NO_PICTURE_SENT, parameter=name)
        if params.image_upload_type == "A" and name != "detail_image":
            raise Invalid(PICTURE_MADE_OF_DETAIL, parameter=name)


async def upload_images(call: Call, params: ProductImagesDraft) -> ProductImages:
    """Upload the pictures of a product."""
    before = await product_store.get(call, params.product_no, to_change=True)
    values = {
        name: value for name in pictures.MAIN if isinstance(value := getattr(params, name), str)
    }
    after = await pictures.put_in_place(
        call, before, {**values, "image_upload_type": params.image_upload_type}
    )
    return ProductImages(
        shop_no=call.shop_no,
        product_no=after.product_no,
        detail_image=pictures.address(call, after.detail_image),
        list_image=pictures.address(call, after.list_image),
        tiny_image=pictures.address(call, after.tiny_image),
        small_image=pictures.address(call, after.small_image),
    )


async def remove(call: Call, params: ProductPath) -> ProductImages:
    """Delete the pictures of a product; the additional ones stay."""
    before = await product_store.get(call, params.product_no, to_change=True)
    if not any(getattr(before, name) for name in pictures.MAIN):
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("image"))
    await pictures.put_in_place(call, before, dict.fromkeys(pictures.MAIN, ""))
    return ProductImages(shop_no=call.shop_no, product_no=before.product_no)


_IMAGE: Final = Resource(ProductImages, area="product", key="image")

OPERATIONS = [
    _IMAGE.giving(Uploaded).post(
        "products/images", upload, takes=Upload, key="images", objects=20, prepare=make_upload
    ),
    _IMAGE.post(
        "products/{product_no}/images", upload_images, takes=ProductImagesDraft, prepare=make_images
    ),
    _IMAGE.delete(
        "products/{product_no}/images",
        remove,
        takes=ProductPath,
        shows=("shop_no", "product_no"),
    ),
]
