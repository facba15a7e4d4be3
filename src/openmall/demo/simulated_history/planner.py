"""Plans the history of a world, deterministically from seed, products and days, without a store.

A visit lasts until an hour after its last activity. People return much later than that; some of
them return within the hour: directly, which continues the visit, or from another source, which
begins a new one. A sessioniser has to find exactly the visits that are planned here.
"""

import random
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from msgspec.structs import replace

from openmall.analytics.sessionising.rule import numbered
from openmall.commerce.order.placement.placing.rules import UNPAID_DAYS
from openmall.contract.moments import read
from openmall.demo.simulated_history.history import (
    Addition,
    Bought,
    Deed,
    History,
    Kind,
    Look,
    Offer,
    Order,
    Person,
    Visit,
    Ware,
)
from openmall.demo.simulated_history.sources import DIRECT, ELSEWHERE, SOURCES, WEIGHTS, Source

AN_HOUR: Final = 3_600
A_DAY: Final = 86_400
AWAY: Final = AN_HOUR + 120
"""Seconds after the last activity before a visitor may come back."""
_COMPUTERS: Final = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
)
COMPUTER: Final = _COMPUTERS[0]
_PHONES: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36",
)
_BOTS: Final = (
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
)
_HOURS: Final = (2, 1, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 9, 8, 8, 8, 8, 9, 11, 13, 13, 10, 5)
_WEEK: Final = (0.9, 0.9, 0.95, 1.0, 1.0, 1.2, 1.3)
_METHODS: Final = ("card", "cash", "tcash")
"""Those that the demo mall offers: the shop's own account, and those of the test gateway."""
_SOUGHT: Final = ("apron", "bowl", "linen", "present")


class Planner:
    """Plans a world."""

    def __init__(
        self,
        seed: int,
        wares: dict[int, list[Ware]],
        *,
        until: date,
        days: int,
        daily: int,
        stock: dict[str, int] | None = None,
    ) -> None:
        """`wares`: of each shop; `daily`: visits of a shop on a usual day.

        `stock`: how many units of a variant may be sold; of others, any number.
        """
        self._seed, self._wares, self._daily = seed, wares, daily
        self._dice = random.Random(f"world {seed}")  # noqa: S311 # made up, no secret
        self._days = [until - timedelta(days=back) for back in range(days - 1, -1, -1)]
        self._end = read(until.isoformat(), end=True)
        self._stock = dict(stock or {})
        self._people = 0
        self._known: dict[int, list[Person]] = {shop_no: [] for shop_no in wares}
        self._joined: set[int] = set()
        self._visits: list[Visit] = []
        self._orders: list[Order] = []
        self._deeds: list[Deed] = []

    def history(self) -> History:
        """Return the history until the last second of the last day."""
        for day in self._days:
            for shop_no in self._wares:
                self._day(shop_no, day)
        self._deeds = [each for each in self._deeds if each.at <= self._end]
        self._deeds.sort(key=lambda each: (each.at, each.number))
        return History(visits=self._visits, orders=self._orders, deeds=self._deeds)

    def _day(self, shop_no: int, day: date) -> None:
        midnight = read(day.isoformat())
        number = round(self._daily * _WEEK[day.weekday()] * self._dice.uniform(0.8, 1.2))
        hours = self._dice.choices(range(24), _HOURS, k=number)
        for at in sorted(midnight + hour * AN_HOUR + self._dice.randrange(3_600) for hour in hours):
            # the last hour of all is left out: nobody is in the middle of something at the end
            if at < self._end - 2 * AN_HOUR:
                self._start_visit(shop_no, at)
        for _ in range(1 + number // 25):
            self._crawl(shop_no, midnight + self._dice.randrange(20 * AN_HOUR))
        if self._dice.random() < number / 60:
            self._phone(shop_no, midnight + self._dice.randrange(20 * AN_HOUR))

    def _person(
        self, shop_no: int, agent: str, device: str, *, bot: bool = False, again: bool = True
    ) -> Person:
        """Return a new visitor; `again`: one who may come back."""
        known = self._known[shop_no]
        self._people += 1
        number = self._people
        household = self._dice.choice(known).address if known and self._dice.random() < 0.2 else 0
        person = Person(
            number=number,
            shop_no=shop_no,
            browser=numbered("world browser", self._seed, number),
            address=household or number,
            agent=agent,
            device=device,
            bot=bot,
            member=self._dice.random() < 0.6,
        )
        if again:
            known.append(person)
        return person

    def _visitor(self, shop_no: int, at: int) -> Person:
        known = self._known[shop_no]
        if known and self._dice.random() < 0.4:
            back = self._dice.choice(known)
            if back.busy_until + AWAY < at:
                return back
        if self._dice.random() < 0.55:
            return self._person(shop_no, self._dice.choice(_PHONES), "mobile")
        return self._person(shop_no, self._dice.choice(_COMPUTERS), "pc")

    def _start_visit(self, shop_no: int, at: int) -> None:
        """Plan a visit, perhaps with a second one within the hour."""
        person = self._visitor(shop_no, at)
        source = self._dice.choices(SOURCES, WEIGHTS)[0]
        visit = self._visit(person, source, at)
        chance = self._dice.random()
        again = person.busy_until + self._dice.randrange(300, 2_400)
        if chance < 0.05:
            self._look_around(visit, again, None)
        elif chance < 0.10:
            elsewhere = self._dice.choice([each for each in ELSEWHERE if each != source])
            self._visit(person, elsewhere, again)

    def _visit(self, person: Person, source: Source, at: int) -> Visit:
        person.visits += 1
        first = person.visits == 1
        visit = Visit(person=person, source=source, first=first, looks=[], additions=[])
        self._visits.append(visit)
        self._look_around(visit, at, source)
        return visit

    def _look_around(self, visit: Visit, at: int, source: Source | None) -> None:
        person = visit.person
        wares = self._wares[person.shop_no]
        seen: list[Ware] = []
        for step in range(1 + min(int(self._dice.expovariate(0.35)), 12)):
            product = self._dice.random() < 0.5
            if product:
                # some sell better than others
                ware = wares[int(len(wares) * self._dice.random() ** 2)]
                seen.append(ware)
                look = self._page(at, f"/products/{ware.product_no}", ware=ware)
            elif self._dice.random() < 0.2:
                look = self._page(at, "/search", words=self._dice.choice(_SOUGHT))
            else:
                ware = self._dice.choice(wares)
                paths = ["/", *(f"/categories/{number}" for number, _ in ware.categories)]
                look = self._page(at, self._dice.choice(paths))
            if step == 0 and source not in (None, DIRECT):
                look = replace(look, source=source)
            visit.looks.append(look)
            person.busy_until = at
            if product and not person.bot and self._dice.random() < 0.2:
                self._add(visit, at + 3, seen[-1])
            at = person.busy_until + self._dice.randrange(5, 240)
        if visit.additions and self._dice.random() < 0.4:
            self._buy(visit, person.busy_until + self._dice.randrange(20, 300))

    def _page(self, at: int, path: str, *, ware: Ware | None = None, words: str = "") -> Look:
        moment = at * 1_000 + self._dice.randrange(900)
        return Look(at=moment, path=path, ware=ware, words=words)

    def _add(self, visit: Visit, at: int, ware: Ware) -> None:
        offer = self._dice.choice(ware.offers)
        if self._stock.get(offer.code, 1) < 1:
            return
        addition = Addition(at, ware, offer)
        visit.additions.append(addition)
        visit.person.busy_until = at
        self._join(visit.person, at)
        self._plan("add", at, visit.person, addition=addition, in_browser=True)

    def _buy(self, visit: Visit, at: int) -> None:
        chosen = {each.offer.code: each for each in visit.additions[-3:]}
        bought = self._units((each.ware, each.offer) for each in chosen.values())
        if bought:
            self._order(visit.person, visit, at, bought)
            visit.person.busy_until = at

    def _phone(self, shop_no: int, at: int) -> None:
        """Plan an order by an app, without a browser."""
        ware = self._dice.choice(self._wares[shop_no])
        bought = self._units([(ware, self._dice.choice(ware.offers))])
        if bought:
            person = self._person(shop_no, "", "pc", again=False)
            self._order(person, None, at, bought)

    def _units(self, chosen: Iterable[tuple[Ware, Offer]]) -> list[Bought]:
        """Return the available units, and reduce the stock."""
        found = []
        for ware, offer in chosen:
            quantity = self._dice.choices((1, 2, 3), (75, 18, 7))[0]
            left = self._stock.get(offer.code)
            if left is not None:
                quantity = min(quantity, left)
                self._stock[offer.code] = left - quantity
            if quantity:
                found.append(Bought(ware=ware, offer=offer, quantity=quantity))
        return found

    def _order(self, person: Person, visit: Visit | None, at: int, bought: list[Bought]) -> None:
        if at > self._end:
            return
        method = self._dice.choices(_METHODS, (68, 25, 7))[0]
        order = Order(person=person, visit=visit, at=at, bought=bought, method=method)
        self._orders.append(order)
        self._join(person, at)
        self._plan("order", at, person, order=order, in_browser=visit is not None)
        wait = self._dice.randrange(8, 60)
        if method == "cash":
            wait = self._dice.randrange(AN_HOUR, 2 * A_DAY)
            if self._dice.random() < 0.12:
                self._plan("give up", at + UNPAID_DAYS * A_DAY, person, order=order)
                return
        if at + wait <= self._end:
            order.paid_at = at + wait
            self._plan("pay", at + wait, person, order=order)
            self._afterwards(order, at + wait)

    def _join(self, person: Person, at: int) -> None:
        """Plan the joining of a future member before the first purchase."""
        if person.member and person.number not in self._joined:
            self._joined.add(person.number)
            self._plan("join", at, person)

    def _afterwards(self, order: Order, paid_at: int) -> None:
        """Plan the rest of a paid order: cancelled, or shipped and perhaps returned."""
        person, chance = order.person, self._dice.random()
        if chance < 0.06:
            later = self._dice.randrange(A_DAY, A_DAY + 16 * AN_HOUR)
            self._plan("cancel", paid_at + later, person, order=order)
            return
        sent = paid_at + A_DAY + self._dice.randrange(8 * AN_HOUR)
        there = sent + A_DAY + self._dice.randrange(A_DAY)
        self._plan("send", sent, person, order=order)
        self._plan("deliver", there, person, order=order)
        later = there + A_DAY + self._dice.randrange(5 * A_DAY)
        if chance < 0.11:
            self._plan("return", later, person, order=order)
        elif chance < 0.14 and self._take_replacements(order):
            self._plan("exchange", later, person, order=order)
        elif chance < 0.45:
            stars = self._dice.choices((5, 4, 3, 2, 1), (50, 25, 12, 8, 5))[0]
            self._plan("review", later, person, order=order, stars=stars)

    def _take_replacements(self, order: Order) -> bool:
        """Reduce the stock by what replaces the units of an order; False: there is too little."""
        wanted = [each for each in order.bought if each.offer.code in self._stock]
        if any(self._stock[each.offer.code] < each.quantity for each in wanted):
            return False
        for each in wanted:
            self._stock[each.offer.code] -= each.quantity
        return True

    def _crawl(self, shop_no: int, at: int) -> None:
        bot = self._person(shop_no, self._dice.choice(_BOTS), "pc", bot=True, again=False)
        self._visit(bot, DIRECT, at)

    def _plan(
        self,
        kind: Kind,
        at: int,
        person: Person,
        *,
        order: Order | None = None,
        addition: Addition | None = None,
        in_browser: bool = False,
        stars: int = 0,
    ) -> None:
        self._deeds.append(
            Deed(
                at=at, number=len(self._deeds), kind=kind, person=person, order=order,
                addition=addition, in_browser=in_browser, stars=stars,
            )
        )  # fmt: skip


def looks_of(visits: Iterable[Visit]) -> Iterator[tuple[Visit, Look]]:
    """Yield every page view with its visit."""
    for visit in visits:
        for look in visit.looks:
            yield visit, look
