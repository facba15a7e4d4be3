"""Image-size settings: how large the pictures made of a product's image are, in pixels.

Specification: "Images setting"; "Update image-size settings". A plain settings resource.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

Pixels = Annotated[int, Meta(ge=1, le=4_000)]


class ImageSizes(Struct, frozen=True, kw_only=True):
    """Width and height of each picture of a product."""

    detail_image_width: int = 500
    detail_image_height: int = 500
    list_image_width: int = 300
    list_image_height: int = 300
    tiny_image_width: int = 220
    tiny_image_height: int = 220
    zoom_image_width: int = 500
    zoom_image_height: int = 500
    small_image_width: int = 100
    small_image_height: int = 100


class ImagesSetting(Setting, frozen=True, kw_only=True):
    """A shop's image sizes; the defaults are what a new shop has."""

    product_image_size: ImageSizes = ImageSizes()


class ImageSizesChange(Struct, frozen=True, kw_only=True):
    detail_image_width: Pixels | UnsetType = UNSET
    detail_image_height: Pixels | UnsetType = UNSET
    list_image_width: Pixels | UnsetType = UNSET
    list_image_height: Pixels | UnsetType = UNSET
    tiny_image_width: Pixels | UnsetType = UNSET
    tiny_image_height: Pixels | UnsetType = UNSET
    zoom_image_width: Pixels | UnsetType = UNSET
    zoom_image_height: Pixels | UnsetType = UNSET
    small_image_width: Pixels | UnsetType = UNSET
    small_image_height: Pixels | UnsetType = UNSET


class ImagesSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change image sizes; sizes that are not sent are left alone."""

    product_image_size: ImageSizesChange


OPERATIONS = [
    get(
        "images/setting",
        read_setting(ImagesSetting),
        takes=ShopParams,
        gives=ImagesSetting,
        key="image",
        scope=READ_STORE,
    ),
    put(
        "images/setting",
        change_setting(ImagesSetting, ImagesSettingChange),
        takes=ImagesSettingChange,
        gives=ImagesSetting,
        key="image",
        scope=WRITE_STORE,
    ),
]
