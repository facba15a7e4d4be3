"""The hand-written catalogue is complete, well-formed and refused when it is not."""

import re
from collections import Counter
from datetime import date
from decimal import Decimal
from importlib import resources
from math import prod

import pytest

from openmall.demo.catalogue import (
    SHOPS,
    CatalogueError,
    DemoProduct,
    SalePeriod,
    catalogue,
    parsed,
    variants,
)
from openmall.demo.shapes import SHAPES

PRODUCTS = catalogue().products
RAW = (resources.files("openmall.demo") / "catalogue.toml").read_text("utf-8")
HANGUL = re.compile("[가-힣]")

each_product = pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.code)


def test_the_catalogue_has_71_products_in_12_categories() -> None:
    assert len(PRODUCTS) == 71
    assert len(catalogue().categories) == 12


def test_the_category_tree_has_two_levels() -> None:
    parents = {category.key: category.parent for category in catalogue().categories}
    assert {key: parent for key, parent in parents.items() if parent} == {
        "tableware": "kitchen",
        "cookware": "kitchen",
        "lighting": "home",
        "furniture": "home",
        "bags": "wear",
    }


def test_every_category_holds_at_least_five_products() -> None:
    held = Counter(key for product in PRODUCTS for key in product.categories)
    assert set(held) == {category.key for category in catalogue().categories}
    assert min(held.values()) >= 5


def test_codes_and_names_are_unique() -> None:
    assert len({product.code for product in PRODUCTS}) == len(PRODUCTS)
    assert len({product.name.ko for product in PRODUCTS}) == len(PRODUCTS)
    assert len({product.name.en for product in PRODUCTS}) == len(PRODUCTS)


def test_every_shape_is_shown_by_some_product() -> None:
    assert {product.drawing.shape for product in PRODUCTS} == set(SHAPES)


@each_product
def test_a_product_speaks_korean_in_shop_1_and_english_in_shop_2(product: DemoProduct) -> None:
    assert SHOPS == ((1, "ko"), (2, "en"))
    for text in (product.name, product.summary, product.description):
        assert HANGUL.search(text.spoken("ko"))
        assert not HANGUL.search(text.spoken("en"))
    for option in product.options:
        for said in (option.name, *option.values):
            assert not HANGUL.search(said.en)
    assert product.tags.ko
    assert len(product.tags.ko) == len(product.tags.en)
    assert not HANGUL.search("".join(product.tags.en))


@each_product
def test_a_description_is_four_to_seven_sentences(product: DemoProduct) -> None:
    for said in (product.description.ko, product.description.en):
        assert 4 <= len(re.findall(r"[.!?](?= |</p>)", said)) <= 7


@each_product
def test_prices_are_decimal_strings_in_order(product: DemoProduct) -> None:
    for price in (product.price, product.supply_price, product.retail_price):
        assert re.fullmatch(r"[1-9][0-9]*\.00", price.ko)
        assert re.fullmatch(r"[1-9][0-9]*\.[0-9]{2}", price.en)
    for language in ("ko", "en"):
        supply, asked, retail = (
            Decimal(amount.spoken(language))
            for amount in (product.supply_price, product.price, product.retail_price)
        )
        assert supply < asked <= retail


@each_product
def test_stock_counts_every_combination(product: DemoProduct) -> None:
    made = list(variants(product))
    assert len(made) == prod(len(option.values) for option in product.options)
    assert len({variant.choices for variant in made}) == len(made)
    assert tuple(variant.stock for variant in made) == product.stock


def test_the_last_option_turns_fastest() -> None:
    mug = PRODUCTS[0]
    assert [
        ([choice.en for choice in variant.choices], variant.stock) for variant in variants(mug)
    ] == [
        (["Snow", "300ml"], 24),
        (["Snow", "450ml"], 12),
        (["Moss", "300ml"], 18),
        (["Moss", "450ml"], 0),
        (["Brick", "300ml"], 9),
        (["Brick", "450ml"], 7),
    ]


def test_the_catalogue_shows_the_states_a_shop_meets() -> None:
    assert Counter(product.display for product in PRODUCTS) == {"T": 69, "F": 2}
    assert Counter(product.selling for product in PRODUCTS) == {"T": 69, "F": 2}
    assert Counter(product.condition for product in PRODUCTS) == {"N": 66, "R": 2, "U": 2, "B": 1}
    assert sum(product.sale_period is not None for product in PRODUCTS) == 4
    assert sum(product.safety > 0 for product in PRODUCTS) == 20
    assert sum(not any(product.stock) for product in PRODUCTS) == 2
    assert sum(0 in product.stock for product in PRODUCTS) == 28
    assert Counter(len(product.options) for product in PRODUCTS) == {0: 10, 1: 44, 2: 17}
    assert sum(len(product.stock) for product in PRODUCTS) == 211


def test_a_sale_period_follows_the_day_the_shop_is_filled() -> None:
    period = SalePeriod(first_day=-2, last_day=12)
    assert period.dates(date(2024, 3, 1)) == (date(2024, 2, 28), date(2024, 3, 13))


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        (
            'code = "TW-MUG-TIDE"',
            'code = "TW-MUG-SNOW"',
            "trial.toml: product 'TW-MUG-SNOW': code used 2 times",
        ),
        (
            'categories = ["tableware"]',
            'categories = ["cellar"]',
            "trial.toml: product 'TW-MUG-SNOW': categories: no category 'cellar'",
        ),
        (
            'shape = "mug"',
            'shape = "cloud"',
            "trial.toml: product 'TW-MUG-SNOW': drawing.shape: no shape 'cloud'",
        ),
        (
            'price = { ko = "18000.00"',
            'price = { ko = "18000.50"',
            "trial.toml: product 'TW-MUG-SNOW': price.ko: '18000.50' is not whole won",
        ),
        (
            'price = { ko = "18000.00"',
            'price = { ko = "18,000"',
            "trial.toml: Expected `str` matching regex "
            "'^(0|[1-9][0-9]{0,8})\\\\.[0-9]{2}$' - at `$.products[0].price.ko`",
        ),
        (
            "stock = [24, ",
            "stock = [",
            "trial.toml: product 'TW-MUG-SNOW': stock: 5 quantities for 6 combinations",
        ),
        (
            'ko = "이끼", en = "Moss"',
            'ko = "이끼", en = "Snow"',
            "trial.toml: product 'TW-MUG-SNOW': options[0].values: a value twice in 'en'",
        ),
        (
            'ko = "이끼", en = "Moss"',
            'ko = "이끼", en = "Moss|Fern"',
            "trial.toml: product 'TW-MUG-SNOW': options[0]: 'Moss|Fern' holds a joining sign",
        ),
        (
            "used_months = 8\n",
            "",
            "trial.toml: product 'FN-CHAIR-PORCH': "
            "used_months: belongs to condition 'U' and to no other",
        ),
        (
            "first_day = -7, last_day = 21",
            "first_day = 22, last_day = 21",
            "trial.toml: product 'CW-KETTLE-LARK': sale_period: ends before it begins",
        ),
        (
            'key = "home"',
            'key = "kitchen"',
            "trial.toml: category 'kitchen': key used twice",
        ),
        (
            'parent = "kitchen"',
            'parent = "tableware"',
            "trial.toml: category 'tableware': parent 'tableware' is no earlier top category",
        ),
        (
            'weight = "0.42"',
            'wieght = "0.42"',
            "trial.toml: Object contains unknown field `wieght` - at `$.products[0]`",
        ),
    ],
)
def test_a_wrong_file_is_refused_saying_what_and_where(
    written: str, instead: str, message: str
) -> None:
    assert written in RAW
    wrong = RAW.replace(written, instead, 1)

    with pytest.raises(CatalogueError) as refused:
        parsed(wrong.encode(), source="trial.toml")

    assert str(refused.value) == message


def test_a_file_that_is_no_toml_is_refused_by_name() -> None:
    with pytest.raises(CatalogueError, match=r"^trial\.toml: .+line 1"):
        parsed(b"[[products]", source="trial.toml")
