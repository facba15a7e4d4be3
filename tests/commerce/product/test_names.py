"""Products are found by any part of their names, in every language, on both stores."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, select

from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.commerce.product.products import names
from openmall.contract.call import Mall, Shop
from openmall.database import ngrams
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.world import World

INDEX = Statement(
    select(names.PART.c.block, names.PART.c.piece, names.PART.c.product_nos).where(
        names.PART.c.mall_id == bindparam("mall_id"), names.PART.c.shop_no == bindparam("shop_no")
    )
)

SHOP = {
    "린넨 앞치마": "Linen Apron",
    "가죽 가방 AB-1234": "LEATHER BAG ab-1234",
    "カバン 革 100%": "Kaban",
    "ｶﾊﾞﾝ小": "Straße_1",
    "컵": 'O\'Neill "cup"',
}


def found(world: World, **query: Any) -> list[str]:
    """Return the names of the products a list finds, the newest first; the count must agree."""
    products = world.get("products", fields="product_name", limit=100, **query)["products"]
    counted = world.get("products/count", **query)["count"]
    assert counted == len(products)
    return [product["product_name"] for product in products]


@pytest.fixture
def shop(world: World) -> World:
    for name, english in SHOP.items():
        world.product(product_name=name, eng_product_name=english, model_name=f"M-{english}")
    return world


@pytest.mark.parametrize(
    ("asked", "names_found"),
    [
        ("앞치마", ["린넨 앞치마"]),
        ("가방", ["가죽 가방 AB-1234"]),
        ("가", ["가죽 가방 AB-1234"]),
        ("넨 앞", ["린넨 앞치마"]),
        ("치마,컵", ["컵", "린넨 앞치마"]),
        ("カバン", ["ｶﾊﾞﾝ小", "カバン 革 100%"]),
        ("ｶﾊﾞ", ["ｶﾊﾞﾝ小", "カバン 革 100%"]),
        ("革", ["カバン 革 100%"]),
        ("小", ["ｶﾊﾞﾝ小"]),
        ("ab-1234", ["가죽 가방 AB-1234"]),
        ("B-", ["가죽 가방 AB-1234"]),
        ("4", ["가죽 가방 AB-1234"]),
        ("0%", ["カバン 革 100%"]),
        ("%", ["カバン 革 100%"]),
        ("_", []),
        ("가_방", []),
        ("없는", []),
    ],
)
def test_any_part_of_a_name_finds_it(shop: World, asked: str, names_found: list[str]) -> None:
    assert found(shop, product_name=asked) == names_found


WORDS = [
    "Red cotton shirt",
    "남성 반팔 티셔츠",
    "赤い 綿 シャツ",
    "Crème brûlée",
    "İstanbul çanta",
    "Ispartalı halı",
    "Zürich T‑Shirt",
    "O’Brien",
    "Łódź ﬁlm",
    "ガラス",
    "かみ\u200bの\u00a0はこ",
]


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("red shirt", "Red cotton shirt"),
        ("SHIRT  Red", "Red cotton shirt"),
        ("red-shirt", "Red cotton shirt"),
        ("red blue", ""),
        ("티셔츠 반팔", "남성 반팔 티셔츠"),
        ("반팔　남성", "남성 반팔 티셔츠"),
        ("티셔츠 여성", ""),
        ("ｼｬﾂ 赤", "赤い 綿 シャツ"),
        ("creme brulee", "Crème brûlée"),
        ("BRÛLÉE crème", "Crème brûlée"),
        ("creme bru\u0302lee", "Crème brûlée"),
        ("istanbul", "İstanbul çanta"),
        ("İSTANBUL CANTA", "İstanbul çanta"),
        ("ıspartali", "Ispartalı halı"),
        ("zurich t-shirt", "Zürich T‑Shirt"),
        ("t shirt zürich", "Zürich T‑Shirt"),
        ("O'Brien", "O’Brien"),
        ("oʼbrien", "O’Brien"),
        ("o´brien", "O’Brien"),
        ("lodz film", "Łódź ﬁlm"),
        ("ガラス", "ガラス"),
        ("カラス", ""),
        ("かみの はこ", "かみ\u200bの\u00a0はこ"),
        ("\ufeffred\u200b", "Red cotton shirt"),
        ("nothing,creme brulee", "Crème brûlée"),
    ],
)
def test_each_word_counts_alone_and_marks_do_not(world: World, asked: str, name: str) -> None:
    for each in WORDS:
        world.product(product_name=each)
    found_names = [ngrams.fold(each) for each in found(world, product_name=asked)]
    assert found_names == ([ngrams.fold(name)] if name else [])


NOTHING = ["¨", "\u0301", "´", "¨ ´", "\u200b", "\u00ad\u0301", "゛"]
"""Texts that are empty when folded, or marks without a match among the names."""


@pytest.mark.parametrize("asked", NOTHING)
def test_marks_alone_find_nothing(shop: World, asked: str) -> None:
    assert found(shop, product_name=asked) == []
    assert found(shop, product_name=f"{asked},컵") == ["컵"]
    assert found(shop, eng_product_name=asked, product_name="가방") == []


@pytest.mark.parametrize(
    ("asked", "names_found"),
    [
        ("leather bag", ["가죽 가방 AB-1234"]),
        ("APRON", ["린넨 앞치마"]),
        ("ba", ["カバン 革 100%", "가죽 가방 AB-1234"]),
        ("strasse", ["ｶﾊﾞﾝ小"]),
        ("STRASSE_", ["ｶﾊﾞﾝ小"]),
        ("o'n", ["컵"]),
        ('"', ["컵"]),
        ("'; --", []),
    ],
)
def test_case_and_form_of_letters_do_not_matter(
    shop: World, asked: str, names_found: list[str]
) -> None:
    assert found(shop, eng_product_name=asked) == names_found


def test_each_name_is_found_by_its_own_parameter(shop: World) -> None:
    # given names that only stand in the English name and in the model
    # when another name is asked for, then the index alone must not answer
    assert found(shop, product_name="linen") == []
    assert found(shop, model_name="m-linen") == ["린넨 앞치마"]
    assert found(shop, model_name="linen", product_name="가방") == []


def test_codes_are_found_by_any_part_as_they_are_written(shop: World) -> None:
    number = shop.get("products", product_name="컵")["products"][0]
    code = number["product_code"]

    assert found(shop, product_code=code) == ["컵"]
    assert found(shop, product_code=code.lower()) == []
    assert found(shop, product_code=code[-2:]) == ["컵"]
    assert len(found(shop, product_code="P0000")) == len(SHOP)
    assert found(shop, product_code=f"{code},P000000A") == ["컵", "린넨 앞치마"]


def test_names_belong_to_their_language(shop: World) -> None:
    [product] = shop.get("products", product_name="앞치마")["products"]
    shop.put(f"products/{product['product_no']}", 2, product_name="リネンエプロン")

    assert found(shop, product_name="エプロン") == []
    assert found(shop, product_name="앞치마", shop_no=2) == []
    assert found(shop, product_name="エプロン", shop_no=2) == ["リネンエプロン"]
    assert found(shop, product_name="앞치마") == ["린넨 앞치마"]


def test_a_new_name_takes_the_place_of_the_old_one(shop: World) -> None:
    [product] = shop.get("products", product_name="앞치마")["products"]
    number = product["product_no"]

    shop.put(f"products/{number}", product_name="린넨 원피스")

    assert found(shop, product_name="앞치마") == []
    assert found(shop, product_name="원피스") == ["린넨 원피스"]
    assert found(shop, product_name="린넨") == ["린넨 원피스"]
    assert index_of(shop) == expected(shop)


def test_what_is_deleted_leaves_nothing_behind(shop: World) -> None:
    for product in shop.get("products", limit=100)["products"]:
        shop.call("DELETE", f"products/{product['product_no']}")

    assert found(shop, product_name="가방") == []
    assert index_of(shop) == {}


def index_of(world: World) -> dict[tuple[int, int], set[int]]:
    """Return what the index of the mall holds: shop and product -> its pieces."""

    async def read(db: Session) -> dict[tuple[int, int], set[int]]:
        held: dict[tuple[int, int], set[int]] = {}
        for shop_no in (1, 2):
            for block, piece, product_nos in await db.all(INDEX, shop_no=shop_no):
                for number in ngrams.decode(block, product_nos):
                    held.setdefault((shop_no, number), set()).add(piece)
        return held

    return world.in_transaction(read)


def expected(world: World) -> dict[tuple[int, int], set[int]]:
    """Return what it must hold, told by the products' names."""
    held = {}
    for shop_no in (1, 2):
        for product in world.get("products", shop_no=shop_no, limit=100)["products"]:
            texts = [ngrams.fold(product.get(name) or "") for name in names.FIELDS]
            pieces = ngrams.ngrams_of(texts)
            if pieces:
                held[shop_no, product["product_no"]] = pieces
    return held


def bulk_write(world: World, texts: dict[str, str]) -> None:
    shops = {no: Shop(no, "Shop", "ko_KR", "KRW") for no in (1, 2)}
    mall = Mall(world.mall_id, "Mall", "KR", shops)
    wanted = [
        BulkProduct(
            code=code,
            texts={1: {"product_name": name, "display": "T", "selling": "T"}},
            everywhere={"supply_price": Decimal(1000)},
        )
        for code, name in texts.items()
    ]

    async def write(db: Session) -> None:
        outcome = await product_bulk.write(db, mall, world.stage.clock, wanted)
        assert outcome.refused == ()

    world.in_transaction(write)


def test_imports_keep_the_index_right(world: World) -> None:
    bulk_write(world, {"a": "린넨 앞치마", "b": "Cotton bag"})
    bulk_write(world, {"a": "린넨 앞치마", "b": "Silk bag", "c": "カバン"})

    assert found(world, product_name="cotton") == []
    assert found(world, product_name="bag") == ["Silk bag"]
    assert found(world, product_name="カバ") == ["カバン"]
    assert index_of(world) == expected(world)


def test_an_index_made_anew_is_the_same(shop: World) -> None:
    before = index_of(shop)

    async def spoil_and_mend(db: Session) -> None:
        await names.empty(db, 1, 0)
        assert await names.renew(db, 1, 0) == len(SHOP)

    shop.in_transaction(spoil_and_mend)

    assert before == index_of(shop) == expected(shop)
    assert found(shop, product_name="가방") == ["가죽 가방 AB-1234"]


LETTERS = "가방컵カバｶﾞ革aAbB1 %_-'İßﬁé’"
TEXT = st.text(LETTERS, min_size=1, max_size=8).filter(lambda text: text.strip() == text)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(TEXT, min_size=1, max_size=12), asked=st.lists(TEXT, min_size=4, max_size=4))
def test_it_finds_what_reading_every_name_would(
    world: World, texts: list[str], asked: list[str]
) -> None:
    # given other names in the same rows at each example
    rows = [world.get("products", limit=100)["products"]]
    for product in rows[0]:
        world.call("DELETE", f"products/{product['product_no']}")
    bulk_write(world, {f"code-{at}": text for at, text in enumerate(texts)})

    for part in [*asked, texts[0][:2], texts[-1][-1:]]:
        if part.strip() != part or not part:
            continue
        by_reading = [
            text
            for text in reversed(texts)
            if any(
                all(word in ngrams.fold(text) for word in words)
                for words in ngrams.alternatives(part)
            )
        ]
        assert found(world, product_name=part) == by_reading


@given(st.text(max_size=30), st.text(min_size=1, max_size=5))
def test_every_name_that_holds_a_part_has_its_pieces(text: str, part: str) -> None:
    name, asked = ngrams.fold(text + part + text), ngrams.fold(part)
    pieces, (low, high) = ngrams.required(asked)
    held = ngrams.ngrams_of([name])

    if asked and asked in name:
        assert set(pieces) <= held
        assert pieces or any(low <= piece <= high for piece in held)


def test_codes_and_names_are_trimmed_as_files_trim_them(world: World) -> None:
    made = world.product(product_name=" \ufeffSoap\u00a0bar ", custom_product_code="SKU1 \u200b")

    assert (made["product_name"], made["custom_product_code"]) == ("Soap bar", "SKU1")
    assert found(world, custom_product_code="\u200bSKU1") == ["Soap bar"]
