"""The pictures of a product: their addresses, and replacing them.

Pictures of the mall's own files are stored as paths: the client chooses host and port.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from openmall.commerce.product import partner_updates
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.shape import AdditionalImage, ListedProduct, Product
from openmall.commerce.product.refusals import NO_PICTURE_OR_ADDRESS
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.pictures import FILES, is_address

MAIN: Final = ("detail_image", "list_image", "tiny_image", "small_image")
"""The fields with one picture of a product each."""
P = TypeVar("P", bound=ListedProduct)


def pictured(call: Call, product: P) -> P:
    """Replace the stored paths of a product's pictures by addresses, for an answer.

    The product is changed in place, because a copy of so many fields costs ten times as much.
    """
    for name in MAIN:
        stored = getattr(product, name)
        if stored.startswith(FILES):
            force_setattr(product, name, call.origin + stored)
    if isinstance(product, Product) and product.additional_image:
        force_setattr(product, "additional_image", gallery(call, product.additional_image))
    return product


def gallery(call: Call, images: Sequence[AdditionalImage]) -> list[AdditionalImage]:
    """Return additional images with their addresses."""
    return [
        AdditionalImage(
            big=address(call, image.big),
            medium=address(call, image.medium),
            small=address(call, image.small),
        )
        for image in images
    ]


def address(call: Call, stored: str) -> str:
    """Return the address of a stored picture."""
    return call.origin + stored if stored.startswith(FILES) else stored


def path(call: Call, sent: str) -> str:
    """Return a sent address as stored: an address of this mall as its path."""
    own = sent.removeprefix(call.origin)
    return own if own.startswith(FILES) else sent


async def put_in_place(
    call: Call, before: Product, pictures: Mapping[str, str | list[AdditionalImage]]
) -> Product:
    """Replace pictures of a product; log it, and announce it if they differ."""
    after = replace(before, **pictures)
    changes = differences(before, after)
    if changes:
        after = replace(after, updated_date=moment(call.clock.now()))
        await product_store.change(call, after, changes)
        await partner_updates.update_projection(call, [after.product_no])
        call.publish(ProductUpdated.of(after))
    call.journal(f"product {after.product_no}", changes)
    return after


def paths(call: Call, values: dict[str, Any]) -> None:
    """Replace the addresses of the mall's own pictures among `values` by their paths."""
    for name in MAIN:
        if isinstance(sent := values.get(name), str):
            values[name] = path(call, sent)
    if isinstance(images := values.get("additional_image"), list):
        values["additional_image"] = additional_images(call, images)


def additional_images(
    call: Call, images: Sequence[AdditionalImage | str], had: Sequence[AdditionalImage] = ()
) -> list[AdditionalImage]:
    """Return additional images as stored; one sent as a text is the one `addressed` by it."""
    return [
        addressed(path(call, image), had)
        if isinstance(image, str)
        else msgspec.structs.replace(
            image,
            big=path(call, image.big),
            medium=path(call, image.medium),
            small=path(call, image.small),
        )
        for image in images
    ]


def addressed(address: str, had: Sequence[AdditionalImage] = ()) -> AdditionalImage:
    """Return the additional image at an address: one of `had`, or a new one in a single size.

    `had`: the additional images the product has. Raises Invalid (422) for a text that is no
    address.
    """
    if not is_address(address):
        raise Invalid(NO_PICTURE_OR_ADDRESS, parameter="additional_image")
    for image in had:
        if address in (image.big, image.medium, image.small):
            return image
    return AdditionalImage(big=address, medium=address, small=address)
