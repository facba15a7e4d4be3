"""The keys of standard tags that products of the programme have, and the values of each."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.commerce.partner.products import search as partner_product_search
from openmall.commerce.partner.shops.takes import Offset5000
from openmall.commerce.partner_projection.tables import TAG_KEYS, tag_values
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import Limit100, Params
from openmall.contract.scopes import READ_PARTNER_PRODUCT

MOST_VALUES: Final = 100
"""Maximum number of values that are listed of a key."""


class StandardTagValues(Struct, frozen=True, kw_only=True):
    """A property of products, and the values that products have of it."""

    standard_tag_key: str
    standard_tag_values: Annotated[list[str], Meta(max_length=MOST_VALUES)]


class StandardTagQuery(Params, frozen=True, kw_only=True):
    """Pages the properties of products."""

    limit: Limit100 = 10
    offset: Offset5000 = 0


async def list_tags(call: Call, query: StandardTagQuery) -> Sequence[StandardTagValues]:
    """Retrieve a list of product tag properties, with the first hundred values of each."""
    keys = await partner_product_search.distinct_words(
        call, TAG_KEYS, limit=query.limit, offset=query.offset
    )
    return [
        StandardTagValues(
            standard_tag_key=key,
            standard_tag_values=await partner_product_search.distinct_words(
                call, tag_values(key), limit=MOST_VALUES
            ),
        )
        for key in keys
    ]


OPERATIONS = [
    listing(
        "products/standardtags",
        list_tags,
        takes=StandardTagQuery,
        gives=StandardTagValues,
        key="standardtags",
        scope=READ_PARTNER_PRODUCT,
    ),
]
