"""A history holds what makes it hard to sort into visits, and needs no mall for it."""

from datetime import date
from itertools import pairwise

from openmall.contract.moments import moment
from openmall.demo.simulated_history.history import History, Offer, Visit, Ware
from openmall.demo.simulated_history.planner import Planner
from openmall.demo.simulated_history.sources import DIRECT

AN_HOUR = 3_600_000


def wares(*, variants: int = 2) -> list[Ware]:
    return [
        Ware(
            product_no=number,
            code=f"P{number}",
            name=f"Product {number}",
            offers=[Offer(f"P{number}-{at}", 1_000 * number) for at in range(variants)],
            categories=[(number % 3 + 1, f"Category {number % 3 + 1}")],
        )
        for number in range(1, 11)
    ]


def history(
    *, seed: int = 7, stock: dict[str, int] | None = None, until: date = date(2026, 10, 31)
) -> History:
    goods = {1: wares(), 2: wares()}
    planner = Planner(seed, goods, until=until, days=20, daily=40, stock=stock)
    return planner.history()


def of_people(told: History) -> dict[int, list[Visit]]:
    """Return the visits of each browser, oldest first."""
    found: dict[int, list[Visit]] = {}
    for each in told.visits:
        if not each.person.bot:
            found.setdefault(each.person.browser, []).append(each)
    return found


def test_people_come_back_soon_and_late_and_around_midnight() -> None:
    told = history()
    soon = late = 0
    for visits in of_people(told).values():
        assert [each.first for each in visits] == [True] + [False] * (len(visits) - 1)
        for before, after in pairwise(visits):
            gap = after.began_at - before.looks[-1].at
            if gap > AN_HOUR:
                late += 1
            else:
                # only what comes from elsewhere begins another visit within the hour
                assert after.source not in (DIRECT, before.source)
                soon += 1
    assert soon > 20 < late
    gaps = [
        after.at - before.at
        for each in told.visits
        for before, after in pairwise(each.looks)
    ]  # fmt: skip
    assert min(gaps) > 2_000
    assert AN_HOUR > max(gaps) > 600_000, "somebody comes back directly, and goes on"
    days = [{moment(look.at // 1_000).date() for look in each.looks} for each in told.visits]
    assert max(map(len, days)) == 2
    browsers = len(of_people(told))
    assert len({each.person.address for each in told.visits if not each.person.bot}) < browsers


def test_nothing_is_done_after_the_end_or_before_its_cause() -> None:
    told = history()
    assert [each.at for each in told.deeds] == sorted(each.at for each in told.deeds)
    assert {moment(each.at).date() for each in told.deeds} <= {
        date(2026, 10, day) for day in range(12, 32)
    }
    done: set[tuple[str, int]] = set()
    needs = {"pay": "order", "send": "pay", "deliver": "send", "cancel": "pay", "give up": "order",
             "return": "deliver", "exchange": "deliver", "review": "deliver"}  # fmt: skip
    for each in told.deeds:
        if each.order is not None:
            if each.kind in needs:
                assert (needs[each.kind], id(each.order)) in done
            done.add((each.kind, id(each.order)))
    assert {kind for kind, _ in done} == {"order", *needs}


def test_no_more_is_sold_and_replaced_than_there_is() -> None:
    stock = {offer.code: 5 for ware in wares() for offer in ware.offers}
    replaced = 0
    for day in range(1, 29):
        told = history(stock=stock, until=date(2026, 11, day))
        taken = dict.fromkeys(stock, 0)
        exchanged = [each.order for each in told.deeds if each.kind == "exchange" and each.order]
        for order in [*told.orders, *exchanged]:
            for each in order.bought:
                taken[each.offer.code] += each.quantity
        assert max(taken.values()) == 5
        assert min(each.amount for each in told.orders) > 0
        replaced += len(exchanged)
    assert replaced > 20


def test_a_seed_is_a_world() -> None:
    assert history() == history()
    assert history().deeds != history(seed=8).deeds
