"""What operators see and change: malls, apps, jobs, webhooks, backups, health, audit."""

import pytest
from sqlalchemy import bindparam, insert, select

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.rules import Manager
from openmall.access.oauth import apps as registered_apps
from openmall.contract import api_versions
from openmall.database import backup_log
from openmall.database.backup_log import BackupEntry
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.jobs import store as job_store
from openmall.events.jobs.store import Job
from openmall.events.webhooks.tables import DELIVERY_QUEUE, WAITING
from openmall.pages.operator import search as operator_search
from tests.pages.operator.operator_browser import OperatorBrowser
from tests.world import PASSWORD, World

MALL = {
    "name": "새 가게",
    "country": "KR",
    "shop": "ko_KR:KRW",
    "user_id": "owner",
    "password": PASSWORD,
}


def audit(kim: OperatorBrowser) -> list[str]:
    """Return the audit without its times, newest first."""
    rows = [row.partition(f" {kim.operator_id} ") for row in kim.rows("/operator/audit")]
    return [rest for _, found, rest in rows if found]


def job(world: World, state: str, **values: object) -> int:
    """Add a job of the mall."""

    async def add(db: Session) -> int:
        number = await job_store.new_number(db)
        columns = {
            "job_no": number,
            "client_id": world.full.credentials.client_id,
            "user_id": "owner",
            "user_type": "P",
            "scopes": "",
            "scope": "mall.write_product",
            "operation": "admin POST products",
            "key": "product",
            "good": 201,
            "path": "/api/v2/admin/products",
            "query": "[]",
            "wanted": "{}",
            "version": api_versions.NEWEST,
            "origin": world.base_url,
            "ip": "127.0.0.1",
            "total": 3,
            "created_at": int(world.stage.clock.now()),
        }
        await job_store.add(db, Job(**{**columns, "state": state, **values}), [])
        return number

    return world.in_transaction(add)


class TestMalls:
    def test_a_mall_is_created_with_a_head_admin_who_can_sign_in(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        mall_id = f"new-{world.mall_id}"[:40]

        async def head_admin() -> Manager | None:
            async with world.stage.app.database.reading(mall_id) as db:
                return await mall_rules.manager(db, "owner")

        created = kim.send("/operator/malls", {**MALL, "mall_id": mall_id})
        page = kim.open(created.headers["location"]).text

        assert created.status_code == 303
        assert "The mall is open." in page
        assert "owner" in page
        owner = world.stage.run(head_admin)
        assert owner is not None
        assert owner.manager_type == "P"
        assert passwords.matches(PASSWORD, owner.password_hash)
        assert audit(kim) == [f"mall create {mall_id} 새 가게 done"]
        created_mall = world.stage.run(world.stage.app.directory.mall, mall_id)
        assert created_mall is not None
        assert created_mall.undo_days == 30

    @pytest.mark.parametrize(
        ("field", "value", "message"),
        [
            ("mall_id", "UPPER", "3 to 50 lower-case letters"),
            ("mall_id", "developers", "3 to 50 lower-case letters"),
            ("name", "", "Enter a name"),
            ("name", "x" * 101, "Enter a name"),
            ("country", "korea", "Enter a country code"),
            ("shop", "xx:YY", "Choose one of the languages"),
            ("user_id", "a b", "3 to 30 letters"),
            ("password", "short", "8 to 1000 characters"),
        ],
    )
    def test_wrong_input_is_named_and_creates_nothing(
        self, world: World, kim: OperatorBrowser, field: str, value: str, message: str
    ) -> None:
        mall_id = f"bad-{world.mall_id}"[:40]

        refused = kim.send("/operator/malls", {**MALL, "mall_id": mall_id, field: value})

        assert refused.status_code == 422
        assert message in refused.text
        assert kim.open(f"/operator/malls/{mall_id}").status_code == 404
        assert audit(kim) == []

    def test_an_id_that_is_taken_is_refused(self, world: World, kim: OperatorBrowser) -> None:
        refused = kim.send("/operator/malls", {**MALL, "mall_id": world.mall_id})

        assert refused.status_code == 422
        assert "There is a mall with this ID already." in refused.text

    def test_closing_refuses_calls_with_the_notice_until_it_is_reopened(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        path = f"/operator/malls/{world.mall_id}"

        kim.send(path, {"act": "close", "notice": "Back at noon."})
        closed = world.call("GET", "products")
        listed = kim.rows(f"/operator/malls?text={world.mall_id}&state=closed")
        kim.send(path, {"act": "open"})
        opened = world.call("GET", "products")

        assert closed.status_code == 503
        assert "Back at noon." in closed.text
        assert len(listed) == 1
        assert opened.status_code == 200
        assert audit(kim) == [
            f"mall open {world.mall_id} – done",
            f"mall close {world.mall_id} Back at noon. done",
        ]

    def test_a_mall_stays_open_without_a_notice_or_with_an_unknown_act(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        path = f"/operator/malls/{world.mall_id}"

        answers = [
            kim.send(path, {"act": "close", "notice": " "}).status_code,
            kim.send(path, {"act": "close", "notice": "x" * 101}).status_code,
            kim.send(path, {"act": "remove"}).status_code,
        ]

        assert answers == [422, 422, 422]
        assert world.call("GET", "products").status_code == 200

    def test_a_mall_gets_several_times_the_limits_of_the_installation(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        page = f"/operator/malls/{world.mall_id}"
        before = world.call("GET", "products/count").headers["x-api-call-limit"]

        answer = kim.send(page, {"act": "limits", "times": "5"})
        wrong = [
            kim.send(page, {"act": "limits", "times": times}).status_code
            for times in ("0", "3", "-1", "x", "")
        ]

        after = world.call("GET", "products/count").headers["x-api-call-limit"]
        assert answer.headers["location"] == f"{page}?done=limits"
        assert wrong == [422] * 5
        assert before.endswith("/40")
        assert after.endswith("/200")
        assert 'value="5" selected' in kim.open(page).text
        assert f"mall limits {world.mall_id} 5 times done" in audit(kim)
        kim.send(page, {"act": "limits", "times": "1"})
        again = world.call("GET", "products/count").headers["x-api-call-limit"]
        assert again.endswith("/40")

    def test_the_list_counts_what_a_mall_has_and_finds_by_part_of_id(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        # what the calls of other tests have filled takes no further one
        world.stage.run(world.stage.app.request_log_writer.write)
        world.product()
        world.stage.run(world.stage.app.request_log_writer.write)

        (row,) = kim.rows(f"/operator/malls?text={world.mall_id}")
        nothing = kim.rows("/operator/malls?text=no-such-mall")

        words = row.split()
        assert words[0] == world.mall_id
        assert "open" in words

        async def read(db: Session) -> operator_search.MallFigures | None:
            return await operator_search.mall(db, world.stage.clock.now(), world.mall_id)

        found = world.in_transaction(read)
        assert found is not None
        assert (found.products, found.orders, found.calls) == (1, 0, 1)
        assert nothing == []

    def test_an_offset_that_is_none_begins_at_the_first(self, kim: OperatorBrowser) -> None:
        for start in ("-1", "x", "9" * 30):
            assert kim.open(f"/operator/malls?from={start}").status_code == 200


class TestApps:
    def test_an_app_is_approved_and_withdrawn(self, world: World, kim: OperatorBrowser) -> None:
        app = world.install(restricted=False)
        client_id = app.credentials.client_id

        async def approved(db: Session) -> bool:
            found = await registered_apps.find(db, client_id)
            assert found is not None
            return found.restricted

        kim.send("/operator/apps", {"act": "approve", "client_id": client_id})
        first = world.in_transaction(approved)
        kim.send("/operator/apps", {"act": "withdraw", "client_id": client_id})

        assert first
        assert not world.in_transaction(approved)
        assert audit(kim) == [
            f"app withdraw {client_id} Test app done",
            f"app approve {client_id} Test app done",
        ]

    @pytest.mark.parametrize(
        ("form", "status"),
        [({"act": "approve", "client_id": "none"}, 422), ({"act": "delete"}, 400), ({}, 400)],
    )
    def test_unknown_apps_and_acts_are_refused(
        self, kim: OperatorBrowser, form: dict[str, str], status: int
    ) -> None:
        assert kim.send("/operator/apps", form).status_code == status
        assert audit(kim) == []

    def test_versions_in_use_have_the_date_they_end(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        old = api_versions.RELEASES[-2]
        app = world.install(version=old)
        world.call("GET", "products", app=app)
        world.stage.run(world.stage.app.request_log_writer.write)

        rows = kim.rows("/operator/apps")

        end = api_versions.expires(old)
        assert end is not None
        assert any(old in row.split() and end in row.split() and "1" in row.split() for row in rows)


class TestJobs:
    def test_open_and_failed_jobs_are_listed_and_open_ones_cancelled(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        waiting = job(world, "queued")
        failed = job(world, "failed", open="F", failure="The disk was full.")
        form = {"mall_id": world.mall_id, "job_no": str(waiting)}

        before = [row for row in kim.rows("/operator/jobs") if row.startswith(world.mall_id)]
        cancelled = kim.send("/operator/jobs", form)
        again = kim.send("/operator/jobs", form)
        after = [row for row in kim.rows("/operator/jobs") if row.startswith(world.mall_id)]

        assert [row.split()[1] for row in before] == [str(waiting), str(failed)]
        assert before[1].endswith("The disk was full.")
        assert (cancelled.status_code, again.status_code) == (303, 409)
        assert [row.split()[1] for row in after] == [str(failed)]
        assert audit(kim) == [
            f"job cancel {world.mall_id} {waiting} – failed",
            f"job cancel {world.mall_id} {waiting} – done",
        ]

    @pytest.mark.parametrize(
        "form",
        [{}, {"mall_id": "no-such-mall", "job_no": "1"}, {"mall_id": "x", "job_no": "one"}],
    )
    def test_a_job_that_is_none_is_refused(
        self, kim: OperatorBrowser, form: dict[str, str]
    ) -> None:
        assert kim.send("/operator/jobs", form).status_code == 422

    def test_health_says_when_no_worker_takes_jobs(
        self, world: World, kim: OperatorBrowser
    ) -> None:
        number = job(world, "queued")
        early = kim.rows("/operator")[1]
        world.stage.clock.pass_(300)
        late = kim.rows("/operator")[1]
        kim.send("/operator/jobs", {"mall_id": world.mall_id, "job_no": str(number)})

        assert "Problem" not in early
        assert "Problem" in late


class TestWebhooks:
    def test_a_backlog_is_shown_and_retried(self, world: World, kim: OperatorBrowser) -> None:
        client_id = world.full.credentials.client_id
        later = int(world.stage.clock.now()) + 3_000
        empty = {c.name: "" if c.type.python_type is str else 0 for c in DELIVERY_QUEUE.c}
        queue = empty | {
            "mall_id": world.mall_id,
            "client_id": client_id,
            "reception": "T",
            "turn": "",
            "next_at": later,
            "failures": 4,
            "paused_until": later,
        }
        event = {
            "mall_id": world.mall_id,
            "client_id": client_id,
            "sequence": 1,
            "event_no": 90001,
            "previous": 0,
            "attempts": 4,
            "next_at": later,
            "subjects": "[]",
        }

        async def add(db: Session) -> None:
            for table, row in ((DELIVERY_QUEUE, queue), (WAITING, event)):
                del row["mall_id"]
                adding = insert(table).values({c.name: bindparam(c.name) for c in table.c})
                await db.run(Statement(adding), **row)

        async def state(db: Session) -> list[tuple[int, ...]]:
            q, w = DELIVERY_QUEUE.c, WAITING.c
            mine = q.mall_id == bindparam("mall_id")
            first = await db.one(Statement(select(q.next_at, q.paused_until).where(mine)))
            second = await db.one(
                Statement(select(w.next_at, w.attempts).where(w.mall_id == bindparam("mall_id")))
            )
            assert first is not None
            assert second is not None
            return [tuple(first), tuple(second)]

        world.in_transaction(add)
        rows = [row for row in kim.rows("/operator/webhooks") if world.mall_id in row]
        form = {"mall_id": world.mall_id, "client_id": client_id}
        retried = kim.send("/operator/webhooks", form)

        now = int(world.stage.clock.now())
        assert [row.split()[:6] for row in rows] == [
            [world.mall_id, client_id, "on", "1", "–", "4"]
        ]
        assert retried.status_code == 303
        assert world.in_transaction(state) == [(now, 0), (now, 4)]
        assert audit(kim) == [f"webhook retry {world.mall_id} {client_id} – done"]

    def test_a_mall_that_is_none_is_refused(self, kim: OperatorBrowser) -> None:
        form = {"mall_id": "no-such-mall", "client_id": "x"}
        assert kim.send("/operator/webhooks", form).status_code == 422


class TestBackups:
    def test_what_the_commands_recorded_is_shown(self, world: World, kim: OperatorBrowser) -> None:
        data_dir = world.stage.app.configuration.data_dir
        (data_dir / backup_log.FILE).unlink(missing_ok=True)
        none = kim.open("/operator/backups").text
        made = BackupEntry(action="created", at=1_700_000_000, file="/b/all.tar", size=42)
        backup_log.record(data_dir, made)
        unverified = kim.open("/operator/backups").text
        backup_log.record(
            data_dir,
            BackupEntry(action="verified", at=1_700_000_100, file="/b/x.tar", size=7, sound=False),
        )

        rows = kim.rows("/operator/backups")

        assert "No backup was recorded yet" in none
        assert "No backup was verified yet" in unverified
        assert [row.split()[0] for row in rows] == ["/b/x.tar", "/b/all.tar"]
        assert "damaged" in rows[0]
        assert "No backup was verified yet" in kim.open("/operator/backups").text

    def test_a_damaged_log_is_none(self, world: World, kim: OperatorBrowser) -> None:
        path = world.stage.app.configuration.data_dir / backup_log.FILE
        path.write_text("{")

        assert kim.open("/operator/backups").status_code == 200
        path.unlink()


class TestAudit:
    def test_it_is_shown_page_by_page(self, world: World, kim: OperatorBrowser) -> None:
        path = f"/operator/malls/{world.mall_id}"
        for _ in range(26):
            kim.send(path, {"act": "close", "notice": "Back soon."})
            kim.send(path, {"act": "open"})

        first = kim.open("/operator/audit").text
        older = first.partition('href="/operator/audit?before=')[2].partition('"')[0]
        second = kim.rows(f"/operator/audit?before={older}")

        assert first.count("<tr>") == 51
        assert len(second) >= 2
        assert kim.open("/operator/audit?before=x").status_code == 200
