"""In which order products stand on a shelf."""

import random

from openmall.commerce.product.arrangement import given_places, in_order, sold_out_last


def test_products_flow_around_those_with_a_place() -> None:
    assert in_order([1, 2, 3], {}) == [1, 2, 3]
    assert in_order([1, 2, 3], {9: 2, 8: 4}) == [1, 9, 2, 8, 3]
    assert in_order([1], {9: 1, 8: 7}) == [9, 1, 8]
    assert in_order([], {9: 5, 8: 7}) == [9, 8]


def test_only_what_is_not_fixed_moves_behind() -> None:
    assert sold_out_last([1, 2, 3, 4], {1, 3}, {3}) == [2, 4, 3, 1]
    assert sold_out_last([1, 2, 3], {1, 2, 3}, set()) == [1, 2, 3]


def test_whoever_has_a_place_moves_back_only_as_far_as_needed() -> None:
    assert given_places({1: 2}, {5: 2, 6: 3, 7: 9}, set()) == {1: 2, 5: 3, 6: 4, 7: 9}
    assert given_places({1: 2}, {5: 2, 6: 3}, {6}) == {1: 2, 5: 4, 6: 3}
    assert given_places({1: 3}, {6: 3}, {6}) == {1: 4, 6: 3}


def test_no_two_ever_stand_on_one_place() -> None:
    chance = random.Random(7)
    for _ in range(500):
        others: dict[int, int] = {}
        for number in range(10, 20):
            others[number] = next(
                p for p in iter(lambda: chance.randint(1, 30), 0) if p not in others.values()
            )
        wanted = {number: chance.randint(1, 30) for number in range(chance.randint(1, 5))}
        kept = set(chance.sample(sorted(others), 3))

        places = given_places(wanted, others, kept)

        assert places.keys() == wanted.keys() | others.keys()
        assert len(set(places.values())) == len(places)
        assert {number: places[number] for number in kept} == {n: others[n] for n in kept}
