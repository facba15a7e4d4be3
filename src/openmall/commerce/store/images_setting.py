"""Image-size settings: sizes of the pictures rendered from a product's image, in pixels.

Specification: "Images setting"; "Update image-size settings". A plain settings resource.
"""

from typing import Annotated

from msgspec import Meta, Struct

from openmall.contract.crud.changes import Takes, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label

Pixels = Annotated[int, Meta(ge=1, le=4_000)]


class ImageSizes(Struct, frozen=True, kw_only=True):
    """Width and height of each picture of a product."""

    detail_image_width: Annotated[int, Label("Detail picture: width"), Takes(Pixels)] = 500
    detail_image_height: Annotated[int, Label("Detail picture: height"), Takes(Pixels)] = 500
    list_image_width: Annotated[int, Label("List picture: width"), Takes(Pixels)] = 300
    list_image_height: Annotated[int, Label("List picture: height"), Takes(Pixels)] = 300
    tiny_image_width: Annotated[int, Label("Small list picture: width"), Takes(Pixels)] = 220
    tiny_image_height: Annotated[int, Label("Small list picture: height"), Takes(Pixels)] = 220
    zoom_image_width: Annotated[int, Label("Zoomed picture: width"), Takes(Pixels)] = 500
    zoom_image_height: Annotated[int, Label("Zoomed picture: height"), Takes(Pixels)] = 500
    small_image_width: Annotated[int, Label("Thumbnail: width"), Takes(Pixels)] = 100
    small_image_height: Annotated[int, Label("Thumbnail: height"), Takes(Pixels)] = 100


class ImagesSetting(Setting, frozen=True, kw_only=True):
    """A shop's image sizes; the defaults are what a new shop has."""

    product_image_size: Annotated[ImageSizes, Label("Pixels")] = ImageSizes()


OPERATIONS = setting_operations(
    "images/setting",
    ImagesSetting,
    changes_of(ImagesSetting, required=("product_image_size",)),
    area="store",
    key="image",
)
