"""The pictures that decorate a category: in the menu, above its page, and as its title.

A picture is named by its address. That of one of the mall's own files is kept as its path, because
host and port are the client's to choose.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict, replace

from openmall.areas.category.about import About, change_about, read_about
from openmall.areas.category.categories.shape import CategoryPath
from openmall.contract.call import Call
from openmall.contract.operation import get, put
from openmall.contract.params import Flag
from openmall.contract.scopes import READ_CATEGORY, WRITE_CATEGORY

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


def _shown(call: Call, kept: DecorationImages) -> DecorationImages:
    def whole(address: str) -> str:
        return call.origin + address if address.startswith(_OWN) else address

    return replace(kept, **_each_picture(kept, whole))


def _kept(call: Call, sent: DecorationImagesChange) -> DecorationImagesChange:
    def path(address: str) -> str:
        own = address.startswith(call.origin + _OWN)
        return address.removeprefix(call.origin) if own else address

    return replace(sent, **_each_picture(sent, path))


def _each_picture(document: Any, made: Any) -> dict[str, Any]:
    """Return the pictures of a document with `made` of each address."""
    found: dict[str, Any] = {}
    for name, value in asdict(document).items():
        if name.startswith("use_"):
            continue
        if isinstance(value, str):
            found[name] = made(value)
        elif isinstance(value, list):
            found[name] = [made(each) for each in value]
    return found


OPERATIONS = [
    get(
        "categories/{category_no}/decorationimages",
        read_about(DecorationImages, "decoration images", _shown),
        takes=CategoryPath,
        gives=DecorationImages,
        key="decorationimage",
        scope=READ_CATEGORY,
    ),
    put(
        "categories/{category_no}/decorationimages",
        change_about(
            DecorationImages,
            DecorationImagesChange,
            "decoration images",
            show=_shown,
            keep=_kept,
        ),
        takes=DecorationImagesChange,
        gives=DecorationImages,
        key="decorationimage",
        scope=WRITE_CATEGORY,
    ),
]
