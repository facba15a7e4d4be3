"""The pictures of a product on its page, with the alternative text of each."""

from typing import Any
from urllib.parse import urlsplit

from openmall.contract.pictures import FILES
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.search_engines import search_store


def addresses(product: dict[str, Any]) -> list[str]:
    """Return the addresses of a product's pictures, the main one first."""
    found = [product["detail_image"], *(each["big"] for each in product["additionalimages"])]
    return [each for each in found if each.startswith("https://")]


async def of(context: PageContext, product: dict[str, Any]) -> list[dict[str, str]]:
    """Return `address` and `text` of each picture of a product, the main one first.

    A picture without a text has that of all pictures of the product, else the product's name; the
    others add their number, so that no two are called the same.
    """
    found = addresses(product)
    if not found:
        return []
    shop_no, number = context.shop.shop_no, product["product_no"]
    mall_id = context.mall.mall_id
    own = await search_store.own_picture_texts(context.database, mall_id, shop_no, number)
    common = await search_store.picture_text(context.database, mall_id, shop_no, number)
    common = common or product["product_name"]
    return [
        {"address": address, "text": own.get(_stored(address), "") or _numbered(common, at)}
        for at, address in enumerate(found, 1)
    ]


def chosen(context: PageContext, pictures: list[dict[str, str]], of_variant: str = "") -> int:
    """Return the index of the picture that the address of the page asks for.

    Else that of the chosen variant, `of_variant`, else that of the main one.
    """
    asked = context.visit.query.text("picture")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0
    if 1 <= number <= len(pictures):
        return number - 1
    addresses_shown = [each["address"] for each in pictures]
    return addresses_shown.index(of_variant) if of_variant in addresses_shown else 0


def _numbered(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ({number})"


def _stored(address: str) -> str:
    """Return the stored path of a picture: that of the mall's own files has no host."""
    path = urlsplit(address).path
    return path if path.startswith(FILES) else address
