"""The order of products in a display: some are placed by hand, the others flow around them."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet


def in_order(flowing: Iterable[int], placed: Mapping[int, int]) -> list[int]:
    """Return all products in the order they are shown.

    `flowing`: products without a fixed position, in their order. `placed`: product -> position from
    1; a position beyond the end is the last one.
    """
    rest = iter(flowing)
    ordered: list[int] = []
    for product_no, sequence in sorted(placed.items(), key=lambda item: (item[1], item[0])):
        while len(ordered) < sequence - 1:
            following = next(rest, None)
            if following is None:
                break
            ordered.append(following)
        ordered.append(product_no)
    ordered.extend(rest)
    return ordered


def sold_out_last(
    ordered: Sequence[int], sold_out: AbstractSet[int], fixed: AbstractSet[int]
) -> list[int]:
    """Return an order with sold out products last; fixed products keep their position."""
    moving = [each for each in ordered if each not in fixed]
    rest = iter(
        [each for each in moving if each not in sold_out]
        + [each for each in moving if each in sold_out]
    )
    return [each if each in fixed else next(rest) for each in ordered]


def given_places(
    requested: Mapping[int, int], others: Mapping[int, int], fixed: AbstractSet[int]
) -> dict[int, int]:
    """Return product -> position, all different, with the `requested` positions granted first.

    `others`: positions given before. A product in the way moves back as far as needed, except those
    in `fixed`, which all others go around.
    """
    reserved = {place for number, place in others.items() if number in fixed}
    places = {number: place for number, place in others.items() if number in fixed}
    claims = [(place, 0, at, number) for at, (number, place) in enumerate(requested.items())]
    claims += [
        (place, 1, number, number) for number, place in others.items() if number not in fixed
    ]
    last = 0
    for place, _, _, number in sorted(claims):
        last = max(place, last + 1)
        while last in reserved:
            last += 1
        places[number] = last
    return places
