"""Which version an app is set to, and what another would change for its calls."""

import html
import re

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.api.versions.changes import CHANGES
from openmall.api.versions.effects import Affected, affecting, between
from openmall.api.versions.v2026_03_01 import catalogue, store
from tests.pages.console.developer_browser import Developer, Registered, admin

ORDERS = "admin GET orders/setting"


def set_back(kim: Developer, app: Registered) -> Registered:
    """Set an app to the release before the newest, as one that was registered then has it."""
    assert kim.send(f"{app.home}/version", {"version": "2024-03-01"}).status_code == 303
    return app


class TestAffected:
    def test_a_change_counts_when_the_app_makes_such_a_call(self) -> None:
        changes = [store.OpenOrderSettings(), store.SetOrderSettings()]

        found = affecting(changes, {ORDERS, "admin GET products"})

        assert found == [
            Affected(
                "Order settings gained fees of exchanges and returns, delivery that completes by "
                "itself, unpaid orders that are cancelled by themselves, and the change of a "
                "receiver's address.",
                "additive",
                [ORDERS],
                sorted(store.OpenOrderSettings.added),
            )
        ]

    def test_only_the_calls_that_are_made_are_named(self) -> None:
        change = catalogue.AddSaleDetailsToProducts()
        assert len(change.operations) > 1
        one = sorted(change.operations)[0]

        [found] = affecting([change], {one})

        assert found.operations == [one]

    def test_no_call_no_change(self) -> None:
        assert affecting(CHANGES, frozenset()) == []

    def test_what_lies_between_is_the_same_in_both_directions(self) -> None:
        there = between("2024-03-01", "2026-03-01")

        assert there == list(CHANGES)
        assert between("2026-03-01", "2024-03-01") == there
        assert between("2026-03-01", "2026-03-01") == []
        assert between("2023-12-01", "2024-03-01") == []


def told(kim: Developer, path: str) -> list[str]:
    """Return the operations of the changes a page tells of."""
    page = kim.open(path)
    assert page.status_code == 200
    marks = re.findall(r'<p class="marks">(.*?)</p>', page.text, re.S)
    return [each for line in marks for each in re.findall(r"<code>([^<]*)</code>", line)]


class TestPage:
    def test_a_new_app_starts_on_the_newest(self, kim: Developer) -> None:
        app = kim.app("mall.read_product", "mall.write_product")
        mall = kim.mall(app, "catalogue")

        newest = kim.open(f"{app.home}/version").text.split("<tbody>")[1].split("</tr>")[0]
        answer = admin(kim.world, mall.mall_id, mall.token)

        assert "2026-03-01" in newest
        assert "set for this app" in newest
        assert answer.headers["X-Platform-Api-Version"] == "2026-03-01"

    def test_the_calendar_says_what_is_served_until_when(self, kim: Developer) -> None:
        app = set_back(kim, kim.app())

        page = kim.open(f"{app.home}/version").text
        rows = [
            " ".join(re.sub(r"<[^>]+>", " ", row).split())
            for row in re.findall(r"<tr>(.*?)</tr>", page.split("<tbody>")[1], re.S)
        ]

        assert rows == [
            "2026-03-01 a year after the next one newest See what changes with 2026-03-01",
            "2026-02-01 the day before 2027-03-01 See what changes with 2026-02-01",
            "2024-03-01 the day before 2027-02-01 set for this app",
            "2023-12-01 the day before 2025-03-01 not served",
        ]

    def test_what_changes_is_what_its_permissions_open(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_store"))
        other = set_back(kim, kim.app("mall.read_product"))

        found = told(kim, f"{app.home}/version?to=2026-03-01")

        assert ORDERS in found
        assert not [each for each in found if each.startswith("admin GET orders/changes")]
        assert not [each for each in found if "POST" in each]
        assert ORDERS not in told(kim, f"{other.home}/version?to=2026-03-01")

    def test_operations_that_a_version_adds_are_named(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_community", "mall.write_community"))
        mall = kim.mall(app, "catalogue")
        there = f"{app.home}/version?to=2026-03-01"

        permitted = told(kim, there)
        kim.send(f"{app.home}/version", {"version": "2026-03-01"}, there)
        answer = admin(kim.world, mall.mall_id, mall.token, "boards/1/seo")
        assert answer.status_code == 200, answer.text
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)
        lost = told(kim, f"{app.home}/version?to=2024-03-01")

        assert "admin GET boards/{board_no}/seo" in permitted
        assert lost == ["admin GET boards/{board_no}/seo"]

    def test_what_changes_is_what_the_app_calls_once_it_has(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_product", "mall.write_product"))
        mall = kim.mall(app, "catalogue")
        there = f"{app.home}/version?to=2026-03-01"
        before = told(kim, there)
        admin(kim.world, mall.mall_id, mall.token)
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)

        really, may = told(kim, there), told(kim, f"{there}&of=permissions")

        assert may == before
        assert set(really) == {"admin GET products"}
        assert len(really) < len(may)

    def test_it_is_set_and_the_next_call_speaks_it(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_product", "mall.write_product"))
        mall = kim.mall(app, "catalogue")
        number = admin(kim.world, mall.mall_id, mall.token).json()["products"][0]["product_no"]
        path = f"products/{number}"
        before = admin(kim.world, mall.mall_id, mall.token, path).json()["product"]

        page = f"{app.home}/version?to=2026-03-01"
        answer = kim.send(f"{app.home}/version", {"version": "2026-03-01"}, page)
        after = admin(kim.world, mall.mall_id, mall.token, path).json()["product"]

        assert answer.headers["location"] == f"{app.home}/version?done=set"
        assert "Calls without a version use this one" in kim.open(answer.headers["location"]).text
        assert set(after) - set(before) >= {"soldout_message", "size_guide"}

    def test_going_back_says_what_is_undone(self, kim: Developer) -> None:
        app = set_back(kim, kim.app())
        there = f"{app.home}/version?to=2026-03-01"
        kim.send(f"{app.home}/version", {"version": "2026-03-01"}, there)

        page = html.unescape(kim.open(f"{app.home}/version?to=2024-03-01").text)

        assert "What is lost by going back from 2026-03-01 to 2024-03-01" in page
        assert told(kim, f"{app.home}/version?to=2024-03-01")

    @pytest.mark.parametrize("version", ["2023-12-01", "2030-01-01", "x"])
    def test_what_is_not_served_cannot_be_chosen(self, kim: Developer, version: str) -> None:
        app = set_back(kim, kim.app())

        asked = kim.open(f"{app.home}/version?to={version}")
        sent = kim.send(f"{app.home}/version", {"version": version}, "/developers")

        assert (asked.status_code, sent.status_code) == (422, 422)
        assert "Version not found" in sent.text
        assert '<dd><a href="' + f'{app.home}/version">2024-03-01</a>' in kim.open(app.home).text

    def test_an_app_set_to_what_is_no_longer_served_is_told_so(self, kim: Developer) -> None:
        app = set_back(kim, kim.app())
        kim.world.stage.clock.pass_(101 * 24 * 3600)
        kim.send(
            "/developers/sign-in",
            {"email": kim.email, "password": "correct horse battery staple"},
        )

        page = html.unescape(kim.open(f"{app.home}/version").text)

        assert (
            "The app is set to 2024-03-01, which is no longer served: its calls are served"
            " as 2026-03-01." in page
        )


def compared(kim: Developer, app: Registered, to: str) -> dict[str, str]:
    """Return the operations of the comparison of an app's reads, and what is said of each."""
    page = kim.open(f"{app.home}/version?to={to}&compare=calls")
    assert page.status_code == 200
    part = html.unescape(page.text).partition('id="calls"')[2]
    said = [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in part.split("<li>")[1:]]
    return {each.partition(" · ")[0]: each.partition(" · ")[2] for each in said}


class TestComparison:
    def test_the_last_reads_are_made_in_both_versions(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_product", "mall.write_product", "mall.read_store"))
        mall = kim.mall(app, "catalogue")
        number = admin(kim.world, mall.mall_id, mall.token).json()["products"][0]["product_no"]
        for path in (f"products/{number}", "products?limit=3", "products/count", "orders/setting"):
            assert admin(kim.world, mall.mall_id, mall.token, path).status_code == 200
        assert admin(kim.world, mall.mall_id, mall.token, "products/999999").status_code == 404
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)
        there = f"{app.home}/version?to=2026-03-01"
        assert "Compare the last reads" in kim.open(there).text

        found = compared(kim, app, "2026-03-01")

        product = "admin GET products/{product_no}"
        assert list(found)[:4] == [
            ORDERS, "admin GET products/count", "admin GET products", product,
        ]  # fmt: skip
        for same in ("admin GET products/count", "admin GET products"):
            assert found[same].split()[:3] == [mall.mall_id, "the", "same"]
        for name in store.OpenOrderSettings.added:
            assert f"order.{name}" in found[ORDERS]
        assert "only in 2026-03-01" in found[product]
        assert {"product.soldout_message", "product.size_guide"} <= set(found[product].split())
        # no values of the shop
        shown = kim.open(f"{there}&compare=calls").text
        for product in admin(kim.world, mall.mall_id, mall.token).json()["products"]:
            assert product["product_name"] not in shown

    def test_what_the_other_version_lacks_is_refused_there(self, kim: Developer) -> None:
        app = kim.app("mall.read_community", "mall.write_community")
        mall = kim.mall(app, "catalogue")
        assert admin(kim.world, mall.mall_id, mall.token, "boards/1/seo").status_code == 200
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)

        found = compared(kim, app, "2024-03-01")

        assert "refused There is no such operation" in found["admin GET boards/{board_no}/seo"]

    def test_an_app_that_was_removed_reads_nothing_more(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_store"))
        mall = kim.mall(app)
        assert admin(kim.world, mall.mall_id, mall.token, "orders/setting").status_code == 200
        stage = kim.world.stage
        stage.run(stage.app.request_log_writer.write)

        async def remove() -> None:
            async with stage.app.database.writing(mall.mall_id) as db:
                await registered_apps.remove(db, stage.clock, app.client_id)

        stage.run(remove)
        stage.app.counters.advance_cache_epoch()

        assert compared(kim, app, "2026-03-01") == {}
        page = kim.open(f"{app.home}/version?to=2026-03-01&compare=calls").text
        assert "no read of the admin API" in page


class TestNotices:
    def test_an_app_is_told_which_of_its_calls_differ(self, kim: Developer) -> None:
        app = set_back(kim, kim.app("mall.read_store", "mall.read_product"))
        mall = kim.mall(app)
        for path in ("orders/setting", "products/count"):
            assert admin(kim.world, mall.mall_id, mall.token, path).status_code == 200
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)

        for path in (app.home, f"{app.home}/version"):
            page = html.unescape(kim.open(path).text)
            notice = page.partition('<div class="notice">')[2].partition("</div>")[0]
            assert (
                "The app is set to 2024-03-01, which is served until the day before 2027-02-01"
                in (notice)
            )
            assert "its calls are then served as 2026-02-01." in notice
        assert "ends soon" in kim.open("/developers/apps").text

    def test_an_app_on_the_newest_is_told_nothing(self, kim: Developer) -> None:
        app = kim.app()

        assert '<div class="notice">' not in kim.open(app.home).text
        assert "ends soon" not in kim.open("/developers/apps").text

    def test_calls_that_name_an_ending_version_are_told_of(self, kim: Developer) -> None:
        app = kim.app("mall.read_store", "mall.read_product")
        mall = kim.mall(app)
        version = "2026-02-01"
        for path in ("orders/setting", "products/count"):
            answer = admin(kim.world, mall.mall_id, mall.token, path, version)
            assert answer.status_code == 200
        kim.world.stage.run(kim.world.stage.app.request_log_writer.write)

        page = html.unescape(kim.open(app.home).text)
        notice = page.partition('<div class="notice">')[2].partition("</div>")[0]

        assert "Calls of the app name the version 2026-02-01" in notice
        assert re.findall(r"<code>([^<]*)</code>", notice) == [ORDERS]
