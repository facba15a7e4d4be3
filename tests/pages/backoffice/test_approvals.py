"""Proposals in the back office: what waits, what it would do, and the decision on it."""

import re
from typing import Any

import httpx
import pytest

from openmall.contract import scopes as scope_names
from openmall.database.session import Session
from openmall.events.plans import store as plan_store
from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.product.stock_setup import quantity, stocked
from tests.events.file_transfers.file_calls import carry_on, names
from tests.events.plans.people import add_rule
from tests.events.plans.test_plans import apply, plan_no, rehearse
from tests.page_content import form_token
from tests.pages.backoffice.history_pages import changes, press, price
from tests.pages.backoffice.page_forms import form_of, problem, said, send
from tests.pages.backoffice.test_roles import sub_admin
from tests.pages.backoffice.test_transfers import GOODS, upload
from tests.world import Installed, World

LIST = "/admin/approvals"
RULES = "/admin/approval-rules"


@pytest.fixture
def proposer(owner: Browser) -> Installed:
    """Return an app that may only propose changes of products."""
    return owner.world.install(
        [scope_names.READ_PRODUCT, scope_names.READ_APPLICATION, "mall.write_product.propose"]
    )


def propose(world: World, app: Installed, method: str, path: str, **body: Any) -> int:
    """Call an operation that waits; return the number of its plan."""
    answer: httpx.Response = world.call(method, path, app=app, json=body)
    assert answer.status_code == 202, answer.text
    return int(answer.json()["plan"]["plan_no"])


def reprice(world: World, app: Installed, *, name: str = "Apron") -> tuple[int, int]:
    """Propose 9900 for a product of 12000; return its number and the plan's."""
    number = world.product(price="12000", product_name=name)["product_no"]
    plan = propose(world, app, "PUT", f"products/{number}", request={"price": "9900"})
    return number, plan


def restock(world: World, app: Installed, count: int) -> tuple[list[tuple[int, str]], int]:
    """Propose 9 units of several variants with 5 in one call."""
    codes = [stocked(world, 5) for _ in range(count)]
    requests = [{"variant_code": code, "quantity": 9} for _, code in codes]
    return codes, propose(world, app, "PUT", "inventories", requests=requests)


def lines(page: httpx.Response) -> list[str]:
    return re.findall(r'<p class="what"><a href="[^"]*">(.*?)<span class="unseen">', page.text)


class TestList:
    def test_what_waits_is_listed_and_counted(self, owner: Browser, proposer: Installed) -> None:
        assert "Nothing waits for approval." in owner.open(LIST).text
        _, plan = reprice(owner.world, proposer)

        page = owner.open(LIST)
        overview = owner.open("/admin").text

        assert lines(page) == ["Product to change: Apron"]
        assert "The app may only propose this." in page.text
        assert f'<a href="{LIST}" aria-current="page"><span>Proposals</span></a>' in page.text
        for text in (page.text, overview):
            assert f'<a class="side-count" href="{LIST}">' in text
            assert '<span class="unseen">Proposals to decide: 1</span>' in text
        assert "Proposals to decide" in overview
        owner.cookies["openmall-language"] = "ko"
        assert "상품 변경" in owner.open(LIST).text
        assert lines(owner.open(f"{LIST}?state=rejected")) == []
        assert owner.open(f"{LIST}/{plan}").status_code == 200

    def test_only_what_a_manager_may_write_is_shown(
        self, owner: Browser, proposer: Installed
    ) -> None:
        _, plan = reprice(owner.world, proposer)
        editor = sub_admin(owner.world, "editor", {"products": "edit"})
        viewer = sub_admin(owner.world, "viewer", {"products": "view", "orders": "edit"})

        assert lines(editor.open(LIST)) == ["Product to change: Apron"]
        assert "Proposals to decide: 1" in editor.open(LIST).text
        assert lines(viewer.open(LIST)) == []
        assert "Proposals to decide" not in viewer.open(LIST).text
        assert viewer.open(f"{LIST}/{plan}").status_code == 404


class TestDecision:
    def test_the_page_shows_what_would_change_and_follow(
        self, owner: Browser, proposer: Installed
    ) -> None:
        number, plan = reprice(owner.world, proposer)

        page = owner.open(f"{LIST}/{plan}").text

        assert f'<a href="/admin/products/{number}">Apron</a>' in page
        assert changes(page) == [("Price", "12,000 KRW", "9,900 KRW")]
        assert "<dt>Notices to apps</dt><dd>1</dd>" in page
        assert "Waits for a decision" in page
        assert price(owner.world, number) == "12000.00"

    def test_approve(self, owner: Browser, proposer: Installed) -> None:
        number, plan = reprice(owner.world, proposer)

        done = press(owner, owner.open(f"{LIST}/{plan}"), "approve", comment="Fine.")

        assert said(done) == "The proposal was approved and carried out."
        assert price(owner.world, number) == "9900.00"
        assert "Kim Owner approved it" in done.text
        assert "<p>Fine.</p>" in done.text
        assert "Proposals to decide" not in done.text
        assert lines(owner.open(f"{LIST}?state=applied")) == ["Product to change: Apron"]

    def test_a_decision_that_is_sent_twice(self, owner: Browser, proposer: Installed) -> None:
        world = owner.world
        number, plan = reprice(world, proposer)
        _, other = reprice(world, proposer, name="Bib")
        codes, several = restock(world, proposer, 3)
        whole, turned_down, part = (owner.open(f"{LIST}/{each}") for each in (plan, other, several))

        approved = [press(owner, whole, "approve") for _ in range(2)]
        rejected = [press(owner, turned_down, "reject", comment="No.") for _ in range(2)]
        parts = [press(owner, part, "approve", object="2") for _ in range(2)]
        another = press(owner, part, "approve", object="3")

        assert [said(each) for each in approved] == [
            "The proposal was approved and carried out."
        ] * 2
        assert {said(each) for each in rejected} == {
            "The proposal was rejected. Nothing was changed."
        }
        assert len({said(each) for each in parts}) == 1
        assert another.status_code == 409
        assert price(world, number) == "9900.00"
        assert [quantity(world, *each) for each in codes] == [5, 9, 5]

    def test_nobody_decides_on_a_plan_that_its_app_applied(
        self, owner: Browser, proposer: Installed
    ) -> None:
        world = owner.world
        page = owner.open(f"{LIST}/{reprice(world, proposer)[1]}")
        path = f"products/{world.product(price='12000')['product_no']}"
        plan = rehearse(world, "PUT", path, price="9900")
        assert apply(world, plan).is_success

        sent = {**form_of(page.text, "approve").values}
        assert owner.submit(f"{LIST}/{plan_no(plan)}", sent).status_code == 409

    def test_what_cannot_be_carried_out_is_not_said_to_be_approved(
        self, owner: Browser, proposer: Installed
    ) -> None:
        number, plan = reprice(owner.world, proposer)
        page = owner.open(f"{LIST}/{plan}")
        owner.world.put(f"products/{number}", price="9900")
        owner.cookies["openmall-language"] = "ko"

        failed = press(owner, page, "approve")

        assert failed.status_code == 409
        assert "변경하려는 내용이 이미 그대로 되어 있습니다." in failed.text
        assert "fails now" not in failed.text
        assert "승인했습니다" not in failed.text

    def test_reject_needs_a_reason(self, owner: Browser, proposer: Installed) -> None:
        number, plan = reprice(owner.world, proposer)
        page = owner.open(f"{LIST}/{plan}")

        refused = press(owner, page, "reject")
        done = press(owner, page, "reject", comment="Too cheap <b>")

        assert refused.status_code == 422
        assert "Say why the proposal is rejected." in refused.text
        assert said(done) == "The proposal was rejected. Nothing was changed."
        assert "Too cheap &lt;b&gt;" in done.text
        assert price(owner.world, number) == "12000.00"

    def test_a_comment_decides_nothing(self, owner: Browser, proposer: Installed) -> None:
        _, plan = reprice(owner.world, proposer)
        page = owner.open(f"{LIST}/{plan}")

        empty = press(owner, page, "comment")
        done = press(owner, page, "comment", comment="Why?")

        assert (empty.status_code, "Write a comment first." in empty.text) == (422, True)
        assert said(done) == "The comment was added."
        assert "<p>Why?</p>" in done.text
        assert "Waits for a decision" in done.text

    def test_a_part_is_approved(self, owner: Browser, proposer: Installed) -> None:
        world = owner.world
        codes, plan = restock(world, proposer, 3)
        page = owner.open(f"{LIST}/{plan}")
        assert "<dt>Stock added</dt><dd>12</dd>" in page.text
        assert all(f'name="object" value="{each}"' in page.text for each in (1, 2, 3))

        nothing = press(owner, page, "approve", object=None)
        done = press(owner, page, "approve", object="2")

        assert (nothing.status_code, "Choose what to approve" in nothing.text) == (422, True)
        assert said(done) == (
            "The chosen part was approved and carried out. The rest was rejected."
        )
        assert [quantity(world, *each) for each in codes] == [5, 9, 5]
        assert "Kim Owner approved 1 of 3 objects" in done.text

    def test_objects_of_other_pages_follow_the_choice_for_them(
        self, owner: Browser, proposer: Installed, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("openmall.pages.backoffice.approval.approval.ROWS", 2)
        world = owner.world
        codes, plan = restock(world, proposer, 5)
        page = owner.open(f"{LIST}/{plan}?offset=2")
        assert "3 to 4 of 5" in page.text

        press(owner, page, "approve", object="4", others="approve")

        assert [quantity(world, *each) for each in codes] == [9, 9, 5, 9, 9]

    def test_what_moved_is_shown_beside_the_fresh_one(
        self, owner: Browser, proposer: Installed
    ) -> None:
        world = owner.world
        number, plan = reprice(world, proposer)
        page = owner.open(f"{LIST}/{plan}")
        world.put(f"products/{number}", price="15000")

        moved = press(owner, page, "approve")

        assert moved.status_code == 409
        assert "A fresh one waits" in moved.text
        assert changes(moved.text)[:2] == [
            ("Price", "12,000 KRW", "9,900 KRW"),
            ("Price", "15,000 KRW", "9,900 KRW"),
        ]
        assert price(world, number) == "15000.00"
        [fresh] = re.findall(r'href="([^"]*)">Open the fresh proposal', moved.text)
        done = press(owner, owner.open(fresh), "approve")
        assert said(done) == "The proposal was approved and carried out."
        assert price(world, number) == "9900.00"

    def test_a_second_decision_and_foreign_forms(self, owner: Browser, proposer: Installed) -> None:
        number, plan = reprice(owner.world, proposer)
        page = owner.open(f"{LIST}/{plan}")

        forged = press(owner, page, "approve", form_token="guessed")
        press(owner, page, "reject", comment="No.")
        late = press(owner, page, "approve")

        assert forged.status_code == 403
        assert late.status_code == 409
        assert "Another user has already decided" in late.text
        assert price(owner.world, number) == "12000.00"
        for path in ("0", "99999", "x"):
            assert owner.open(f"{LIST}/{path}").status_code == 404

    def test_what_was_approved_and_not_carried_out_is_completed(
        self, owner: Browser, proposer: Installed
    ) -> None:
        world = owner.world
        codes, plan = restock(world, proposer, 2)

        async def approve(db: Session) -> None:
            await plan_store.decide(
                db, plan, state="approved", decided_by="owner", decided_at=1, approved="[2]"
            )

        world.in_transaction(approve)
        page = owner.open(f"{LIST}/{plan}")
        assert "It was approved, and may not have been carried out." in page.text

        done = press(owner, page, "complete")

        assert said(done).startswith("The chosen part was approved and carried out.")
        assert [quantity(world, *each) for each in codes] == [5, 9]

    def test_an_expired_proposal(self, owner: Browser, proposer: Installed) -> None:
        _, plan = reprice(owner.world, proposer)
        page = owner.open(f"{LIST}/{plan}")
        owner.world.stage.clock.pass_(60 * 86_400)
        owner.sign_in("/api/v2/oauth/sign-in")
        late = press(owner, page, "approve", form_token=form_token(owner.open(LIST).text))

        assert late.status_code == 409
        assert "The proposal has expired." in late.text
        assert "Proposals to decide" not in owner.open(LIST).text


class TestRules:
    def test_a_rule_is_added_applies_and_is_removed(self, owner: Browser) -> None:
        world = owner.world
        number = world.product(price="12000")["product_no"]
        client = world.full.credentials.client_id
        assert "There are no rules yet." in owner.open(RULES).text

        done = send(owner, RULES, "add", whom=f"app {client}", price_percent="10")
        waits = world.call("PUT", f"products/{number}", json={"request": {"price": "9000"}})
        direct = world.call("PUT", f"products/{number}", json={"request": {"price": "11900"}})

        assert said(done) == "The rule was added. It applies at once."
        assert "App: Test app" in done.text
        assert "Prices that change by more than 10%" in done.text
        assert (waits.status_code, direct.status_code) == (202, 200)
        assert "A rule of the shop requires approval." in owner.open(LIST).text
        assert "Approval rule added" in owner.open("/admin/activity").text
        gone = send(owner, RULES, "remove", rule="1")
        assert said(gone).startswith("The rule was removed.")
        again = world.call("PUT", f"products/{number}", json={"request": {"price": "5000"}})
        assert again.status_code == 200

    def test_what_cannot_be_proposed_is_said_in_korean(self, owner: Browser) -> None:
        world = owner.world
        rights = {"products": "edit", "transfers": "edit"}
        helper = sub_admin(world, "helper", rights)
        address = upload(helper, GOODS, kind="products").headers["location"]
        carry_on(world)
        form = form_of(helper.open(address).text, "confirm")
        add_rule(world, objects=0)
        helper.cookies["openmall-language"] = "ko"

        refused = helper.submit(address, {**form.values, "deed": "confirm"})

        assert refused.status_code == 403
        assert "대표 관리자가 직접 변경할 수 있습니다" in refused.text
        assert '<nav class="side"' in refused.text
        assert names(world) == set()

    def test_every_kind_in_words(self, owner: Browser) -> None:
        add_rule(owner.world, objects=5, money=1_000_000, customers=True)
        sub_admin(owner.world, "helper", {"products": "edit"})
        page = owner.open(RULES)
        [role] = re.findall(r'<option value="(role \d+)">Role: Role of helper', page.text)

        done = send(owner, RULES, "add", whom=role)

        assert (
            "Changes of more than 5 objects, or Refunds, payments, points, credits and changed"
            " order amounts above 10,000 KRW together, or Data of customers"
        ) in done.text
        assert "Role: Role of helper</th>" in done.text
        assert "Every change" in done.text

    def test_what_makes_no_sense_is_said_beside_its_field(self, owner: Browser) -> None:
        number = send(owner, RULES, "add", objects="many")
        amounts = [send(owner, RULES, "add", money=typed) for typed in ("1.2.3", "sNaN")]
        without_subject = send(owner, RULES, "add")
        token = form_token(without_subject.text)
        unknown = owner.submit(RULES, {"form_token": token, "deed": "remove", "rule": "7"})

        assert (number.status_code, problem(number, "objects")) == (422, "This is not a number.")
        assert {problem(each, "money") for each in amounts} == {"This is not a number."}
        assert problem(without_subject, "whom")
        assert unknown.status_code == 404
        assert "There is no such rule." in unknown.text
        assert "There are no rules yet." in owner.open(RULES).text

    def test_in_korean(self, owner: Browser) -> None:
        owner.cookies["openmall-language"] = "ko"

        page = owner.open(RULES)

        assert page.status_code == 200
        assert "규칙이 아직 없습니다." in page.text

    def test_only_head_admins_change_rules(self, owner: Browser) -> None:
        world = owner.world
        manager(world, "deputy", "A")
        deputy = Browser(world)
        deputy.sign_in("/api/v2/oauth/sign-in", user="deputy")
        page = deputy.open(RULES)
        sent = {"form_token": form_token(page.text), "deed": "add", "customers": "T"}
        answer = deputy.submit(RULES, sent)

        assert "Only head admins can change the rules." in page.text
        assert answer.status_code == 403
        assert "There are no rules yet." in owner.open(RULES).text

    def test_a_page_says_that_its_change_waits(self, owner: Browser) -> None:
        world = owner.world
        number = world.product(price="12000")["product_no"]
        helper = sub_admin(world, "helper", {"products": "edit"})
        add_rule(world, price_percent=10)

        page = send(helper, f"/admin/products/{number}", "details", price="1000")

        assert page.status_code == 409
        assert "Nothing was changed yet. This waits for approval" in page.text
        assert price(world, number) == "12000.00"
        mine = helper.open(f"{LIST}/1")
        assert "Another person has to decide on your own proposal." in mine.text
        done = press(owner, owner.open(f"{LIST}/1"), "approve")
        assert said(done) == "The proposal was approved and carried out."
        assert price(world, number) == "1000.00"
