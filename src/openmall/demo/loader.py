"""Fills the demo shop: categories, products, pictures, and a gateway contract."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import Final

import msgspec

from openmall.commerce.category.categories import bulk as category_bulk
from openmall.commerce.category.categories.shape import CategoryPath, CategoryUpdate
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.commerce.product.products.shape import InCategory
from openmall.commerce.product.variants.store import OptionNames
from openmall.commerce.salesreport import financials
from openmall.commerce.store.images_setting import ImageSizes, ImagesSetting
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import current
from openmall.contract.journal import batch as journal_batch
from openmall.contract.json_values import Encodable
from openmall.contract.moments import Clock
from openmall.contract.params import Flag
from openmall.database import sequences
from openmall.database.session import Database
from openmall.demo import generator, home_page, load_progress, posts
from openmall.demo.catalogue import SHOPS, DemoProduct, Language, Text, catalogue, variants
from openmall.demo.drawing import svg
from openmall.media.store import Store

BATCH: Final = 50
"""Products of one transaction: a server on the same file waits tens of milliseconds for it."""
PICTURES: Final = ("detail_image", "list_image", "tiny_image", "small_image")
"""Fields of a product that hold a picture, each drawn in its own size."""
SHARED_COLOUR: Final = "#7a4f3a"
CONTRACT: Final = financials.GatewayContract(
    partner_id="demo0001",
    payment_gateway_name="gateway_a",
    contract_date=date(2026, 1, 5),
    setting_date=date(2026, 1, 12),
    status="T",
    bank_code="013",
    bank_account_no="000-000000-00-000",
    bank_account_name="openmall demo",
    payment_method_information=[
        financials.Settlement(payment_method="card", period="M", period_information="15"),
        financials.Settlement(payment_method="tcash", period="D", period_information="1"),
    ],
)
"""The mall's contract with a payment gateway."""

_SIDES: Final = ("width", "height")

Pictures = dict[str, str]
"""Field of a product -> the address of its picture."""
Progress = Callable[[int], None]
"""Called with the number of products that have just been written."""


class Loader:
    """Fills one mall, and resumes where it was interrupted; existing rows stay.

    The progress is stored among the mall's numbers, in the transaction of the products themselves,
    so that later changes and deletions by an owner stay. Only one loader may fill a mall at a time.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        mall: Mall,
        files: Store | None,
        *,
        shops: Sequence[tuple[int, Language]] = SHOPS,
        count_stock: bool = True,
    ) -> None:
        """`files`: where pictures are kept; None: `load_products` alone is called.

        `shops`: language of each shop's texts and prices, one of the catalogue's.

        `count_stock`: stock is counted; else products are always available.
        """
        self._database = database
        self._clock = clock
        self._mall = mall
        self._files = files
        self._drawn: set[str] = set()
        self._sizes = ImageSizes()
        self._shops = [each for each in shops if each[0] in mall.shops]
        self._counts: Flag = "T" if count_stock else "F"

    async def missing(self, *, products: int, seed: int) -> int:
        """Return how many products `load` would write."""
        shown, generated = await self._loaded(seed)
        display = 0 if shown else len(catalogue().products)
        return display + max(0, products - generated)

    async def load(self, *, products: int, seed: int, progress: Progress) -> None:
        """Write the catalogue, then generated products until there are `products` of `seed`.

        Raises ValueError for a seed or number the generator does not take.
        """
        shown, generated = await self._loaded(seed)
        await self._contract()
        filed = await self._categories()
        await self._measure()
        if not shown:
            display = await asyncio.to_thread(self._displayed)
            await self._write(load_progress.CATALOGUE, display, filed)
            progress(len(display))
        await self._posts()
        await self._home()
        generated_rows = generator.products(seed, max(0, products - generated), start=generated + 1)
        while batch := list(islice(generated_rows, BATCH)):
            await self._write(
                load_progress.series(seed), [(each, self._shared(each)) for each in batch], filed
            )
            progress(len(batch))

    async def load_products(self, products: Sequence[DemoProduct]) -> None:
        """Write products of the catalogue without pictures, and all categories; only once."""
        filed = await self._categories()
        await self._write(load_progress.CATALOGUE, [(each, {}) for each in products], filed)

    async def _loaded(self, seed: int) -> tuple[int, int]:
        async with self._database.reading(self._mall.mall_id) as db:
            return await sequences.allocated(
                db, load_progress.CATALOGUE
            ), await sequences.allocated(db, load_progress.series(seed))

    async def _measure(self) -> None:
        """Read the shop's image sizes."""
        async with self._database.reading(self._mall.mall_id) as db:
            call = Call(self._clock, db)
            self._sizes = (await current(call, ImagesSetting)).product_image_size

    async def _contract(self) -> None:
        async with self._database.writing(self._mall.mall_id) as db:
            if not await sequences.allocated(db, load_progress.CONTRACT):
                await financials.keep_contract(db, CONTRACT)
                await sequences.allocate(db, load_progress.CONTRACT)

    async def _posts(self) -> None:
        async with self._database.writing(self._mall.mall_id) as db:
            if not await sequences.allocated(db, load_progress.POSTS):
                await posts.write(db, self._mall, self._clock, self._shops)

    async def _home(self) -> None:
        assert self._files is not None, "a home page has pictures"
        for path, drawn in home_page.pictures(self._shops[0][1]).items():
            self._files.write(self._mall.mall_id, path, drawn.encode())
        async with self._database.writing(self._mall.mall_id) as db:
            await home_page.arrange(db, self._mall, self._clock, self._shops)

    async def _categories(self) -> dict[str, int]:
        """Return the number of each category of the catalogue, creating missing ones."""
        paths: dict[str, tuple[str, ...]] = {}
        for each in catalogue().categories:
            above = paths[each.parent] if each.parent else ()
            paths[each.key] = (*above, each.name.ko)
        async with self._database.writing(self._mall.mall_id) as db:
            found: dict[tuple[str, ...], int] = {}
            for (
                category_path
            ) in paths.values():  # one by one, so that they stand in the catalogue's order
                found |= await category_bulk.ensure(db, self._mall, self._clock, [category_path])
            call = Call(self._clock, db, self._mall)
            for each in catalogue().categories:
                number = found[paths[each.key]]
                for shop_no, language in self._shops:
                    with call.in_shop(shop_no):
                        await _name(call, number, each.name.ko, each.name.spoken(language))
            await journal_batch.publish(db, self._clock, call.effects.events)
        return {key: found[path] for key, path in paths.items()}

    async def _write(
        self, series: str, products: Sequence[tuple[DemoProduct, Pictures]], filed: dict[str, int]
    ) -> None:
        ready = [self._ready(product, pictures, filed) for product, pictures in products]
        async with self._database.writing(self._mall.mall_id) as db:
            outcome = await product_bulk.write(db, self._mall, self._clock, ready, why="demo")
            if outcome.refused:
                refusal = outcome.refused[0]
                raise ValueError(f"product {refusal.code}: {refusal.field}: {refusal.reason}")
            await sequences.allocate(db, series, count=len(products))

    def _ready(
        self, product: DemoProduct, pictures: Pictures, filed: dict[str, int]
    ) -> BulkProduct:
        options = {
            shop_no: [
                OptionNames(
                    option.name.spoken(language),
                    [value.spoken(language) for value in option.values],
                )
                for option in product.options
            ]
            for shop_no, language in self._shops
        }
        first = self._shops[0][1]
        return BulkProduct(
            code=product.code,
            texts={shop_no: _texts(product, language) for shop_no, language in self._shops},
            everywhere={
                "display": product.display,
                "selling": product.selling,
                "product_condition": product.condition,
                "product_used_month": product.used_months or 0,
                "product_weight": Decimal(product.weight),
                **pictures,
            },
            options=options if product.options else None,
            variants=[
                BulkVariant(
                    choice=tuple(value.spoken(first) for value in each.choices),
                    use_inventory=self._counts,
                    quantity=each.stock,
                    safety_inventory=product.safety,
                    display_soldout="T",
                )
                for each in variants(product)
            ],
            categories=[InCategory(category_no=filed[key]) for key in product.categories],
        )

    def _displayed(self) -> list[tuple[DemoProduct, Pictures]]:
        """Return the catalogue's products with their pictures, drawn and stored meanwhile."""
        return [(each, self._draw(each, "ko")) for each in catalogue().products]

    def _shared(self, product: DemoProduct) -> Pictures:
        # or there would be as many files as products
        shape, (main, second, *_) = product.drawing.shape, product.drawing.colours
        drawing = msgspec.structs.replace(product.drawing, colours=(main, second, SHARED_COLOUR))
        name = shape.replace("_", " ")
        kind = msgspec.structs.replace(
            product,
            code=f"{shape}-{main[1:]}-{second[1:]}",
            name=Text(name, name),
            drawing=drawing,
        )
        return self._draw(kind, "en")

    def _draw(self, product: DemoProduct, language: Language) -> Pictures:
        """Return the address of each picture of a product, drawn in the sizes of the shop."""
        paths = {}
        for field in PICTURES:
            path = f"products/{product.code}-{field.removesuffix('_image')}.svg"
            if path not in self._drawn:
                assert self._files is not None, "only products without pictures need no store"
                width, height = (getattr(self._sizes, f"{field}_{side}") for side in _SIDES)
                picture = svg(product, width, height, language=language)
                self._files.write(self._mall.mall_id, path, picture.encode())
                self._drawn.add(path)
            paths[field] = f"/files/{path}"
        return paths


def _texts(product: DemoProduct, language: Language) -> dict[str, Encodable]:
    description = product.description.spoken(language)
    return {
        "product_name": product.name.spoken(language),
        "eng_product_name": product.name.en,
        "summary_description": product.summary.spoken(language),
        "simple_description": product.summary.spoken(language),
        "description": description,
        "mobile_description": description,
        "price": Decimal(product.price.spoken(language)),
        "supply_price": Decimal(product.supply_price.spoken(language)),
        "retail_price": Decimal(product.retail_price.spoken(language)),
        "product_tag": list(product.tags.spoken(language)),
    }


async def _name(call: Call, number: int, before: str, name: str) -> None:
    """Name a category in the call's shop, unless an owner has renamed it meanwhile."""
    path = CategoryPath(shop_no=call.shop_no, category_no=number)
    if (await category_rules.retrieve(call, path)).category_name == before != name:
        change = CategoryUpdate(shop_no=call.shop_no, category_no=number, category_name=name)
        await category_rules.change(call, change)
