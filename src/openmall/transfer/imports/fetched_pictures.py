"""Addresses of pictures in a file, and the pictures that were fetched from them."""

from typing import Any, Final

from openmall.commerce.product.products.shape import AdditionalImage
from openmall.transfer.imports.columns import IMAGES

Paths = dict[str, str]
"""`detail_image`, `list_image`, `tiny_image`, `small_image` and `big` -> path of the picture."""
_MAIN: Final = "detail_image"


class FetchedPictures:
    """Pictures by their address. What was not fetched keeps it."""

    def __init__(self, paths: dict[str, Paths] | None = None) -> None:
        self._paths = paths or {}

    def main(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a product with its pictures in the size of each field."""
        changed = {
            name: self._paths[address][name]
            for name in IMAGES
            if isinstance(address := fields.get(name), str) and address in self._paths
        }
        return fields | changed

    def additional(self, address: str) -> AdditionalImage | None:
        """Return the additional image of an address; None where it was not fetched."""
        paths = self._paths.get(address)
        if paths is None:
            return None
        return AdditionalImage(big=paths["big"], medium=paths[_MAIN], small=paths["small_image"])

    def of_variant(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a variant with its picture."""
        paths = self._paths.get(fields.get("image", ""))
        return fields | {"image": paths[_MAIN]} if paths else fields
