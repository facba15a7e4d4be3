"""Tags of a product, one by one: those of its `product_tag`, by which it is found.

There is one copy: every change is an update of the product, with its date, its event and its search
tokens. Specification: "Products tags".
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductUpdate
from openmall.commerce.product.refusals import EMPTY_TAG, TOO_MANY_TAGS
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, ShopParams, Tag
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

MOST_TAGS: Final = 100
"""Tags a product may carry."""


class Tags(Struct, frozen=True, kw_only=True):
    """The tags of a product."""

    shop_no: int
    tags: list[str]


class AddedTags(Struct, frozen=True, kw_only=True):
    """The tags that were added to a product."""

    shop_no: int
    product_no: int
    tags: list[str]


class RemovedTag(Struct, frozen=True, kw_only=True):
    """The tag that was taken from a product."""

    shop_no: int
    product_no: int
    tag: str


class TagsPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class TagPath(TagsPath, frozen=True, kw_only=True):
    tag: str


class TagsDraft(TagsPath, frozen=True, kw_only=True):
    tags: Annotated[list[Tag], Meta(max_length=MOST_TAGS)]


async def retrieve(call: Call, params: TagsPath) -> Tags:
    """Retrieve a list of a product's tags, in the order in which they were put there."""
    return Tags(shop_no=call.shop_no, tags=await _tags(call, params))


async def number(call: Call, params: TagsPath) -> int:
    """Retrieve a count of a product's tags."""
    return len(await _tags(call, params))


async def add(call: Call, draft: TagsDraft) -> AddedTags:
    """Add tags to a product, behind those it has.

    Tags it has already are passed over; when it has all of them it is NotModified (409).
    An empty tag, or more tags in all than a product may carry, is Invalid (422).
    """
    if "" in draft.tags:
        raise Invalid(EMPTY_TAG, parameter="tags")
    before = await _tags(call, draft, to_change=True)
    tags = list(dict.fromkeys(draft.tags))
    after = before + [tag for tag in tags if tag not in before]
    if len(after) > max(MOST_TAGS, len(before)):
        raise Invalid(TOO_MANY_TAGS, parameter="tags", most=MOST_TAGS)
    await _keep(call, draft.product_no, after)
    return AddedTags(shop_no=call.shop_no, product_no=draft.product_no, tags=tags)


async def remove(call: Call, params: TagPath) -> RemovedTag:
    """Delete a tag of a product. One it does not have is NotFound (404)."""
    before = await _tags(call, params, to_change=True)
    if params.tag not in before:
        raise NotFound(DOES_NOT_EXIST, parameter="tag", resource=Phrase("tag"))
    await _keep(call, params.product_no, [tag for tag in before if tag != params.tag])
    return RemovedTag(shop_no=call.shop_no, product_no=params.product_no, tag=params.tag)


async def _tags(call: Call, params: TagsPath, *, to_change: bool = False) -> list[str]:
    """Return a product's distinct tags: `product_tag` may hold one twice."""
    product = await product_store.get(call, params.product_no, to_change=to_change)
    return list(dict.fromkeys(product.product_tag))


async def _keep(call: Call, product_no: int, tags: list[str]) -> None:
    update = ProductUpdate(shop_no=call.shop_no, product_no=product_no, product_tag=tags)
    await product_rules.change(call, update)


_TAG: Final = Resource(Tags, area="product", key="tag")

OPERATIONS = [
    _TAG.get("products/{product_no}/tags", retrieve, takes=TagsPath, key="tags"),
    _TAG.count("products/{product_no}/tags/count", number, takes=TagsPath),
    _TAG.giving(AddedTags).post("products/{product_no}/tags", add, takes=TagsDraft),
    _TAG.giving(RemovedTag).delete("products/{product_no}/tags/{tag}", remove, takes=TagPath),
]
