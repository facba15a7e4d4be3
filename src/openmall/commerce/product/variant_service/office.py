"""The picture of a variant, which the back office's page of its product sets. No API has it."""

from typing import Annotated, Final

from msgspec import Meta

from openmall.commerce.product import pictures
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.refusals import NO_PICTURE_OF_PRODUCT
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant, VariantPath
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource


class VariantPicture(VariantPath, frozen=True, kw_only=True):
    """The picture of a variant."""

    image: Annotated[str, Meta(max_length=2_048)]
    """The address of one of the pictures of its product; empty: none of its own."""


async def change_picture(call: Call, change: VariantPicture) -> Variant:
    """Set the picture of a variant.

    Raises NotFound (404), NotModified (409), and Invalid (422) for a picture that the product does
    not have.
    """
    product, options = await product_store.with_options(call, change.product_no, to_change=True)
    path = pictures.path(call, change.image)
    known = {product.detail_image, *(each.big for each in product.additional_image)}
    if path and path not in known:
        raise Invalid(NO_PICTURE_OF_PRODUCT, parameter="image")
    found = await variant_store.one_to_change(call, change.product_no, change.variant_code, options)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    _, row = found
    if row["image"] == path:
        raise NotModified(IDENTICAL)
    await variant_store.change(call.db, [{**row, "image": path}])
    call.journal(f"variant {change.variant_code}", {"image": (row["image"], path)})
    after = await variant_store.one(call, change.product_no, change.variant_code, options)
    assert after is not None
    return after


_VARIANTS: Final = Resource(Variant, area="product", key="variant")

OPERATIONS = [
    _VARIANTS.put(
        "products/{product_no}/variants/{variant_code}/image", change_picture, takes=VariantPicture
    ),
]
