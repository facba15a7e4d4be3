"""Alternative texts of single pictures of a product, in each language. No API has them.

A text belongs to the stored path of its picture, so it follows the picture when pictures are put in
another order. `meta_alt` of the product's SEO settings stands for pictures without a text.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct
from sqlalchemy import bindparam, delete, select

from openmall.commerce.product import pictures
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import NO_PICTURE_OF_PRODUCT
from openmall.contract.call import Call
from openmall.contract.change import Changes
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

MOST: Final = 21
"""Pictures of one product: the main one and 20 others."""
LONGEST: Final = 250

AltText = Annotated[str, Meta(max_length=LONGEST)]

PICTURE_TEXT: Final = shop_table(
    "product_picture_text",
    number("product_no"),
    number("shop_no"),
    text("picture"),
    text("alt_text"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("product_no", "shop_no", "picture"),
    wide=True,
)
"""Rows of the pictures that have a text of their own; `picture` is its stored path."""


class PictureText(Struct, frozen=True, kw_only=True):
    """A picture and its alternative text."""

    picture: Annotated[str, Meta(max_length=2_048)]
    """Its address: `detail_image`, or `big` of an additional image."""
    alt_text: AltText


class PictureTexts(Struct, frozen=True, kw_only=True):
    """The alternative texts of a product's pictures, the main one first."""

    shop_no: int
    product_no: int
    texts: list[PictureText] = []


class PictureTextsPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class PictureTextsChange(PictureTextsPath, frozen=True, kw_only=True):
    """The texts of all pictures; a picture that is not named has none."""

    texts: Annotated[list[PictureText], Meta(max_length=MOST)]


_T: Final = PICTURE_TEXT.c
_OF: Final = Statement(
    select(_T.product_no, _T.picture, _T.alt_text).where(
        _T.mall_id == bindparam("mall_id"),
        InList(_T.product_no, "product_nos"),
        _T.shop_no == bindparam("shop_no"),
    )
)
_INSERT: Final = Statement(
    lambda insert: insert(PICTURE_TEXT).values({c.name: bindparam(c.name) for c in _T})
)
_DELETE: Final = Statement(
    delete(PICTURE_TEXT).where(
        _T.mall_id == bindparam("mall_id"),
        _T.product_no == bindparam("product_no"),
        _T.shop_no == bindparam("shop_no"),
    )
)


async def stored(
    db: Session, product_nos: Sequence[int], shop_no: int
) -> dict[int, dict[str, str]]:
    """Return the texts of products in a shop: product_no -> stored path of a picture -> text."""
    found: dict[int, dict[str, str]] = {}
    for product_no, picture, alt_text in await db.all(
        _OF, product_nos=list(product_nos), shop_no=shop_no
    ):
        found.setdefault(product_no, {})[picture] = alt_text
    return found


def paths_of(product: Product) -> list[str]:
    """Return the stored paths of a product's pictures, the main one first."""
    shown = [each.big or each.medium or each.small for each in product.additional_image]
    return [path for path in (product.detail_image, *shown) if path]


async def replace(
    db: Session, product_no: int, shop_no: int, texts: Iterable[tuple[str, str]]
) -> None:
    """Replace all texts of a product in a shop by pairs of a stored path and a text."""
    await db.run(_DELETE, product_no=product_no, shop_no=shop_no)
    for picture, alt_text in dict(texts).items():
        if alt_text:
            await db.run(
                _INSERT, product_no=product_no, shop_no=shop_no, picture=picture, alt_text=alt_text
            )


async def replace_in_order(
    call: Call, product_no: int, texts: Sequence[str], *, shop_no: int
) -> None:
    """Replace the texts of a product's pictures, as an import names them: the main one first.

    Texts without a picture are left out.
    """
    with call.in_shop(shop_no):
        product = await product_store.get(call, product_no)
    pairs = zip(paths_of(product), texts, strict=False)
    await replace(call.db, product_no, shop_no, pairs)


async def retrieve(call: Call, params: PictureTextsPath) -> PictureTexts:
    """Retrieve the alternative texts of a product's pictures."""
    product = await product_store.get(call, params.product_no)
    found = (await stored(call.db, [params.product_no], call.shop_no)).get(params.product_no, {})
    return _answer(call, product, found)


async def change(call: Call, params: PictureTextsChange) -> PictureTexts:
    """Replace the alternative texts of a product's pictures.

    Raises NotModified (409), and Invalid (422) for a picture that the product does not have in any
    language: products of additional shops may show the pictures of the basic one.
    """
    product = await product_store.get(call, params.product_no, to_change=True)
    after = {
        pictures.path(call, each.picture): text
        for each in params.texts
        if (text := each.alt_text.strip())
    }
    known = await _known(call, product)
    if after.keys() - known:
        raise Invalid(NO_PICTURE_OF_PRODUCT, parameter="texts.picture")
    before = (await stored(call.db, [product.product_no], call.shop_no)).get(product.product_no, {})
    if after == before:
        raise NotModified(IDENTICAL)
    await replace(call.db, product.product_no, call.shop_no, after.items())
    changes: Changes = {"texts": (before, after)}
    call.journal(f"texts of the pictures of product {product.product_no}", changes)
    return _answer(call, product, after)


async def _known(call: Call, product: Product) -> set[str]:
    """Return the pictures that a product shows in its shop: its own, or those of the basic one."""
    known = set(paths_of(product))
    basic = min(call.mall.shops)
    if call.shop_no != basic and (not product.detail_image or not product.additional_image):
        with call.in_shop(basic):
            known |= set(paths_of(await product_store.get(call, product.product_no)))
    return known


def _answer(call: Call, product: Product, texts: dict[str, str]) -> PictureTexts:
    paths = dict.fromkeys((*paths_of(product), *texts))
    return PictureTexts(
        shop_no=call.shop_no,
        product_no=product.product_no,
        texts=[
            PictureText(picture=pictures.address(call, path), alt_text=texts[path])
            for path in paths
            if path in texts
        ],
    )


_TEXTS: Final = Resource(PictureTexts, area="product", key="picturetexts")
_PATH: Final = "products/{product_no}/picturetexts"

OPERATIONS = [
    _TEXTS.get(_PATH, retrieve, takes=PictureTextsPath),
    _TEXTS.put(_PATH, change, takes=PictureTextsChange),
]
