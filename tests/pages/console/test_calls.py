"""The pages of the log of an app's calls."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.pages.console import store as console_store
from tests.events.request_log.log_reader import Log
from tests.pages.console.developer_browser import SCOPES, Developer, signed_up
from tests.world import Installed, World

TEXT = re.compile(r"<[^>]+>")


def shown(page: httpx.Response) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(TEXT.sub(" ", page.text)).split())


class Own:
    """An app of a developer's in a mall, which calls."""

    def __init__(self, world: World, developer: Developer) -> None:
        world.stage.app.request_log_writer.buffer.take()
        self.world = world
        self.developer = developer
        self.app = world.stage.run(self._registered)
        self.home = f"/developers/apps/{self.app.credentials.client_id}"

    async def _registered(self) -> Installed:
        database, clock = self.world.stage.app.database, self.world.stage.clock
        async with database.reading("") as db:
            who = await console_store.find_by_email(db, self.developer.email)
        assert who is not None
        made = await registered_apps.register(
            database,
            clock,
            name="Stock keeper",
            redirect_uris=[],
            scopes=SCOPES,
            developer_no=who.number,
        )
        async with database.writing(self.world.mall_id) as db:
            await registered_apps.install(db, clock, made.client_id, SCOPES)
            grant = tokens.Grant(made.client_id, "owner", "P", 1, SCOPES, made.client_id)
            return Installed(made, await tokens.issue(db, clock, grant))

    def call(self, method: str, path: str, **rest: Any) -> Any:
        return self.world.call(method, path, app=self.app, **rest)

    def page(self, path: str) -> httpx.Response:
        self.world.stage.run(self.world.stage.app.request_log_writer.write)
        return self.developer.open(f"{self.home}/{path}")

    def paths(self, query: str = "") -> list[str]:
        """Return the calls a page of the list shows."""
        page = self.page(f"calls?{query}")
        assert page.status_code == 200, page.text
        found = re.findall(r'<a class="what" href="[^"]*">(.*?)</a>', page.text, re.S)
        return [" ".join(html.unescape(TEXT.sub("", each)).split()) for each in found]


def own(world: World) -> Own:
    return Own(world, signed_up(world, "Kim Haneul"))


def test_an_app_that_never_called_is_told_so(world: World) -> None:
    its = own(world)

    assert "This app has made no calls yet" in shown(its.page("calls"))
    assert "No errors" in shown(its.page("errors"))
    assert its.page("limits").status_code == 200


def test_calls_are_listed_newest_first_and_found_by_each_filter(world: World) -> None:
    its = own(world)
    its.call("GET", "products", params={"limit": "2"})
    world.stage.clock.pass_(600)
    its.call("GET", "products/7")
    its.call("GET", "prodcts")

    admin = "/api/v2/admin"
    whole = [f"GET {admin}/prodcts", f"GET {admin}/products/7", f"GET {admin}/products?limit=2"]
    assert its.paths() == whole
    assert its.paths(f"mall={world.mall_id}") == whole
    assert its.paths("mall=another") == []
    assert its.paths("operation=admin+GET+products") == whole[2:]
    assert its.paths("operation=-") == whole[:1]
    assert its.paths("status=4xx") == whole[:2]
    assert its.paths("status=404&operation=-") == whole[:1]
    assert its.paths("text=products/") == [whole[1]]
    assert its.paths("from=2026-11-21T09:05") == whole[:2]
    assert its.paths("to=2026-11-21T09:05") == whole[2:]
    assert its.paths("from=2026-11-21T09:00&to=2026-11-21T09:00") == whole[2:]


def test_a_wrong_filter_is_shown_beside_its_field_and_kept(world: World) -> None:
    its = own(world)
    for query, said in (
        ("status=many", "Enter a status such as 404 or 4xx."),
        ("from=yesterday", "Enter a time such as 2026-11-21T09:00."),
        ("to=0001-01-01", "Enter a time such as 2026-11-21T09:00."),
        ("before=x", "This page does not exist."),
        ("before=99999999999999999999", "This page does not exist."),
    ):
        page = its.page(f"calls?{query}&text=apron")
        assert (page.status_code, said in shown(page)) == (400, True), query
        assert 'value="apron"' in page.text
        assert "data-live" not in page.text


def test_pages_of_the_list_turn_both_ways_and_keep_the_filter(world: World) -> None:
    its = own(world)
    for number in range(1, 121):
        its.call("GET", f"products/{number}")

    seen: list[str] = []
    path = "calls?text=products"
    for at in range(3):
        page = its.page(path)
        seen += re.findall(r"/api/v2/admin/products/(\d+)\s*</a>", page.text)
        assert ("data-live" in page.text) == (at == 0)
        [older] = re.findall(r'href="([^"]*)" rel="next"', page.text) or [""]
        path = html.unescape(older).removeprefix(f"{its.home}/")
        assert ("text=products" in path) == (at < 2)
    assert seen == [str(number) for number in range(120, 0, -1)]
    [newer] = re.findall(r'href="([^"]*)" rel="prev"', page.text)
    back = its.page(html.unescape(newer).removeprefix(f"{its.home}/"))
    assert re.findall(r"products/(\d+)\s*</a>", back.text) == seen[50:100]


def test_the_list_is_live_until_it_is_paused(world: World) -> None:
    its = own(world)
    its.call("GET", "products")
    page = its.page("calls?status=2xx")
    [live] = re.findall(r'data-live="([^"]*)" data-seconds="2"', page.text)
    [pause] = re.findall(r'href="([^"]*live=off)"', page.text)
    its.call("GET", "products/count")

    part = its.page(html.unescape(live).removeprefix(f"{its.home}/"))

    assert "<html" not in part.text
    assert part.text.count("<tr><td") == 2
    paused = its.page(html.unescape(pause).removeprefix(f"{its.home}/"))
    assert ("data-live" in paused.text, "Resume" in shown(paused)) == (False, True)
    assert "status=2xx" in html.unescape(pause)


def test_one_call_is_shown_with_all_that_is_known(world: World) -> None:
    its = own(world)
    sent = {"product_name": 'Linen <b>"apron"</b>', "supply_price": "1.00", "price": "2.00"}
    answer = its.call("POST", "products", json={"request": sent})
    page = its.page("calls")
    [address] = re.findall(r'<a class="what" href="([^"]*)"', page.text)

    one = its.developer.open(address)

    assert one.status_code == 200
    said = shown(one)
    for told in (
        "POST /api/v2/admin/products", "admin POST products", world.mall_id, "2026-11-21 09:00:00",
        answer.headers["x-request-id"], "127.0.0.1", "x-api-call-limit", "1/40", "2026-03-01",
        '"product_name": "Linen <b>\\"apron\\"</b>"', "Authorization: Bearer $TOKEN",
    ):  # fmt: skip
        assert told in said, told
    assert "<b>" not in one.text
    assert its.app.token.access_token not in one.text


def test_a_call_that_is_not_there_is_404(world: World) -> None:
    its = own(world)
    for number in ("1", "0", "x", "9" * 19, "9" * 40, "-1"):
        page = its.page(f"calls/{number}")
        assert (page.status_code, "Call not found" in shown(page)) == (404, True)


def test_errors_are_gathered_and_lead_to_their_calls(world: World) -> None:
    its = own(world)
    for _ in range(2):
        its.call("GET", "products", params={"limit": "x & y"})
    its.call("GET", "products", params={"offset": "x"})
    its.call("GET", "prodcts")
    its.call("GET", "products")

    page = its.page("errors")

    said = shown(page)
    assert "2 calls" in said
    assert "Expected integer, got string. (parameter.limit)" in said
    links = [html.unescape(each) for each in re.findall(r'href="([^"]*status=[^"]*)"', page.text)]
    assert len(links) == 3
    counts = {}
    for link in links:
        query = parse_qs(urlsplit(link).query)
        counts[query.get("parameter", [query["operation"][0]])[0]] = len(
            its.paths(urlsplit(link).query)
        )
    assert counts == {"limit": 2, "offset": 1, "-": 1}


def test_the_use_of_limits_is_plotted_by_minutes_and_by_hours(world: World) -> None:
    its = own(world)
    for _ in range(4):
        its.call("GET", "products")
    its.call("GET", "prodcts")
    world.stage.clock.pass_(120)

    hour = its.page("limits")
    day = its.page("limits?over=day")

    assert hour.status_code == day.status_code == 200
    assert "Fullest bucket 12 %" in shown(hour)
    assert "Calls 5 Errors 1 Refused (429) 0" in shown(hour)
    assert hour.text.count("<figure") == 2
    plot = html.unescape(re.findall(r'data-plot="([^"]*)"', hour.text)[1])
    assert '"name":"Calls","values":[' + "0," * 57 + "5,0,0]" in plot
    assert '"name":"Calls","values":[' + "0," * 23 + "5]" in html.unescape(day.text)


def test_other_developers_see_nothing_of_it(world: World) -> None:
    its = own(world)
    its.call("GET", "products")
    page = its.page("calls")
    [address] = re.findall(r'<a class="what" href="([^"]*)"', page.text)
    stranger = signed_up(world, "Park Jiho")
    theirs = Own(world, stranger)

    for path in (address, f"{its.home}/calls", f"{its.home}/errors", f"{its.home}/limits"):
        assert stranger.open(path).status_code == 404
    number = address.rpartition("/")[2]
    assert theirs.page(f"calls/{number}").status_code == 404
    assert Log(world, theirs.app).lines() == []


def test_a_page_says_how_many_calls_are_not_recorded(world: World) -> None:
    its = own(world)
    buffer = world.stage.app.request_log_writer.buffer
    buffer.lose(its.app.credentials.client_id)
    buffer.lose(its.app.credentials.client_id)

    assert "2 calls of the last day were not recorded" in shown(its.page("calls"))
    assert "Not recorded 2" in shown(its.page("limits"))


def test_what_was_called_cannot_write_into_the_page(world: World) -> None:
    its = own(world)
    evil = "%3Cscript%3Ealert(1)%3C/script%3E"
    its.call("GET", f"products/{evil}?{evil}={evil}")
    its.call("GET", "products", params={'"><script>x': '"><script>x'})

    for path in ("calls", "errors", "calls?text=<script>"):
        page = its.page(path)
        assert page.text.count("<script") == page.text.count('<script src="/assets/') == 2, path
