"""The change history: what is listed, and how a write is undone and made again by its page."""

import re

import pytest

from openmall.contract.undo import DAY_SECONDS, UndoRetention
from tests.access.oauth.authorization_requests import SIGN_IN, Browser
from tests.commerce.customer.customer_setup import join
from tests.commerce.mileage.balance_setup import give
from tests.commerce.product.stock_setup import quantity, stocked
from tests.events.plans.people import add_rule
from tests.page_content import form_token
from tests.pages.backoffice.history_pages import (
    HISTORY,
    changes,
    heads,
    lines,
    made_for_good,
    newest,
    press,
    price,
    repriced,
)
from tests.pages.backoffice.page_forms import forms, said
from tests.pages.backoffice.test_roles import sub_admin

pytestmark = pytest.mark.usefixtures("recorded")


class TestList:
    def test_a_line_says_in_words_what_was_done_by_whom(self, owner: Browser) -> None:
        made_for_good(owner.world)
        repriced(owner.world)

        page = owner.open(HISTORY)

        assert lines(page) == [
            "Product changed: Apron",
            "Product created: Apron",
            "Manufacturer created: Haneul",
        ]
        first, _, second = page.text.split('<p class="what">')[1:]
        assert "Can be undone" in first
        assert "Kim Owner" in first
        assert "Test app (through this app)" in first
        assert "Cannot be undone" in second
        assert "Reason: it created something that others may use" in second
        assert "PUT products" not in page.text
        assert "Changes are kept for 2 days" in page.text

    def test_in_korean(self, owner: Browser) -> None:
        repriced(owner.world)
        owner.cookies["openmall-language"] = "ko"

        page = owner.open(HISTORY)

        assert lines(page) == ["상품 변경: Apron", "상품 등록: Apron"]
        assert "2일 동안" in page.text

    def test_filters(self, owner: Browser) -> None:
        world = owner.world
        repriced(world)
        world.post("redirects", path="/a", target="/b")
        world.stage.clock.pass_(DAY_SECONDS)
        owner.sign_in(SIGN_IN)
        other = world.install(["mall.write_store"], restricted=True)
        made = {"request": {"path": "/c", "target": "/d"}}
        assert world.call("POST", "redirects", app=other, json=made).status_code == 201
        changed, created = "Product changed: Apron", "Product created: Apron"
        first, second = "Redirect created: /a", "Redirect created: /c"
        queries = {
            "": [second, first, changed, created],
            f"app={other.credentials.client_id}": [second],
            "app=office": [],
            "manager=owner": [second, first, changed, created],
            "manager=nobody": [],
            "area=product": [changed, created],
            "area=store": [second, first],
            "area=nonsense": [],
            "state=refused": [],
            "from=2026-11-22": [second],
            "to=2026-11-21&area=store": [first],
        }

        found = {query: lines(owner.open(f"{HISTORY}?{query}")) for query in queries}

        assert found == queries
        assert "No matching changes." in owner.open(f"{HISTORY}?app=office").text

    def test_a_date_that_cannot_be_read(self, owner: Browser) -> None:
        page = owner.open(f"{HISTORY}?from=yesterday")

        assert page.status_code == 422
        assert "This is not a date." in page.text

    def test_pages(self, owner: Browser) -> None:
        for at in range(31):
            owner.world.post("redirects", path=f"/{at}", target="/x")

        first, second = owner.open(HISTORY), owner.open(f"{HISTORY}?page=2")

        assert (len(lines(first)), len(lines(second))) == (30, 1)
        assert "/admin/history?page=2" in first.text

    def test_where_nothing_is_recorded_the_page_says_who_decides_it(
        self, owner: Browser, recorded: UndoRetention
    ) -> None:
        recorded.days = None
        owner.world.product()

        page = owner.open(HISTORY).text

        assert "Changes are not recorded here, so they cannot be undone." in page
        assert "The operator of this installation turns it on" in page
        assert "undo_days" in page
        assert '<form method="get" action="/admin/history"' not in page

    def test_only_writes_of_areas_that_may_be_viewed(self, owner: Browser) -> None:
        _, write_no = repriced(owner.world)
        owner.world.post("redirects", path="/a", target="/b")
        helper = sub_admin(owner.world, "helper", {"activity": "edit", "products": "view"})

        # who views products views settings of the shop along
        assert "Product changed: Apron" in lines(helper.open(HISTORY))
        page = helper.open(f"{HISTORY}/{write_no}")
        stranger = sub_admin(owner.world, "stranger", {"activity": "edit"})

        assert "Your role does not let you undo this." in page.text
        assert ("deed", "undo") not in {b for each in forms(page.text) for b in each.buttons}
        assert lines(stranger.open(HISTORY)) == []
        assert stranger.open(f"{HISTORY}/{write_no}").status_code == 404


class TestUndo:
    def test_the_page_shows_fields_as_pages_name_them(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)

        page = owner.open(f"{HISTORY}/{write_no}").text

        assert f'<a href="/admin/products/{number}">Apron</a>' in page
        assert ("Price", "12,000 KRW", "9,900 KRW") in changes(page)
        assert "What an undo does not take back" in page
        assert "1 notice that apps got" in page

    def test_a_preview_changes_nothing_and_the_undo_does(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)
        page = owner.open(f"{HISTORY}/{write_no}")
        assert ("deed", "undo") not in {b for each in forms(page.text) for b in each.buttons}

        preview = press(owner, page, "preview")

        assert price(owner.world, number) == "9900.00"
        shown = preview.text.partition('id="preview"')[2].partition("</section>")[0]
        assert "Preview: nothing has been changed yet" in shown
        assert "1 record would become what it was." in shown
        assert "1 notice would go to apps." in shown
        assert ("Price", "9,900 KRW", "12,000 KRW") in changes(shown)
        done = press(owner, preview, "undo")
        assert said(done) == "The change was undone."
        assert price(owner.world, number) == "12000.00"
        assert "This was undone." in done.text

    def test_an_undo_is_made_again_by_its_page(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)
        page = press(owner, owner.open(f"{HISTORY}/{write_no}"), "preview")
        undone = press(owner, page, "undo")
        [path] = re.findall(
            r'<a href="([^"]*)">See the undo, or make the change again', undone.text
        )

        page = owner.open(path)
        assert f'<a href="{HISTORY}/{write_no}">The change that was undone</a>' in page.text
        assert "Preview making it again" in page.text
        done = press(owner, press(owner, page, "preview"), "undo")

        assert said(done) == "The change was made again."
        assert price(owner.world, number) == "9900.00"
        assert lines(owner.open(HISTORY))[:2] == [
            "Made again: Product changed: Apron",
            "Undone: Product changed: Apron",
        ]

        page = owner.open(f"{HISTORY}/{newest(owner.world)}")
        assert "Preview the undo" in page.text, "the change is there again"
        back = press(owner, press(owner, page, "preview"), "undo")
        assert said(back) == "The change was undone."
        assert price(owner.world, number) == "12000.00"

    def test_an_undo_that_waits_for_approval_says_so(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)
        add_rule(owner.world, price_percent=10)
        helper = sub_admin(owner.world, "helper", {"products": "edit", "activity": "edit"})
        helper.cookies["openmall-language"] = "ko"

        page = press(helper, helper.open(f"{HISTORY}/{write_no}"), "preview")
        waits = press(helper, page, "undo")

        assert waits.status_code == 409
        assert "it waits for approval" not in waits.text
        assert "아직 변경되지 않았습니다" in waits.text
        assert price(owner.world, number) == "9900.00"

    def test_conflicts_are_decided_one_by_one(self, owner: Browser) -> None:
        world = owner.world
        number, write_no = repriced(world)
        world.put(f"products/{number}", price="8000")
        page = owner.open(f"{HISTORY}/{write_no}")
        assert "1 conflict" in page.text
        assert heads(page.text) == ["Field", "Before the change", "After the change", "Now"]
        assert ("Price", "12,000 KRW", "9,900 KRW", "8,000 KRW") in changes(page.text)
        field = f"decision product 1,{number}"

        undecided = press(owner, page, "preview")
        kept = press(owner, page, "preview", **{field: "keep"})
        preview = press(owner, page, "preview", **{field: "revert"})

        assert undecided.status_code == 422
        assert "Choose for each conflict what becomes of it." in undecided.text
        assert "0 records would become what they were. 1 would stay as it is." in kept.text
        shown = preview.text.partition('id="preview"')[2].partition("</section>")[0]
        assert ("Price", "8,000 KRW", "12,000 KRW") in changes(shown)
        world.put(f"products/{number}", price="7000")
        outdated = press(owner, preview, "undo", **{field: "revert"})
        assert outdated.status_code == 409
        assert "Something has changed meanwhile." in outdated.text
        assert price(world, number) == "7000.00"
        done = press(owner, outdated, "undo", **{field: "revert"})
        assert said(done) == "The change was undone."
        assert price(world, number) == "12000.00"

    def test_a_part_of_a_write_can_stay(self, owner: Browser) -> None:
        world = owner.world
        number = world.product(product_name="Towel")["product_no"]
        options = [{"option_name": "Size", "option_value": [{"option_text": x} for x in "SM"]}]
        world.post(f"products/{number}/options", has_option="T", option_type="T", options=options)
        path = f"products/{number}/variants"
        codes = [each["variant_code"] for each in world.get(path)["variants"]]
        body = {"requests": [{"variant_code": each, "additional_amount": "500"} for each in codes]}
        assert world.call("PUT", path, json=body).is_success
        page = owner.open(f"{HISTORY}/{newest(world)}")
        assert "Towel (S)" in page.text
        assert "2 changed records" in page.text

        preview = press(owner, page, "preview", row=f"variant {number},{codes[0]}")
        done = press(owner, preview, "undo", row=f"variant {number},{codes[0]}")

        assert said(done) == "The change was undone."
        amounts = [each["additional_amount"] for each in world.get(path)["variants"]]
        assert amounts == ["0.00", "500.00"]

    def test_stock_gets_a_counter_entry_and_what_is_short_is_decided(self, owner: Browser) -> None:
        world = owner.world
        number, code = stocked(world, 5)
        world.put(f"products/{number}/variants/{code}/inventories", quantity=20)
        write_no = newest(world)
        page = owner.open(f"{HISTORY}/{write_no}")
        assert "+15" in page.text
        world.put(f"products/{number}/variants/{code}/inventories", quantity=3)

        short = press(owner, page, "preview")
        field = f"decision stock_change {number},{code}"
        preview = press(owner, short, "preview", **{field: "revert"})

        assert short.status_code == 409
        assert "Less than nothing would be left. What becomes of it?" in short.text
        assert "A counter entry of -15." in preview.text
        assert quantity(world, number, code) == 3
        assert said(press(owner, preview, "undo")) == "The change was undone."
        assert quantity(world, number, code) == -12

    def test_points_are_shown_with_their_currency(self, owner: Browser) -> None:
        world = owner.world
        join(world)
        give(world, 500)

        page = owner.open(f"{HISTORY}/{newest(world)}")
        preview = press(owner, page, "preview")

        assert "+500 KRW" in page.text
        assert "A counter entry of -500 KRW." in preview.text
        assert said(press(owner, preview, "undo")) == "The change was undone."

    def test_a_write_that_cannot_be_undone_says_why(self, owner: Browser) -> None:
        made_for_good(owner.world)

        page = owner.open(f"{HISTORY}/{newest(owner.world)}").text

        assert "This cannot be undone: it created something that others may use" in page
        assert 'name="deed"' not in page

    def test_settings_are_shown_with_their_labels_and_never_with_secrets(
        self, owner: Browser
    ) -> None:
        world = owner.world
        world.put("carts/setting", period="20")
        carts = owner.open(f"{HISTORY}/{newest(world)}").text
        world.put(
            "socials/portallogin",
            use_portallogin="T",
            client_id="shop",
            client_secret="hidden-value",
        )
        login = owner.open(f"{HISTORY}/{newest(world)}").text

        assert "<h1>Carts changed</h1>" in carts
        assert '<a href="/admin/settings/carts">Carts</a>' in carts
        assert ("Keep carts for days", "30", "20") in changes(carts)
        assert "hidden-value" not in login
        assert "sealed:" not in login
        assert "***" in login

    def test_what_cannot_come_back_is_said_before_anything_is_done(self, owner: Browser) -> None:
        world = owner.world
        number = world.product()["product_no"]
        path = f"products/{number}/memos"
        memo = world.post(path, author_id="owner", memo="one")["memo"]["memo_no"]
        world.call("DELETE", f"{path}/{memo}")
        page = owner.open(f"{HISTORY}/{newest(world)}")
        world.call("DELETE", f"products/{number}")

        refused = press(owner, page, "preview")

        assert refused.status_code == 409
        assert "The product or category that it belongs to is gone." in refused.text

    def test_pages_that_do_not_exist_and_forms_of_others(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)
        page = press(owner, owner.open(f"{HISTORY}/{write_no}"), "preview")

        forged = press(owner, page, "undo", form_token="guessed")

        assert forged.status_code == 403
        assert price(owner.world, number) == "9900.00"
        for path in ("0", "99999", "x", "1a"):
            assert owner.open(f"{HISTORY}/{path}").status_code == 404
        token = form_token(page.text)
        assert owner.submit(f"{HISTORY}/99999", {"form_token": token}).status_code == 404

    def test_a_viewer_cannot_send_the_form(self, owner: Browser) -> None:
        number, write_no = repriced(owner.world)
        page = press(owner, owner.open(f"{HISTORY}/{write_no}"), "preview")
        helper = sub_admin(owner.world, "helper", {"activity": "view", "products": "edit"})
        other = sub_admin(owner.world, "other", {"activity": "edit", "products": "view"})
        token = form_token(other.open(HISTORY).text)
        seen = re.findall(r'name="seen" value="([^"]*)"', page.text)[0]

        sent = {"form_token": token, "deed": "undo", "seen": seen}
        refused = [each.submit(f"{HISTORY}/{write_no}", sent) for each in (helper, other)]

        assert [each.status_code for each in refused] == [403, 403]
        assert price(owner.world, number) == "9900.00"


def test_the_activity_log_and_the_history_lead_to_each_other(owner: Browser) -> None:
    _, write_no = repriced(owner.world)

    log = owner.open("/admin/activity").text
    page = owner.open(f"{HISTORY}/{write_no}").text

    assert f'<li id="line-{write_no}">' in log
    assert f'<a href="{HISTORY}/{write_no}">What it changed, and its undo' in log
    [address] = re.findall(r'<a href="([^"]*)">Its line in the activity log', page)
    assert address == f"/admin/activity?before={write_no + 1}#line-{write_no}"
    assert owner.open(address.partition("#")[0]).text.count(f'id="line-{write_no}"') == 1
