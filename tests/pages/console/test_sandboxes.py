"""A test mall has a clock that is moved on, and calls of it go wrong as its developer says."""

import html
import re
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, delete

from openmall.access.sandbox import clock as sandbox_clock
from openmall.access.sandbox import faults as sandbox_faults
from openmall.access.sandbox import store as sandbox_store
from openmall.contract.sandbox import Fault
from openmall.database.statements import Statement
from openmall.pages.console import fault_rules, mall_clock
from tests.pages.console.developer_browser import Developer, Opened, Registered, admin, copied
from tests.pages.console.webhook_setup import Hooks
from tests.world import World

DAY = 86_400
FORGET = Statement(
    delete(sandbox_store.SANDBOX).where(sandbox_store.SANDBOX.c.mall_id == bindparam("mall_id"))
)


@pytest.fixture
def app(kim: Developer) -> Registered:
    return kim.app("mall.read_product", "mall.write_product", "mall.read_store")


@pytest.fixture
def mall(kim: Developer, app: Registered) -> Opened:
    return kim.mall(app)


def reading(world: World, mall_id: str) -> sandbox_clock.Reading:
    async def read() -> sandbox_clock.Reading:
        async with world.stage.app.database.reading(mall_id) as db:
            return await sandbox_clock.read(db, world.stage.clock.now())

    return world.stage.run(read)


def script(world: World, mall_id: str) -> list[sandbox_store.Counted]:
    async def read() -> list[sandbox_store.Counted]:
        async with world.stage.app.database.reading(mall_id) as db:
            return await sandbox_faults.script(db)

    return world.stage.run(read)


def problem(page: Any, name: str) -> str:
    """Return what a page says is wrong with a field."""
    assert page.status_code == 422, page.text
    return html.unescape(page.text).split(f'id="{name}-problem">')[1].split("</p>")[0]


class TestClock:
    def test_it_is_moved_on_by_a_press(self, kim: Developer, mall: Opened) -> None:
        assert "2026-11-21 09:00" in kim.open(mall.home).text
        moved = 0
        for seconds in mall_clock.STEPS:
            answer = kim.send(mall.home, {"deed": "forward", "forward": str(seconds)})
            moved += seconds
            assert answer.headers["location"] == f"{mall.home}?done=moved"
            assert reading(kim.world, mall.mall_id).ahead == moved

        shown = kim.open(f"{mall.home}?done=moved").text
        assert "The clock was advanced." in shown
        assert "2026-12-29 10:00" in shown
        assert "38 d 1 h 0 min" in shown

    def test_it_is_moved_to_a_moment(self, kim: Developer, mall: Opened) -> None:
        kim.send(mall.home, {"deed": "to", "to": "2026-12-24T10:00"})

        assert "2026-12-24 10:00" in kim.open(mall.home).text
        assert reading(kim.world, mall.mall_id).ahead == 33 * DAY + 3600

    @pytest.mark.parametrize(
        ("to", "said"),
        [
            ("2026-11-21T08:59", "The clock of a sandbox goes forward only."),
            ("2056-11-21T08:59", "The clock of a sandbox is twenty years ahead at most."),
            ("tomorrow", "Enter a date and time such as 2026-12-24T10:00."),
            ("2026-13-24T10:00", "Enter a date and time such as 2026-12-24T10:00."),
            ("", "Enter a date and time such as 2026-12-24T10:00."),
        ],
    )
    def test_what_is_wrong_moves_nothing(
        self, kim: Developer, mall: Opened, to: str, said: str
    ) -> None:
        page = kim.send(mall.home, {"deed": "to", "to": to})

        assert problem(page, "f-to") == said
        assert f'type="datetime-local" value="{to}"' in page.text
        assert reading(kim.world, mall.mall_id).ahead == 0

    @pytest.mark.parametrize("seconds", ["-3600", "1", "x", ""])
    def test_only_by_what_is_offered(self, kim: Developer, mall: Opened, seconds: str) -> None:
        page = kim.send(mall.home, {"deed": "forward", "forward": seconds})

        assert page.status_code == 422
        assert reading(kim.world, mall.mall_id).ahead == 0

    def test_the_mall_goes_by_it_and_a_new_token_does(
        self, kim: Developer, app: Registered, mall: Opened
    ) -> None:
        kim.send(mall.home, {"deed": "forward", "forward": str(30 * DAY)})
        before = admin(kim.world, mall.mall_id, mall.token)

        page = kim.send(mall.home, {"deed": "token", "client_id": app.client_id})
        token, _ = copied(page)

        assert before.status_code == 401
        assert admin(kim.world, mall.mall_id, token).status_code == 200
        assert "Valid until 2026-12-21 11:00." in page.text

    def test_what_the_rules_say_is_said_in_korean(self, kim: Developer, mall: Opened) -> None:
        kim.cookies["openmall-language"] = "ko"

        page = kim.send(mall.home, {"deed": "to", "to": "2026-11-21T08:59"})

        assert problem(page, "f-to") == "샌드박스의 시계는 앞으로만 움직일 수 있습니다."

    def test_a_test_mall_of_earlier_times_has_none(self, kim: Developer, mall: Opened) -> None:
        async def forget() -> None:
            async with kim.world.stage.app.database.writing(mall.mall_id) as db:
                await db.run(FORGET)

        kim.world.stage.run(forget)

        shown = kim.open(mall.home)

        assert shown.status_code == 200
        assert "created before test malls had a clock" in shown.text
        assert f"{mall.home}/faults" not in shown.text
        assert kim.open(f"{mall.home}/faults").status_code == 404


class TestFaults:
    def test_a_rule_is_added_and_counted(self, kim: Developer, mall: Opened) -> None:
        path = f"{mall.home}/faults"
        assert "No fault rules" in kim.open(path).text
        form = {
            "deed": "add", "effect": "503", "api": "admin", "method": "GET", "path": "products*",
            "every": "2",
        }  # fmt: skip

        answer = kim.send(path, form)

        assert answer.headers["location"] == f"{path}?done=added"
        seen = [admin(kim.world, mall.mall_id, mall.token).status_code for _ in range(3)]
        assert seen == [200, 503, 200]
        [rule] = script(kim.world, mall.mall_id)
        assert rule.fault == Fault(effect="503", method="GET", path="products*", every=2)
        shown = kim.open(path).text
        assert "<code>admin GET products*</code>" in shown
        assert "one in 2" in shown
        assert re.findall(r'<td class="figure">(\d+)</td>', shown) == ["3", "1"]
        # one more lets the others' counts be
        more = {"deed": "add", "effect": "delay", "api": "admin", "method": "*", "delay_ms": "5"}
        kim.send(path, more)
        first, second = script(kim.world, mall.mall_id)
        assert (first.fault_no, first.matched, first.done) == (1, 3, 1)
        assert (second.fault_no, second.fault) == (2, Fault(effect="delay", delay_ms=5))

    @pytest.mark.parametrize(
        ("wrong", "field", "said"),
        [
            ({"effect": "418"}, "effect", "Choose one of these."),
            ({"api": "partner"}, "api", "Choose one of these."),
            ({"method": "get"}, "method", "Choose one of these."),
            ({"path": "x" * 201}, "path", "At most 200 characters."),
            ({"client_id": "x" * 101}, "client_id", "At most 100 characters."),
            ({"percent": "101"}, "percent", "Enter a whole number from 0 to 100."),
            ({"first": "-1"}, "first", "Enter a whole number from 0 to 1,000,000."),
            ({"every": "two"}, "every", "Enter a whole number from 0 to 1,000,000."),
            ({"seed": "9" * 12}, "seed", "Enter a whole number from 0 to 2,147,483,647."),
            ({"delay_ms": "60001"}, "delay_ms", "Enter a whole number from 0 to 60,000."),
            (
                {"delay_ms": "5"},
                "delay_ms",
                "delay_ms is required for a delay, and allowed only there.",
            ),
            (
                {"effect": "double"},
                "effect",
                "Only webhooks can be doubled, and nothing else applies to them.",
            ),
            (
                {"first": "1", "every": "2"},
                "percent",
                "Choose only one of percent, first and every.",
            ),
        ],
    )
    def test_what_is_wrong_is_said_beside_the_field(
        self, kim: Developer, mall: Opened, wrong: dict[str, str], field: str, said: str
    ) -> None:
        form = {
            "deed": "add", "effect": "500", "api": "admin", "method": "*", "path": "kept*", **wrong,
        }  # fmt: skip

        page = kim.send(f"{mall.home}/faults", form)

        assert problem(page, f"f-{field}") == said
        assert f'value="{form["path"]}"' in page.text
        assert script(kim.world, mall.mall_id) == []

    def test_a_script_takes_the_place_of_all_rules(self, kim: Developer, mall: Opened) -> None:
        path = f"{mall.home}/faults"
        rules = [Fault(effect="500", first=1), Fault(effect="drop", path="<i>")]
        kim.send(path, {"deed": "add", "effect": "429", "api": "admin", "method": "*"})

        text = msgspec.json.encode(rules).decode()
        answer = kim.send(path, {"deed": "load", "script": text})

        assert answer.headers["location"] == f"{path}?done=loaded"
        assert [each.fault for each in script(kim.world, mall.mall_id)] == rules
        shown = kim.open(path).text
        assert "<i>" not in shown
        assert "&lt;i&gt;" in shown
        kim.send(path, {"deed": "clear"})
        assert script(kim.world, mall.mall_id) == []

    def test_the_script_that_is_offered_is_one(self, kim: Developer, mall: Opened) -> None:
        kim.send(f"{mall.home}/faults", {"deed": "load", "script": fault_rules._EXAMPLE})

        effects = [each.fault.effect for each in script(kim.world, mall.mall_id)]
        assert effects == ["429", "double"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "This is not a valid script: "),
            ("{}", "This is not a valid script: Expected `array`"),
            ('[{"effect":"418"}]', "This is not a valid script: Invalid enum value '418'"),
            ('[{"effect":"500","often":1}]', "This is not a valid script: a fault has no 'often'"),
            (f'[{{"effect":{"[" * 5_000}{"]" * 5_000}}}]', "This is not a valid script: "),
            (
                '[{"effect":"double"}]',
                "Only webhooks can be doubled, and nothing else applies to them.",
            ),
            (
                str([{"effect": "500"}] * 51).replace("'", '"'),
                "A script can have at most 50 rules.",
            ),
        ],
    )
    def test_a_script_that_is_none_changes_nothing(
        self, kim: Developer, mall: Opened, text: str, said: str
    ) -> None:
        path = f"{mall.home}/faults"
        kim.send(path, {"deed": "add", "effect": "429", "api": "admin", "method": "*"})

        page = kim.send(path, {"deed": "load", "script": text})

        assert problem(page, "f-script").startswith(said)
        if text:
            assert text in html.unescape(page.text)
        assert len(script(kim.world, mall.mall_id)) == 1

    def test_no_more_than_fifty(self, kim: Developer, mall: Opened) -> None:
        rules = msgspec.json.encode([Fault(effect="500")] * 50).decode()
        kim.send(f"{mall.home}/faults", {"deed": "load", "script": rules})

        form = {"deed": "add", "effect": "500", "api": "admin", "method": "*"}
        page = kim.send(f"{mall.home}/faults", form)

        assert page.status_code == 422
        assert "A script can have at most 50 rules." in page.text

    def test_webhooks_of_a_test_mall_come_twice(
        self, kim: Developer, app: Registered, mall: Opened, hooks: Hooks
    ) -> None:
        hooks.settle(kim, app, 90001)
        form = {
            "deed": "add", "effect": "double", "api": "webhooks", "method": "*", "path": "90001",
        }  # fmt: skip
        kim.send(f"{mall.home}/faults", form)
        kim.world.stage.client.post(
            f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products",
            headers={"Authorization": f"Bearer {mall.token}"},
            json={"request": {"product_name": "Cup", "price": "1.00", "supply_price": "1.00"}},
        )

        hooks.deliver()

        first, second = hooks.receiver.taken()
        assert first.headers["X-Trace-Id"] == second.headers["X-Trace-Id"]
        assert second.headers["X-Webhook-Redelivery"] == "T"
        [rule] = script(kim.world, mall.mall_id)
        assert (rule.matched, rule.done) == (1, 1)
