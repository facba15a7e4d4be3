"""In which order products stand on a shelf: some have a place of their own, the rest flow."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet


def in_order(flowing: Iterable[int], placed: Mapping[int, int]) -> list[int]:
    """Return all products in the order they are shown.

    `flowing`: products without a place of their own, in their order. `placed`: product -> its
    place from 1; a place behind the end of the shelf is its end.
    """
    rest = iter(flowing)
    shelf: list[int] = []
    for product_no, sequence in sorted(placed.items(), key=lambda item: (item[1], item[0])):
        while len(shelf) < sequence - 1:
            following = next(rest, None)
            if following is None:
                break
            shelf.append(following)
        shelf.append(product_no)
    shelf.extend(rest)
    return shelf


def sold_out_last(
    shelf: Sequence[int], sold_out: AbstractSet[int], fixed: AbstractSet[int]
) -> list[int]:
    """Return a shelf with what is sold out behind the rest; what is fixed stays where it is."""
    moving = [each for each in shelf if each not in fixed]
    rest = iter(
        [each for each in moving if each not in sold_out]
        + [each for each in moving if each in sold_out]
    )
    return [each if each in fixed else next(rest) for each in shelf]


def given_places(
    wanted: Mapping[int, int], others: Mapping[int, int], kept: AbstractSet[int]
) -> dict[int, int]:
    """Return product -> place, no two on one, after `wanted` were given theirs.

    `others`: places given before. Who stands in the way moves back as far as needed, but for
    those in `kept`, around whom all others go.
    """
    reserved = {place for number, place in others.items() if number in kept}
    places = {number: place for number, place in others.items() if number in kept}
    claims = [(place, 0, at, number) for at, (number, place) in enumerate(wanted.items())]
    claims += [(place, 1, number, number) for number, place in others.items() if number not in kept]
    last = 0
    for place, _, _, number in sorted(claims):
        last = max(place, last + 1)
        while last in reserved:
            last += 1
        places[number] = last
    return places
