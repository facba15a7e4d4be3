"""A developer says where an app is told of what, with which keys, and tries it out."""

import html
import re
from typing import Any

import pytest

from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules
from openmall.pages.console import events, webhooks
from tests.pages.backoffice.test_activity import kept as log_of
from tests.pages.console.developer_browser import Developer, copied
from tests.pages.console.test_sandbox_malls import at
from tests.pages.console.webhook_setup import EVERYTHING, Hooks

HOUR = 3600


def page_of(kim: Developer, path: str) -> str:
    shown = kim.open(path)
    assert shown.status_code == 200, shown.text
    return html.unescape(shown.text)


class TestEvents:
    def test_every_event_is_named_once_and_a_group_needs_one_set_of_scopes(self) -> None:
        numbers = [number for group in events.GROUPS.values() for number in group]

        assert sorted(numbers) == sorted(catalogue.KINDS)
        for group in events.GROUPS.values():
            assert len({catalogue.KINDS[number].scopes for number in group}) == 1
        assert len(set(events.NAMES.values())) == len(numbers)

    def test_what_is_chosen_is_kept_and_shown(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app(*EVERYTHING)

        hooks.settle(kim, app, 90023, 90001)

        kept = hooks.kept(app)
        assert kept is not None
        assert (kept.address, kept.events) == (hooks.address, [90001, 90023])
        shown = page_of(kim, f"{app.home}/webhooks")
        assert re.findall(r'name="(e\d+)" value="T" checked', shown) == ["e90001", "e90023"]
        assert f'value="{hooks.address}"' in shown
        # and no others
        answer = kim.send(f"{app.home}/webhooks", {"deed": "events", "e90002": "T"})
        assert answer.headers["location"] == f"{app.home}/webhooks?done=events"
        kept = hooks.kept(app)
        assert kept is not None
        assert kept.events == [90002]

    def test_what_the_permissions_do_not_open_says_which_would(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app("mall.read_order")
        path = f"{app.home}/webhooks"

        shown = page_of(kim, path)
        refused = kim.send(path, {"deed": "events", "e90023": "T", "e90033": "T"})

        assert re.search(r'name="e90033" value="T" disabled', shown)
        assert re.search(r'name="e90023" value="T">', shown)
        group = shown.split("<legend>Boards ")[1].split("</fieldset>")[0]
        assert "not available" in group
        assert "<code>mall.read_community</code>" in group
        assert refused.status_code == 422
        assert "permissions do not allow all of these events" in refused.text
        assert hooks.kept(app) is None

    def test_what_is_chosen_already_can_stay_without_the_permission(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app("mall.read_order")
        run = hooks.world.stage.run
        run(webhook_rules.set_events, hooks.webhooks.context, app.client_id, [90033])
        form = {"deed": "events", "e90023": "T", "e90033": "T"}

        assert kim.send(f"{app.home}/webhooks", form).status_code == 303

        kept = hooks.kept(app)
        assert kept is not None
        assert kept.events == [90023, 90033]

    def test_an_event_is_received_only_when_a_chosen_field_changed(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app("mall.read_product")
        path = f"{app.home}/webhooks"
        form = {"deed": "events", "e90002": "T", "e90003": "T"}

        saved = kim.send(path, {**form, "f90002": " price, display"})
        shown = page_of(kim, path)
        refused = kim.send(path, {**form, "f90002": "Price Tag"})

        assert saved.status_code == 200  # its new keys are shown once
        kept = hooks.kept(app)
        assert kept is not None
        assert (kept.events, kept.changed_fields) == ([90002, 90003], {90002: ["display", "price"]})
        assert re.search(r'name="f90002"[^>]* value="display, price"', shown)
        # nothing can be chosen of an event about the whole object
        assert 'name="f90003"' not in shown
        assert refused.status_code == 422
        problem = refused.text.split('id="f-f90002-problem">')[1].split("</p>")[0]
        assert "The event does not list these fields." in problem
        assert 'value="Price Tag"' in refused.text
        # and an empty field takes the choice back
        kim.send(path, {**form, "f90002": ""})
        kept = hooks.kept(app)
        assert kept is not None
        assert kept.changed_fields == {}


class TestAddress:
    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("http://app.example.com/", "the address does not begin with https://."),
            ("https://10.0.0.1/x", "The address cannot be used: 10.0.0.1 is not on the internet."),
            (
                "https://user:word@app.example.com/",
                "the address contains a name or password.",
            ),
            ("https://app.example.com/#x", "the address has a fragment"),
            (
                f"https://app.example.com/{'x' * 500}",
                "the address has more than 500 characters.",
            ),
            ("https://app.example.com/a b", "the address has spaces or invisible characters."),
        ],
    )
    def test_what_is_wrong_is_said_beside_the_field(
        self, kim: Developer, hooks: Hooks, address: str, said: str
    ) -> None:
        app = kim.app()

        answer = kim.send(f"{app.home}/webhooks", {"deed": "address", "address": address})

        assert answer.status_code == 422
        text = html.unescape(answer.text)
        assert said in text.split('id="f-address-problem">')[1].split("</p>")[0]
        assert f'value="{address}"' in text
        assert hooks.kept(app) is None

    def test_an_address_is_taken_away(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app()
        hooks.settle(kim, app, 90001)

        kim.send(f"{app.home}/webhooks", {"deed": "address", "address": ""})

        kept = hooks.kept(app)
        assert kept is not None
        assert (kept.address, kept.events) == ("", [90001])


class TestKeys:
    def test_to_look_makes_none(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app()

        shown = page_of(kim, f"{app.home}/webhooks")

        assert "The app has no keys yet." in shown
        assert hooks.kept(app) is None

    @pytest.mark.parametrize("deed", ["address", "events", "keys"])
    def test_the_first_ones_are_shown_once(self, kim: Developer, hooks: Hooks, deed: str) -> None:
        app = kim.app()
        form = {"deed": deed, "address": hooks.address, "e90001": "T"}

        page = kim.send(f"{app.home}/webhooks", form)

        kept = hooks.kept(app)
        assert kept is not None
        assert copied(page) == [kept.api_key, kept.secret]
        assert page.headers["cache-control"] == "no-store"
        for path in (f"{app.home}/webhooks", f"{app.home}/deliveries", app.home):
            shown = page_of(kim, path)
            assert kept.api_key not in shown
            assert kept.secret not in shown

    def test_new_ones_leave_the_secret_before_a_day(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app()
        path = f"{app.home}/webhooks"
        kim.send(path, {"deed": "keys"})
        old = hooks.kept(app)

        page = kim.send(path, {"deed": "keys"})

        new = hooks.kept(app)
        assert old is not None
        assert new is not None
        assert copied(page) == [new.api_key, new.secret]
        assert new.api_key != old.api_key
        assert new.secret != old.secret
        until = "The previous secret also signs until 2026-11-22 09:00."
        assert until in page.text
        assert until in page_of(kim, path)
        kim.world.stage.clock.pass_(24 * HOUR)
        kim.world.stage.clock.pass_(-13 * HOUR)  # for the session
        assert until in page_of(kim, path)


class TestMalls:
    def test_switched_off_by_failures_an_app_is_switched_on_again(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app()
        mall = kim.mall(app)
        hooks.settle(kim, app, 90001)
        path = f"{app.home}/webhooks"
        hooks.receiver.answer = lambda received: (500, b"")
        request = {"product_name": "Cup", "price": "1.00", "supply_price": "1.00"}
        headers = {"Authorization": f"Bearer {mall.token}"}
        made = kim.world.stage.client.post(
            f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products",
            headers=headers, json={"request": request},
        )  # fmt: skip
        assert made.status_code == 201, made.text
        hooks.deliver()
        failing = page_of(kim, path)

        answers = [kim.send(path, {"deed": deed, "mall": mall.mall_id}) for deed in ("off", "on")]

        assert "1 delivery has failed since 2026-11-21 09:00." in failing
        assert [each.headers["location"] for each in answers] == [
            f"{path}?done=off", f"{path}?done=on",
        ]  # fmt: skip
        [reception] = hooks.receptions(app)
        assert (reception.mall_id, reception.reception_status, reception.failures) == (
            mall.mall_id, "T", 0,
        )  # fmt: skip
        lines = [(each["action"], each["content"]) for each in log_of(at(kim.world, mall.mall_id))]
        said = f"{app.client_id}: by the developer of the app"
        assert lines[-2:] == [("webhooks switched off", said), ("webhooks switched on", said)]

    def test_off_is_said_with_its_reason(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app()
        mall = kim.mall(app)

        kim.send(f"{app.home}/webhooks", {"deed": "off", "mall": mall.mall_id})

        [reception] = hooks.receptions(app)
        assert reception.reception_status == "F"
        shown = page_of(kim, f"{app.home}/webhooks")
        assert '<span class="badge bad">off</span>' in shown
        assert "Switch on again" in shown

    def test_a_mall_it_is_not_in_is_not_there(
        self, kim: Developer, lee: Developer, hooks: Hooks
    ) -> None:
        app, others = kim.app(), lee.mall(lee.app())
        kim.mall(app)
        hooks.settle(kim, app, 90001)

        forms: list[dict[str, str]] = [
            {"deed": deed, "mall": mall, "event": "90001"}
            for deed in ("on", "off", "test")
            for mall in (others.mall_id, "", "none")
        ]
        answers = [kim.send(f"{app.home}/webhooks", form).status_code for form in forms]

        assert answers == [404] * 9
        assert hooks.tries(app, others.mall_id) == []

    def test_twenty_malls_stand_on_a_page(
        self, kim: Developer, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(webhooks, "MALLS_PER_PAGE", 1)
        app = kim.app()
        first, second = sorted(kim.mall(app).mall_id for _ in range(2))
        path = f"{app.home}/webhooks"

        def shown(address: str) -> list[str]:
            return re.findall(r'<p class="what">([a-z0-9-]+) ', page_of(kim, address))

        assert shown(path) == [first]
        assert f'href="{path}?start=1" rel="next"' in page_of(kim, path)
        assert shown(f"{path}?start=1") == [second]
        assert shown(f"{path}?start=x") == [first]


class TestTry:
    def test_a_test_is_sent_and_its_page_says_what_came_of_it(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app()
        mall = kim.mall(app)
        hooks.settle(kim, app, 90001)
        form = {"deed": "test", "mall": mall.mall_id, "event": "90001"}

        answer = kim.send(f"{app.home}/webhooks", form)

        [received] = hooks.receiver.taken()
        [made] = hooks.tries(app, mall.mall_id)
        assert (received.event_no, received.resource["mall_id"]) == (90001, mall.mall_id)
        assert (made.log_type, made.success, made.http_code) == ("T", True, 200)
        where = f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}"
        assert answer.headers["location"] == f"{where}?done=tested"
        shown = page_of(kim, f"{where}?done=tested")
        assert "Test sent." in shown
        assert '<span class="badge good">received</span>' in shown
        assert '"product_no": "1"' in shown

    def test_one_that_fails_says_why(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app()
        mall = kim.mall(app)
        hooks.settle(kim, app, 90001)
        hooks.receiver.answer = lambda received: (404, b"<b>nobody</b>")

        answer = kim.send(
            f"{app.home}/webhooks", {"deed": "test", "mall": mall.mall_id, "event": "90001"}
        )

        shown = kim.open(answer.headers["location"]).text
        assert '<span class="badge bad">not received</span>' in shown
        assert '<span class="nowrap">404</span>' in shown
        assert "&lt;b&gt;nobody&lt;/b&gt;" in shown

    @pytest.mark.parametrize(
        ("event", "said"),
        [
            ("90033", "Choose an event that the app's permissions allow."),
            ("1", "Choose an event that the app's permissions allow."),
            ("x", "Choose an event that the app's permissions allow."),
            ("90001", "Enter the delivery address first."),
        ],
    )
    def test_what_cannot_be_sent(self, kim: Developer, hooks: Hooks, event: str, said: str) -> None:
        app = kim.app()
        mall = kim.mall(app)
        form: dict[str, Any] = {"deed": "test", "mall": mall.mall_id, "event": event}

        answer = kim.send(f"{app.home}/webhooks", form)

        assert answer.status_code == 422
        problem = html.unescape(answer.text).split('id="f-event-problem">')[1].split("</p>")[0]
        assert problem == said
        assert hooks.tries(app, mall.mall_id) == []
        assert hooks.kept(app) is None

    def test_how_events_come_to_ones_own_machine(self, kim: Developer, hooks: Hooks) -> None:
        app = kim.app("mall.read_product")
        mall = kim.mall(app)

        shown = kim.open(f"{app.home}/webhooks")

        listen = "openmall listen --forward http://localhost:3000/hooks"
        assert copied(shown) == [
            f"{listen} --server https://{mall.mall_id}.openmall.localhost --token ACCESS_TOKEN",
            f"{listen} --app {app.client_id} --mall {mall.mall_id}",
            "OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 OPENMALL_WEBHOOK_CA=ca.pem openmall serve",
        ]
        assert "The app has no permission mall.read_application" in shown.text

    def test_a_form_that_says_something_unknown_changes_nothing(
        self, kim: Developer, hooks: Hooks
    ) -> None:
        app = kim.app()
        assert kim.send(f"{app.home}/webhooks", {"deed": "other"}).status_code == 400
        assert hooks.kept(app) is None
