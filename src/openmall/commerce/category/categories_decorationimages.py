"""The pictures that decorate a category: in the menu, above its page, and as its title.

A picture is named by its address. Pictures of the mall's own files are stored as paths: the client
chooses host and port.
"""

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.category.categories.shape import CategoryPath
from openmall.commerce.category.category_documents import About, change_about, read_about
from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.contract.resource import Resource
from openmall.database.values import BoundValue

Pictures = Annotated[list[str], Meta(max_length=3)]
_OWN = "/files/"


class DecorationImages(About, frozen=True, kw_only=True):
    """A category's pictures; null: there is none."""

    use_menu_image_pc: Flag = "F"
    menu_image_pc: str | None = None
    menu_over_image_pc: str | None = None
    """Shown while the pointer is over the menu."""
    use_top_image_pc: Flag = "F"
    top_images_pc: Pictures | None = None
    use_title_image_pc: Flag = "F"
    title_image_pc: str | None = None
    use_menu_image_mobile: Flag = "F"
    menu_image_mobile: str | None = None
    use_top_image_mobile: Flag = "F"
    top_images_mobile: Pictures | None = None
    use_title_image_mobile: Flag = "F"
    title_image_mobile: str | None = None


class DecorationImagesChange(CategoryPath, frozen=True, kw_only=True):
    use_menu_image_pc: Flag | UnsetType = UNSET
    menu_image_pc: str | None | UnsetType = UNSET
    menu_over_image_pc: str | None | UnsetType = UNSET
    use_top_image_pc: Flag | UnsetType = UNSET
    top_images_pc: Pictures | None | UnsetType = UNSET
    use_title_image_pc: Flag | UnsetType = UNSET
    title_image_pc: str | None | UnsetType = UNSET
    use_menu_image_mobile: Flag | UnsetType = UNSET
    menu_image_mobile: str | None | UnsetType = UNSET
    use_top_image_mobile: Flag | UnsetType = UNSET
    top_images_mobile: Pictures | None | UnsetType = UNSET
    use_title_image_mobile: Flag | UnsetType = UNSET
    title_image_mobile: str | None | UnsetType = UNSET


def _shown(call: Call, images: DecorationImages) -> DecorationImages:
    def whole(address: str) -> str:
        return call.origin + address if address.startswith(_OWN) else address

    return replace(images, **_each_picture(images, whole))


def _as_stored(call: Call, sent: DecorationImagesChange) -> DecorationImagesChange:
    def path(address: str) -> str:
        own = address.startswith(call.origin + _OWN)
        return address.removeprefix(call.origin) if own else address

    return replace(sent, **_each_picture(sent, path))


def _each_picture(document: Struct, convert: Callable[[str], str]) -> dict[str, BoundValue]:
    """Return a document with `convert` applied to each of its addresses."""
    found: dict[str, BoundValue] = {}
    for name, value in asdict(document).items():
        if name.startswith("use_"):
            continue
        if isinstance(value, str):
            found[name] = convert(value)
        elif isinstance(value, list):
            found[name] = [convert(each) for each in value]
    return found


_DECORATIONIMAGE: Final = Resource(DecorationImages, area="category", key="decorationimage")

OPERATIONS = [
    _DECORATIONIMAGE.get(
        "categories/{category_no}/decorationimages",
        read_about(DecorationImages, "decoration images", _shown),
        takes=CategoryPath,
    ),
    _DECORATIONIMAGE.put(
        "categories/{category_no}/decorationimages",
        change_about(
            DecorationImages,
            DecorationImagesChange,
            "decoration images",
            show=_shown,
            keep=_as_stored,
        ),
        takes=DecorationImagesChange,
    ),
]
