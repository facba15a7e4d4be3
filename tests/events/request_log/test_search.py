"""The log is read a page at a time, newest first, and by what one looks for."""

from openmall.events.request_log.row_builder import number_of
from tests.events.request_log.log_reader import Log
from tests.world import NOVEMBER_2026


def test_pages_meet_without_a_gap_in_both_directions(log: Log) -> None:
    for number in range(1, 8):
        log.world.call("GET", f"products/{number}")
    every = [line.number for line in log.lines()]

    first = log.page(rows=3)
    second = log.page(rows=3, before=first.lines[-1].number)
    third = log.page(rows=3, before=second.lines[-1].number)

    pages = [first, second, third]
    assert [each.number for page in pages for each in page.lines] == every
    assert [(page.newer, page.older) for page in pages] == [
        (False, True),
        (True, True),
        (True, False),
    ]
    # when: more is called meanwhile, the pages stay where they are
    log.world.get("products")
    assert log.page(rows=3, before=first.lines[-1].number).lines == second.lines
    back = log.page(rows=3, after=third.lines[0].number)
    assert (back.lines, back.newer, back.older) == (second.lines, True, True)
    assert log.page(rows=3, after=second.lines[0].number).lines == first.lines


def test_lines_are_found_by_each_thing_and_by_several_together(log: Log) -> None:
    world = log.world
    other = world.stage.new_world(f"{world.mall_id}-b")
    world.get("products")
    world.call("GET", "products/7")
    world.call("GET", "products", params={"limit": "x"})
    world.call("GET", "prodcts")
    other.call("GET", "products", app=other.full)

    def found(**wanted: object) -> list[tuple[str, int]]:
        return [(line.operation, line.status) for line in log.lines(**wanted)]

    listing, one = "admin GET products", "admin GET products/{product_no}"
    assert found() == [("", 404), (listing, 422), (one, 404), (listing, 200)]
    assert found(mall=world.mall_id) == found()
    assert found(mall=other.mall_id) == []
    assert found(operation=listing) == [(listing, 422), (listing, 200)]
    assert found(operation="") == [("", 404)]
    assert found(**{"class": 4}) == [("", 404), (listing, 422), (one, 404)]
    assert found(**{"class": 4, "status": 404}) == [("", 404), (one, 404)]
    assert found(**{"class": 2}) == [(listing, 200)]
    assert found(text="prod") == found()
    assert found(text="products/") == [(one, 404)]
    assert found(text="%") == []
    assert found(parameter="limit") == [(listing, 422)]
    assert found(parameter="product_no", **{"class": 4, "status": 404}) == [(one, 404)]
    assert found(message="Expected integer, got string. (parameter.limit)") == [(listing, 422)]


def test_lines_are_found_by_their_time(log: Log) -> None:
    log.world.get("products")
    log.world.stage.clock.pass_(600)
    log.world.get("products/count")

    half = number_of(NOVEMBER_2026 + 300)
    assert [line.path for line in log.lines(start=half)] == ["/api/v2/admin/products/count"]
    assert [line.path for line in log.lines(end=half)] == ["/api/v2/admin/products"]


def test_errors_that_are_alike_are_one_kind(log: Log) -> None:
    for _ in range(3):
        log.world.call("GET", "products", params={"limit": "x"})
        log.world.stage.clock.pass_(60)
    log.world.call("GET", "products", params={"offset": "x"})
    log.world.get("products")

    first = int(NOVEMBER_2026 * 1e6)
    assert [
        (each.status, each.operation, each.parameter, each.count, each.first_at, each.last_at)
        for each in log.errors()
    ] == [
        (422, "admin GET products", "offset", 1, first + 180_000_000, first + 180_000_000),
        (422, "admin GET products", "limit", 3, first, first + 120_000_000),
    ]


def test_figures_are_of_minutes_and_of_operations(log: Log) -> None:
    log.world.get("products")
    log.world.call("GET", "products", params={"limit": "x"})
    log.write()
    log.world.stage.clock.pass_(60)
    log.world.get("products")

    assert [
        (each.minute, each.calls, each.errors, each.refused, each.fullest) for each in log.minutes()
    ] == [(int(NOVEMBER_2026), 2, 1, 0, 5), (int(NOVEMBER_2026) + 60, 1, 0, 0, 2)]
    assert log.minutes(start=int(NOVEMBER_2026) + 1) == log.minutes()[1:]
    [used] = log.operations()
    assert (used.calls, used.errors, used.last_at) == (3, 1, int(NOVEMBER_2026) + 60)
    assert log.called() == {"admin GET products"}


def test_one_app_sees_nothing_of_another(log: Log) -> None:
    other = log.world.install()
    log.world.get("products")
    log.world.call("GET", "prodcts", app=other)

    theirs = Log(log.world, other)
    assert [line.status for line in log.lines()] == [200]
    assert [line.status for line in theirs.lines()] == [404]
    assert (log.errors(), len(theirs.errors())) == ([], 1)
    number = log.lines()[0].number
    assert theirs.one(number) is None
    assert log.one(number) is not None


def test_numbers_grow_though_the_clock_stands_still_or_steps_back(log: Log) -> None:
    # when: the last number of the worker is that of this clock, not of another test's; two minutes
    # back are a clock that was set back, and two minutes on are later than every number since
    for step in (-120, 120):
        log.world.stage.clock.pass_(step)
        log.world.get("store")
    log.world.get("products")
    log.world.stage.clock.pass_(-5)
    log.world.get("products/count")

    assert [line.path for line in log.lines()][:2] == [
        "/api/v2/admin/products/count",
        "/api/v2/admin/products",
    ]
