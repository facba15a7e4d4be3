"""Generated products in any number, for demonstrations and load tests of a large shop."""

from collections.abc import Callable, Iterator
from math import isqrt, prod
from random import Random
from typing import Final, TypeVar

from openmall.demo.catalogue import (
    Condition,
    DemoOption,
    DemoProduct,
    Drawing,
    Price,
    Prose,
    SalePeriod,
    Tags,
    Text,
)
from openmall.demo.vocabulary import (
    ADJECTIVES,
    CLOSINGS,
    COLOUR,
    HUES,
    MIDDLES,
    NOUNS,
    OPENINGS,
    SECONDS,
    SUMMARIES,
    TAGS,
    THIRDS,
    Hue,
    Noun,
)

T = TypeVar("T")

LARGEST_SEED: Final = 2**63 - 1

# Python promises the same random() for a seed for ever, but not the same choice() or gauss();
# everything here is drawn from random() alone.
_Roll = Callable[[], float]

_STEPS: Final = 64
_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"


def _doublings() -> tuple[int, ...]:
    # 2 ** (i / 64) in 1/65536ths, by whole roots: one machine's exp() may differ from another's
    # in the last bit, and a price would follow it.
    found = []
    for step in range(_STEPS):
        value = 2 ** (step + 16 * _STEPS)
        for _ in range(6):
            value = isqrt(value)
        found.append(value)
    return tuple(found)


_DOUBLINGS: Final = _doublings()


def products(seed: int, count: int, *, start: int = 1) -> Iterator[DemoProduct]:
    """Products `start` to `start + count - 1` of the world `seed`, one at a time.

    Product n of a seed is the same for any `count` and `start`. Raises ValueError for a seed
    outside 0..LARGEST_SEED, a negative count or a start below 1.
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"a seed is between 0 and {LARGEST_SEED}, not {seed}")
    if count < 0:
        raise ValueError(f"a count is not negative, as {count} is")
    if start < 1:
        raise ValueError(f"products are numbered from 1, not {start}")
    return _products(seed, range(start, start + count))


def _products(seed: int, numbers: range) -> Iterator[DemoProduct]:
    random = Random()  # noqa: S311 - made-up goods guard no secret
    for number in numbers:
        random.seed((number << 63) | seed)
        yield _product(seed, number, random.random)


def _product(seed: int, number: int, roll: _Roll) -> DemoProduct:
    noun = _one(NOUNS, roll)
    adjective = _one(ADJECTIVES, roll)
    material = _one(noun.materials, roll)
    hues = _hues(roll)
    options = _options(noun, hues, roll)
    combinations = prod([len(option.values) for option in options])
    thing = Text(
        f"{material.ko} {noun.name.ko}",
        f"{material.en} {noun.name.en}",
    )
    model = _model(number, roll)
    won = _won(noun.won, roll)
    condition, used_months = _condition(roll)
    return DemoProduct(
        code=f"G{seed}-{number:07d}",
        categories=noun.categories if roll() < 0.3 else noun.categories[:1],
        name=Text(
            f"{adjective.ko} {thing.ko} {model}",
            f"{adjective.en} {thing.en} {model}",
        ),
        summary=_filled(_one(SUMMARIES, roll), adjective, thing),
        description=_description(adjective, thing, roll),
        price=_price(won),
        supply_price=_price(won * (45 + int(roll() * 20)) // 10000 * 100),
        retail_price=_price(won * (100 + int(roll() * 4) * 8) // 10000 * 100),
        options=options,
        stock=tuple([_stock(roll) for _ in range(combinations)]),
        safety=0 if roll() < 0.7 else 1 + int(roll() * 5),
        tags=_tags(noun, material, roll),
        weight=_kilograms(noun.grams * (80 + int(roll() * 50)) // 100),
        display="T" if roll() < 0.97 else "F",
        selling="T" if roll() < 0.96 else "F",
        condition=condition,
        used_months=used_months,
        sale_period=_sale_period(roll),
        drawing=Drawing(
            shape=noun.shape,
            colours=(hues[0].colour, noun.second or _one(SECONDS, roll), _one(THIRDS, roll)),
            background=hues[0].background,
        ),
    )


def _one(things: tuple[T, ...], roll: _Roll) -> T:
    return things[int(roll() * len(things))]


def _hues(roll: _Roll) -> list[Hue]:
    first = int(roll() * len(HUES))
    step = 1 + int(roll() * (len(HUES) - 1))
    return [HUES[(first + step * at) % len(HUES)] for at in range(2 + int(roll() * 3))]


def _options(noun: Noun, hues: list[Hue], roll: _Roll) -> tuple[DemoOption, ...]:
    chance = roll()
    if chance < 0.15:
        return ()
    if not noun.coloured:
        return () if noun.sizes is None else (noun.sizes,)
    coloured = DemoOption(COLOUR, tuple([hue.name for hue in hues]))
    if noun.sizes is None or chance < 0.35:
        return (coloured,)
    return (noun.sizes,) if chance < 0.5 else (coloured, noun.sizes)


def _model(number: int, roll: _Roll) -> str:
    # 7919 shares no factor with 10000, so within each block of ten thousand no number comes twice.
    block, place = divmod(number, 10000)
    letters = _LETTERS[int(roll() * len(_LETTERS))] + _LETTERS[int(roll() * len(_LETTERS))]
    return f"{letters}-{block or ''}{place * 7919 % 10000:04d}"


def _won(middling: int, roll: _Roll) -> int:
    # Four dice make a bell; taken as a power of two the prices lie log-normally about the middle.
    power = int(roll() * 64) + int(roll() * 64) + int(roll() * 64) + int(roll() * 64) - 126
    doubled, step = divmod(power, _STEPS)
    exact = (middling * _DOUBLINGS[step] << 8) >> (24 - doubled)
    unit = 100 if exact < 10_000 else 500 if exact < 50_000 else 1000
    return max(exact // unit, 1) * unit


def _price(won: int) -> Price:
    cents = won * 10 // 128 // 10 * 10
    return Price(f"{won}.00", f"{cents // 100}.{cents % 100:02d}")


def _kilograms(grams: int) -> str:
    return f"{grams // 1000}.{grams % 1000 // 10:02d}"


def _stock(roll: _Roll) -> int:
    share = roll()
    return 0 if share < 0.08 else 1 + int(share * roll() * 180)


def _condition(roll: _Roll) -> tuple[Condition, int | None]:
    chance = roll()
    if chance < 0.97:
        return "N", None
    return ("R", None) if chance < 0.985 else ("U", 1 + int(roll() * 24))


def _sale_period(roll: _Roll) -> SalePeriod | None:
    if roll() < 0.96:
        return None
    first = int(roll() * 60) - 45
    return SalePeriod(first, first + 7 + int(roll() * 60))


def _filled(template: Text, adjective: Text, thing: Text) -> Text:
    return Text(
        template.ko.replace("{adjective}", adjective.ko).replace("{thing}", thing.ko),
        template.en.replace("{adjective}", adjective.en).replace("{thing}", thing.en),
    )


def _description(adjective: Text, thing: Text, roll: _Roll) -> Prose:
    opening = _filled(_one(OPENINGS, roll), adjective, thing)
    middle = _one(MIDDLES, roll)
    closing = _one(CLOSINGS, roll)
    return Prose(
        f"<p>{opening.ko} {middle.ko}</p><p>{closing.ko}</p>",
        f"<p>{opening.en} {middle.en}</p><p>{closing.en}</p>",
    )


def _tags(noun: Noun, material: Text, roll: _Roll) -> Tags:
    tag = _one(TAGS, roll)
    return Tags(
        (noun.name.ko, material.ko, tag.ko),
        (noun.name.en.lower(), material.en.lower(), tag.en),
    )
