"""Made-up products are varied, well-formed and the same on every machine."""

import hashlib
from collections import Counter
from decimal import Decimal
from itertools import islice
from xml.etree import ElementTree

import msgspec
import pytest

from openmall.demo.catalogue import DemoProduct, catalogue, problems, variants
from openmall.demo.drawing import svg
from openmall.demo.generator import LARGEST_SEED, products
from openmall.demo.vocabulary import HUES, NOUNS

Many = tuple[DemoProduct, ...]
CATEGORIES = {category.key for category in catalogue().categories}


@pytest.fixture(scope="module")
def many() -> Many:
    """20,000 products of seed 7."""
    return tuple(products(7, 20_000))


def digest(made: Many) -> str:
    return hashlib.sha256(msgspec.json.encode(made)).hexdigest()


def test_the_first_hundred_of_seed_7_never_change(many: Many) -> None:
    golden = "b7b9fb8c0fe90a7d4430b1d21917ed0a12241da3238e0f2dae39c3f42d451e3d"
    assert digest(many[:100]) == golden


def test_the_same_seed_makes_the_same_world(many: Many) -> None:
    assert tuple(products(7, 500)) == many[:500]


def test_another_seed_makes_another_world(many: Many) -> None:
    assert not {product.name for product in products(8, 500)} & {p.name for p in many[:500]}


def test_a_product_does_not_depend_on_how_many_are_made(many: Many) -> None:
    assert next(products(7, 1, start=12_345)) == many[12_344]
    assert tuple(products(7, 50, start=951)) == many[950:1000]
    assert tuple(products(7, 3)) == tuple(islice(products(7, 10**12), 3))


def test_20000_products_are_all_different(many: Many) -> None:
    assert len({product.code for product in many}) == 20_000
    assert len({product.name.ko for product in many}) == 20_000
    assert len({product.name.en for product in many}) == 20_000


def test_worlds_of_two_seeds_share_no_code() -> None:
    codes = {product.code for seed in (0, 1, 11) for product in products(seed, 200)}
    assert len(codes) == 600


def test_every_made_up_product_would_pass_as_written_by_hand(many: Many) -> None:
    for product in many[:3000]:
        assert msgspec.convert(msgspec.to_builtins(product), DemoProduct) == product
        assert list(problems(product, categories=CATEGORIES)) == []
        assert len(list(variants(product))) == len(product.stock)


def test_made_up_products_fill_every_category(many: Many) -> None:
    held = Counter(product.categories[0] for product in many)
    assert set(held) == CATEGORIES
    assert min(held.values()) > 800


def test_both_languages_are_spoken_and_differ(many: Many) -> None:
    for product in many:
        assert product.name.ko != product.name.en
        assert product.name.en.isascii()
        assert product.summary.en.isascii()
        assert product.description.en.isascii()
        assert "{" not in product.description.ko + product.description.en


def test_prices_lie_log_normally_about_the_middle(many: Many) -> None:
    won = sorted(int(product.price.ko.removesuffix(".00")) for product in many)
    assert (won[0], won[10_000], won[-1]) == (2500, 31_000, 854_000)
    for product in many:
        for language in ("ko", "en"):
            supply, asked, retail = (
                Decimal(amount.spoken(language))
                for amount in (product.supply_price, product.price, product.retail_price)
            )
            assert 0 < supply < asked <= retail


def test_states_appear_in_their_shares(many: Many) -> None:
    assert Counter(product.display for product in many) == {"T": 19_353, "F": 647}
    assert Counter(product.selling for product in many) == {"T": 19_219, "F": 781}
    assert Counter(product.condition for product in many) == {"N": 19_398, "R": 290, "U": 312}
    assert sum(product.sale_period is not None for product in many) == 843
    assert sum(0 in product.stock for product in many) == 5432


def test_pictures_of_made_up_products_parse(many: Many) -> None:
    for product in many[:300]:
        ElementTree.fromstring(svg(product, 100))


def test_any_step_through_the_hues_visits_all_of_them() -> None:
    for step in range(1, len(HUES)):
        assert len({step * at % len(HUES) for at in range(len(HUES))}) == len(HUES)


def test_every_noun_is_used(many: Many) -> None:
    assert {product.tags.ko[0] for product in many} == {noun.name.ko for noun in NOUNS}


def test_the_largest_seed_and_far_numbers_fit_a_code() -> None:
    last = next(products(LARGEST_SEED, 1, start=10**9))
    assert last.code == f"G{LARGEST_SEED}-1000000000"
    assert len(last.code) <= 40


@pytest.mark.parametrize(
    ("seed", "count", "start", "message"),
    [
        (-1, 1, 1, "a seed is between"),
        (LARGEST_SEED + 1, 1, 1, "a seed is between"),
        (7, -1, 1, "a count is not negative"),
        (7, 1, 0, "products are numbered from 1"),
    ],
)
def test_impossible_worlds_are_refused_at_once(
    seed: int, count: int, start: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        products(seed, count, start=start)
