"""Decoration images: small pictures laid over those of a product, for a while or for good.

A decoration image gets a code when it is first put on a product; the code names this picture of the
mall from then on. Specification: resources of the Product area are "not shown"; names are those of
`spec/parameters.tsv`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from sqlalchemy import Index, bindparam, delete, select

from openmall.commerce.product import partner_updates, pictures
from openmall.commerce.product.images import framed
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.product.refusals import (
    CODE_OF_ANOTHER_PICTURE,
    TOO_MANY_DECORATIONS,
    TOO_MANY_DECORATIONS_OF_MALL,
)
from openmall.commerce.store.images_setting import ImagesSetting
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import differences, merged
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import EndDate, EntityNo, Flag, Params, ShopParams, StartDate
from openmall.contract.pictures import Picture
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START, IDENTICAL, MISSING, NO_SUCH
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED, Left

KNOWN: Final = shop_table(
    "decoration_image",
    text("code"),
    text("path"),
    backup=WITH_MALL,
    undo=Left("the mall goes on knowing the picture"),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("code",),
)
"""The decoration images of a mall."""
Index("ix_decoration_image_path", KNOWN.c.mall_id, KNOWN.c.path)
DECORATED: Final = shop_table(
    "decorated_product",
    number("product_no"),
    number("shop_no"),
    text("content"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "shop_no"),
)
"""The products with decoration images. `content`: a Decoration in JSON, without the paths."""

_MALL: Final = KNOWN.c.mall_id == bindparam("mall_id")
_OF_PRODUCT: Final = (
    DECORATED.c.mall_id == bindparam("mall_id"),
    DECORATED.c.product_no == bindparam("product_no"),
)
_ALL: Final = Statement(select(KNOWN.c.code, KNOWN.c.path).where(_MALL).order_by(KNOWN.c.code))
_PATHS: Final = Statement(
    select(KNOWN.c.code, KNOWN.c.path).where(_MALL, InList(KNOWN.c.code, "codes"))
)
_BY_CODE: Final = Statement(select(KNOWN.c.path).where(_MALL, KNOWN.c.code == bindparam("code")))
_BY_PATH: Final = Statement(
    select(KNOWN.c.code)
    .where(_MALL, KNOWN.c.path == bindparam("path"))
    .order_by(KNOWN.c.code)
    .limit(1)
)
_ADD_KNOWN: Final = Statement(
    lambda insert: (
        insert(KNOWN)
        .values({c.name: bindparam(c.name) for c in KNOWN.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "code"])
    )
)
_FIND: Final = Statement(
    select(DECORATED.c.content).where(*_OF_PRODUCT, DECORATED.c.shop_no == bindparam("shop_no"))
)
_UPSERT: Final = Statement(
    lambda insert: (
        insert(DECORATED)
        .values({c.name: bindparam(c.name) for c in DECORATED.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "shop_no"],
            set_={"content": bindparam("content")},
        )
    )
)
_DELETE: Final = Statement(delete(DECORATED).where(*_OF_PRODUCT))

MOST: Final = 20
"""Decoration images of one product."""
MOST_KNOWN: Final = 500
"""Decoration images of one mall: they are answered in one list."""
Code = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=50,
        pattern=patterns.pattern(r"^[A-Za-z0-9_-]*\Z", "a-z, A-Z, 0-9, _ and - only"),
    ),
]
Vertical = Literal["T", "C", "B"]
"""T top, C centre, B bottom."""
Horizontal = Literal["L", "C", "R"]
"""L left, C centre, R right."""


class DecorationImage(Struct, frozen=True, kw_only=True):
    """A decoration image as the mall knows it."""

    code: str
    path: str


class PositionedImage(Struct, frozen=True, kw_only=True):
    """A decoration image and its position on a product's picture."""

    code: str
    path: str = ""
    image_vertical_position: Vertical = "T"
    image_horizontal_position: Horizontal = "L"


class Decoration(Struct, frozen=True, kw_only=True):
    """The decoration images of a product. The defaults are what a new product has."""

    shop_no: int = 1
    use_show_date: Flag = "F"
    show_start_date: datetime | None = None
    show_end_date: datetime | None = None
    image_list: list[PositionedImage] = []


class PositionedImageDraft(Struct, frozen=True, kw_only=True):
    """A decoration image as it is sent: by the code the mall knows, or with its picture."""

    code: Code | UnsetType = UNSET
    path: Picture = ""
    image_horizontal_position: Horizontal = "L"
    image_vertical_position: Vertical = "T"


class DecorationChange(ShopParams, frozen=True, kw_only=True):
    """The decoration images for the product named in the path, and when they are shown."""

    product_no: EntityNo
    use_show_date: Flag | UnsetType = UNSET
    show_start_date: StartDate | None | UnsetType = UNSET
    show_end_date: EndDate | None | UnsetType = UNSET
    image_list: Annotated[list[PositionedImageDraft], Meta(max_length=MOST)]


class DecorationPath(ProductPath, frozen=True, kw_only=True):
    """Selects a decoration image of a product."""

    code: Code


class Removed(Struct, frozen=True, kw_only=True):
    """The decoration image that was removed from a product."""

    shop_no: int
    code: str


async def known(call: Call, params: Params) -> Sequence[DecorationImage]:
    """Retrieve a list of the decoration images of the mall."""
    rows = await call.db.all(_ALL)
    return [DecorationImage(code=code, path=pictures.address(call, path)) for code, path in rows]


async def retrieve(call: Call, params: ProductPath) -> Decoration:
    """Retrieve the decoration images of a product."""
    await product_store.get(call, params.product_no)
    return await _answer(call, await _read(call, params.product_no))


async def make(call: Call, params: DecorationChange) -> Callable[[], DecorationChange]:
    """Return the work that stores the pictures sent, none larger than a detail image."""
    await product_store.get(call, params.product_no)
    frame = framed((await current(call, ImagesSetting)).product_image_size, "detail")
    mall_id = call.mall.mall_id
    sent = [replace(image, path=pictures.path(call, image.path)) for image in params.image_list]

    def work() -> DecorationChange:
        images = []
        for image in sent:
            if image.path:
                [path] = call.pictures.make(
                    mall_id, image.path, [frame], parameter="image_list.path"
                )
                image = replace(image, path=path)
            images.append(image)
        return replace(params, image_list=images)

    return work


async def add(call: Call, params: DecorationChange) -> Decoration:
    """Set decoration images for a product, beside those it has."""
    return await _decorate(call, params, beside=True)


async def change(call: Call, params: DecorationChange) -> Decoration:
    """Replace the decoration images of a product. Identical content is NotModified (409)."""
    return await _decorate(call, params, beside=False)


async def _decorate(call: Call, params: DecorationChange, *, beside: bool) -> Decoration:
    # the product's row is what two calls take turns on
    product = await product_store.get(call, params.product_no, to_change=True)
    before = await _read(call, params.product_no)
    images = {image.code: image for image in before.image_list} if beside else {}
    for sent in params.image_list:
        placed = PositionedImage(
            code=await _code(call, sent),
            image_vertical_position=sent.image_vertical_position,
            image_horizontal_position=sent.image_horizontal_position,
        )
        images[placed.code] = placed
    if len(images) > MOST:
        raise Invalid(TOO_MANY_DECORATIONS, parameter="image_list", most=MOST)
    dates = {
        name: value
        for name in ("use_show_date", "show_start_date", "show_end_date")
        if (value := getattr(params, name)) is not UNSET
    }
    for name in ("show_start_date", "show_end_date"):
        if isinstance(at := dates.get(name), int):
            dates[name] = moment(at)
    after = replace(merged(before, dates), image_list=list(images.values()))
    _require_time(after)
    if after == before and not beside:
        raise NotModified(IDENTICAL)
    await _write(call, product, before, after)
    return await _answer(call, after)


async def _code(call: Call, sent: PositionedImageDraft) -> str:
    """Return the code of a decoration image, registering a picture that is new to the mall."""
    if isinstance(sent.code, str):
        row = await call.db.one(_BY_CODE, code=sent.code)
        if row is not None:
            if sent.path not in ("", row[0]):
                raise _another()
            return sent.code
        if not sent.path:
            raise Invalid(NO_SUCH, parameter="image_list.code", resource=Phrase("decoration image"))
        return await _register(call, sent.code, sent.path)
    if not sent.path:
        raise Invalid(MISSING, parameter="image_list.code")
    row = await call.db.one(_BY_PATH, path=sent.path)
    if row is not None:
        found: str = row[0]
        return found
    return await _register(call, "", sent.path)


async def _register(call: Call, code: str, path: str) -> str:
    """Register a decoration image of the mall; return its code, a new one if it has none."""
    at = await sequences.allocate(call.db, "decoration_image")
    if at > MOST_KNOWN:
        raise Invalid(TOO_MANY_DECORATIONS_OF_MALL, parameter="image_list.code", most=MOST_KNOWN)
    if not code:
        code = f"image_custom_{at}"
        while await call.db.one(_BY_CODE, code=code) is not None:
            # the code belongs to another picture
            code += "_"
    if not await call.db.run(_ADD_KNOWN, code=code, path=path):
        # another call was first
        row = await call.db.one(_BY_CODE, code=code)
        if row is None or row[0] != path:
            raise _another()
    return code


def _another() -> Invalid:
    return Invalid(CODE_OF_ANOTHER_PICTURE, parameter="image_list.path")


def _require_time(decoration: Decoration) -> None:
    begin, end = decoration.show_start_date, decoration.show_end_date
    if decoration.use_show_date == "T":
        for name in ("show_start_date", "show_end_date"):
            if getattr(decoration, name) is None:
                raise Invalid(MISSING, parameter=name)
    if begin is not None and end is not None and end < begin:
        raise Invalid(END_BEFORE_START, parameter="show_end_date")


async def remove_decoration(call: Call, params: DecorationPath) -> Removed:
    """Remove a decoration image of a product; the mall still knows it."""
    product = await product_store.get(call, params.product_no, to_change=True)
    before = await _read(call, params.product_no)
    left = [image for image in before.image_list if image.code != params.code]
    if left == before.image_list:
        raise NotFound(DOES_NOT_EXIST, parameter="code", resource=Phrase("decorationimage"))
    await _write(call, product, before, replace(before, image_list=left))
    return Removed(shop_no=call.shop_no, code=params.code)


async def forget(call: Call, product_no: int) -> None:
    """Remove the decoration of a deleted product, in every language."""
    await call.db.run(_DELETE, product_no=product_no)


async def _read(call: Call, product_no: int) -> Decoration:
    row = await call.db.one(_FIND, shop_no=call.shop_no, product_no=product_no)
    decoration = Decoration() if row is None else msgspec.json.decode(row[0], type=Decoration)
    return replace(decoration, shop_no=call.shop_no)


async def _write(call: Call, product: Product, before: Decoration, after: Decoration) -> None:
    changes = differences(before, after)
    if changes:
        content = msgspec.json.encode(after).decode()
        await call.db.run(
            _UPSERT, shop_no=call.shop_no, product_no=product.product_no, content=content
        )
        product = replace(product, updated_date=moment(call.clock.now()))
        await product_store.change(call, product, ())
        await partner_updates.update_projection(call, [product.product_no])
        call.publish(ProductUpdated.of(product))
    call.journal(f"decoration of product {product.product_no}", changes)


async def _answer(call: Call, decoration: Decoration) -> Decoration:
    """Return a decoration with the addresses of its pictures."""
    if not decoration.image_list:
        return decoration
    codes = [image.code for image in decoration.image_list]
    paths = {row[0]: row[1] for row in await call.db.all(_PATHS, codes=codes)}
    shown = [
        replace(image, path=pictures.address(call, paths[image.code]))
        for image in decoration.image_list
    ]
    return replace(decoration, image_list=shown)


_DECORATIONIMAGES: Final = Resource(
    Decoration, area="product", key="decorationimage", listed="decorationimages"
)

OPERATIONS = [
    _DECORATIONIMAGES.giving(DecorationImage).listing(
        "products/decorationimages", known, takes=Params
    ),
    _DECORATIONIMAGES.get(
        "products/{product_no}/decorationimages",
        retrieve,
        takes=ProductPath,
        shows=("use_show_date", "show_start_date", "show_end_date", "image_list"),
    ),
    _DECORATIONIMAGES.post(
        "products/{product_no}/decorationimages", add, takes=DecorationChange, prepare=make
    ),
    _DECORATIONIMAGES.put(
        "products/{product_no}/decorationimages", change, takes=DecorationChange, prepare=make
    ),
    _DECORATIONIMAGES.giving(Removed).delete(
        "products/{product_no}/decorationimages/{code}", remove_decoration, takes=DecorationPath
    ),
]
