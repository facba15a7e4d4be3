"""Structured data of pages for search engines: JSON-LD of schema.org.

Values come from shops and shoppers. The text is escaped so that nothing in it can end the script
element that holds it.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from openmall.contract.json_values import Encodable

_ESCAPED: Final = str.maketrans(
    {
        "<": "\\u003c",
        ">": "\\u003e",
        "&": "\\u0026",
        "\u2028": "\\u2028",
        "\u2029": "\\u2029",
    }
)
_CONTEXT: Final = "https://schema.org"
_MOST_OFFERS: Final = 100


def script_content(data: Encodable) -> Markup:
    """Return data as the content of a script element of JSON-LD."""
    # within JSON these characters only stand in strings, where the escapes mean the same
    return Markup(msgspec.json.encode(data).decode().translate(_ESCAPED))  # noqa: S704 # escaped


def breadcrumbs(steps: Sequence[tuple[str, str]]) -> dict[str, Encodable]:
    """Return the way to a page: names and addresses, from the top."""
    return {
        "@context": _CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": at, "name": name, "item": address}
            for at, (name, address) in enumerate(steps, 1)
        ],
    }


def product(
    *,
    name: str,
    address: str,
    description: str,
    pictures: Sequence[str],
    sku: str,
    brand: str,
    currency: str,
    offers: Sequence[tuple[str, str, bool]],
    ratings: tuple[int, int],
) -> dict[str, Encodable]:
    """Return a product with its offers and what its reviews say.

    `offers`: code, price and whether it is in stock, of each variant. `ratings`: number of reviews
    with a rating, and the sum of their ratings from 1 to 5.
    """
    data: dict[str, Encodable] = {
        "@context": _CONTEXT,
        "@type": "Product",
        "name": name,
        "url": address,
        "sku": sku,
    }
    if description:
        data["description"] = description
    if pictures:
        data["image"] = list(pictures)
    if brand:
        data["brand"] = {"@type": "Brand", "name": brand}
    found = [
        {
            "@type": "Offer",
            "url": address,
            "sku": code,
            "price": price,
            "priceCurrency": currency,
            "availability": f"{_CONTEXT}/{'InStock' if is_there else 'OutOfStock'}",
        }
        for code, price, is_there in offers[:_MOST_OFFERS]
    ]
    if found:
        data["offers"] = found[0] if len(found) == 1 else found
    count, total = ratings
    if count:
        data["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": f"{total / count:.1f}",
            "reviewCount": count,
            "bestRating": "5",
            "worstRating": "1",
        }
    return data
