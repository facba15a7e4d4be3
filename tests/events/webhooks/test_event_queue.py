"""The order in which events go out, without a store and without a network."""

import random

from openmall.events.webhooks import catalogue
from openmall.events.webhooks.delivery.event_queue import EventQueue, QueuedEvent


def _item(
    sequence: int, *subjects: str, stored: bool = False, next_at: float | None = None
) -> QueuedEvent:
    return QueuedEvent(
        sequence=sequence,
        event_no=90001,
        previous=0,
        subjects=subjects,
        resource="{}",
        stored=stored,
        next_at=next_at,
    )


def _taken(queue: EventQueue, now: float = 0) -> list[int]:
    return [item.sequence for item in queue.take(now, 100)]


def test_things_go_their_own_ways_and_each_in_its_order() -> None:
    queue = EventQueue()
    items = [_item(1, "a"), _item(2, "b"), _item(3, "a"), _item(4)]
    for item in items:
        queue.add(item)

    assert _taken(queue) == [1, 2, 4]
    queue.remove(items[0])
    assert _taken(queue) == [3]


def test_an_event_about_several_things_waits_for_all_of_them() -> None:
    queue = EventQueue()
    items = [_item(1, "a"), _item(2, "b"), _item(3, "a", "b"), _item(4, "b")]
    for item in items:
        queue.add(item)

    assert _taken(queue) == [1, 2]
    queue.remove(items[0])
    assert _taken(queue) == []
    queue.remove(items[1])
    assert _taken(queue) == [3]
    queue.remove(items[2])
    assert _taken(queue) == [4]


def test_one_that_failed_comes_again_in_its_time_and_holds_those_behind_it() -> None:
    queue = EventQueue()
    first, second, other = _item(1, "a"), _item(2, "a"), _item(3, "b")
    for item in (first, second, other):
        queue.add(item)
    assert _taken(queue) == [1, 3]

    queue.retry(first, 60.0)

    assert queue.blocked_by_stored() == [second]
    assert (queue.stored_count, queue.next_at()) == (1, 60.0)
    assert _taken(queue, 59.0) == []
    assert _taken(queue, 60.0) == [1]
    queue.remove(first)
    assert _taken(queue, 60.0) == [2]


def test_one_that_is_no_longer_wanted_leaves_its_place_to_the_next() -> None:
    queue = EventQueue()
    items = [_item(1, "a"), _item(2, "a"), _item(3, "a")]
    for item in items:
        queue.add(item)
    queue.remove(items[1])
    assert _taken(queue) == [1]
    queue.remove(items[0])
    assert _taken(queue) == [3]


def test_whatever_fails_nothing_is_lost_and_no_order_is_broken() -> None:
    rng = random.Random(7)
    for _ in range(200):
        queue = EventQueue()
        items = [_item(number, *rng.sample("abcd", rng.randint(0, 3))) for number in range(1, 40)]
        for item in items:
            queue.add(item)
        now, done, under_way = 0.0, [], []
        while len(queue):
            under_way += queue.take(now, rng.randint(0, 5))
            rng.shuffle(under_way)
            if under_way:
                item = under_way.pop()
                if rng.random() < 0.3:
                    queue.retry(item, now + rng.randint(1, 5))
                else:
                    done.append(item)
                    queue.remove(item)
            now += rng.random()
        assert sorted(item.sequence for item in done) == list(range(1, 40))
        for subject in "abcd":
            line = [item.sequence for item in done if subject in item.subjects]
            assert line == sorted(line)


def test_what_an_event_is_about() -> None:
    assert catalogue.subjects(90001, '{"product_no": 7}') == ("product_no 7",)
    assert catalogue.subjects(90150, '{"product_no": "7"}') == ("product_no 7",)
    assert catalogue.subjects(90074, '{"order_id": "A,B,A"}') == ("order_id A", "order_id B")
    assert catalogue.subjects(90071, '{"order_id": "A, B"}') == ("order_id A", "order_id B")
    assert catalogue.subjects(90036, '{"board_no": 1, "no": 5}') == ("board_no 1 no 5",)
    assert catalogue.subjects(90084, '{"member_id": ""}') == ()
    assert catalogue.subjects(90084, '{"member_id": null}') == ()


def test_customers_and_orders_are_told_to_those_alone_who_may_read_them() -> None:
    assert 90023 in catalogue.permitted(["mall.read_order"])
    assert 90023 not in catalogue.permitted(["mall.read_product", "mall.read_category"])
    assert 90032 not in catalogue.permitted(["mall.read_personal"])
    assert catalogue.permitted([]) == frozenset()
