"""The pictures of a product: where they are shown, and putting others in their place.

Those of the mall's own files are kept as paths: host and port are the client's to choose.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from openmall.areas.product.products import programme, store
from openmall.areas.product.products.events import ProductUpdated
from openmall.areas.product.products.shape import AdditionalImage, ListedProduct, Product
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.pictures import FILES, is_address

MAIN: Final = ("detail_image", "list_image", "tiny_image", "small_image")
"""The pictures each product has one of."""
P = TypeVar("P", bound=ListedProduct)


def pictured(call: Call, product: P) -> P:
    """Return a product to be answered with the addresses of its pictures.

    The product is changed in place, because a copy of so many fields costs ten times as much.
    """
    for name in MAIN:
        kept = getattr(product, name)
        if kept.startswith(FILES):
            force_setattr(product, name, call.origin + kept)
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


def address(call: Call, kept: str) -> str:
    """Return where the client finds a picture that is kept."""
    return call.origin + kept if kept.startswith(FILES) else kept


def path(call: Call, sent: str) -> str:
    """Return what to keep of an address: what was read here and comes back is our own path."""
    own = sent.removeprefix(call.origin)
    return own if own.startswith(FILES) else sent


async def put_in_place(call: Call, before: Product, pictures: Mapping[str, Any]) -> Product:
    """Give a product other pictures: logged, and announced unless they are those it has."""
    after = replace(before, **pictures)
    changes = differences(before, after)
    if changes:
        after = replace(after, updated_date=moment(call.clock.now()))
        await store.change(call, after, changes)
        await programme.follow(call, [after.product_no])
        call.announce(ProductUpdated.of(after))
    call.journal(f"product {after.product_no}", changes)
    return after


def paths(call: Call, values: dict[str, Any], had: Sequence[AdditionalImage] = ()) -> None:
    """Put our own paths in place of the addresses among `values` that were sent.

    `had`: the additional images the product has, of which one address is enough.
    """
    for name in MAIN:
        if isinstance(sent := values.get(name), str):
            values[name] = path(call, sent)
    if isinstance(images := values.get("additional_image"), list):
        values["additional_image"] = [
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

    Raises Invalid (422) where the text is no address.
    """
    if not is_address(address):
        raise Invalid("Expected a picture, or its address.", parameter="additional_image")
    for image in had:
        if address in (image.big, image.medium, image.small):
            return image
    return AdditionalImage(big=address, medium=address, small=address)
