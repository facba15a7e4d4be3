"""An MCP client cannot carry out what it proposed, whatever it forges, replays or waits for."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from openmall.contract.errors import NotModified
from tests.access.oauth.authorization_requests import Browser, manager
from tests.events.plans.people import Person, add_rule
from tests.events.plans.test_plans import REHEARSE, plan_no, token
from tests.page_content import form_token
from tests.pages.backoffice.history_pages import press
from tests.pages.mcp.agent import Agent, admin
from tests.world import Installed, World

PAGE = "/admin/approvals"
DAY = 86_400


@pytest.fixture
def app(world: World) -> Installed:
    """Return an app with every scope but that by which an agent writes directly."""
    return world.install(restricted=True)


@pytest.fixture
def agent(world: World, app: Installed) -> Agent:
    return admin(world, app)


@pytest.fixture
def number(world: World) -> int:
    made: int = world.product()["product_no"]
    return made


def propose(agent: Agent, number: int, memo: str = "Seen") -> int:
    """Propose a memo, of which each execution makes one more; return the number of the plan."""
    proposed = agent.call(
        "call_operation",
        operation="POST products/{product_no}/memos",
        path={"product_no": number},
        body={"request": {"author_id": "owner", "memo": memo}},
    )
    assert proposed["plan"]["state"] == "waiting"
    made: int = proposed["plan"]["plan_no"]
    return made


def memos(world: World, number: int) -> list[str]:
    return [each["memo"] for each in world.get(f"products/{number}/memos")["memos"]]


def signed_in(world: World, user: str = "owner") -> Browser:
    manager(world, user)
    browser = Browser(world)
    browser.sign_in("/api/v2/oauth/sign-in", user=user)
    return browser


def apply(world: World, app: Installed, plan: int, sent: str) -> httpx.Response:
    """Apply a plan by the token of the agent's own app."""
    answer: httpx.Response = world.call(
        "POST", f"plans/{plan}/apply", app=app, json={"request": {"token": sent}}
    )
    return answer


def state(world: World, app: Installed, plan: int) -> str:
    found: str = world.call("GET", f"plans/{plan}", app=app).json()["plan"]["state"]
    return found


@pytest.mark.both_stores
def test_forged_and_foreign_tokens_apply_nothing(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan = propose(agent, number)
    body = {"request": {"author_id": "owner", "memo": "Other"}}
    other = world.call("POST", f"products/{number}/memos", app=app, json=body, headers=REHEARSE)
    own = app.token.access_token

    for sent in ("forged", "x" * 43, own, token(other), str(plan)):
        refused = apply(world, app, plan, sent)
        assert refused.status_code == 409
        assert refused.json()["error"]["message"] == "The plan is waiting. (parameter.plan_no)"
        tool = agent.refused(
            "call_operation",
            operation="POST plans/{plan_no}/apply",
            path={"plan_no": plan},
            body={"request": {"token": sent}},
        )
        assert "cannot be proposed" in tool["error"]["message"]
    # nor does a token of another app, or what it rehearsed itself, lead around
    assert apply(world, world.full, plan, token(other)).status_code == 404
    assert apply(world, app, plan_no(other), "forged").status_code == 422
    assert (state(world, app, plan), memos(world, number)) == ("waiting", [])


def test_its_token_opens_no_page_of_the_back_office(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan = propose(agent, number)
    owner = signed_in(world)
    # a form of somebody who is signed in, without their session
    form = {"deed": "approve", "form_token": _form_token(owner, plan)}

    for headers in (app.headers, {**app.headers, "Cookie": "openmall-session=forged"}):
        for path in (f"{PAGE}/{plan}", f"/api/v2/admin/approvals/{plan}/decision"):
            answer = world.request("POST", path, headers=headers, data=form, follow_redirects=False)
            assert answer.status_code in (302, 303, 400, 401, 403, 404), (path, answer.status_code)

    assert (state(world, app, plan), memos(world, number)) == ("waiting", [])


def _form_token(browser: Browser, plan: int) -> str:
    return form_token(browser.open(f"{PAGE}/{plan}").text)


@pytest.mark.both_stores
def test_an_approval_that_is_replayed_is_done_once(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan, second = propose(agent, number), propose(agent, number, "Second")
    owner = signed_in(world)
    page = owner.open(f"{PAGE}/{plan}")

    done = press(owner, page, "approve")
    again = [press(owner, page, "approve").status_code for _ in range(2)]
    # the same form, sent to another proposal
    form = {"deed": "approve", "form_token": _form_token(owner, second), "offset": "0"}
    elsewhere = owner.submit(f"{PAGE}/{plan}", form).status_code
    replayed = apply(world, app, plan, "forged")

    assert done.status_code == 200
    # what this manager has decided so is answered as decided, whoever else is refused
    assert (again, elsewhere, replayed.status_code) == ([200, 200], 303, 422)
    assert memos(world, number) == ["Seen"]
    assert (state(world, app, plan), state(world, app, second)) == ("applied", "waiting")


def test_the_page_of_two_browsers_is_decided_on_in_the_first(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan, other = propose(agent, number), propose(agent, number, "Rejected")
    browsers = [signed_in(world), signed_in(world, "second")]
    pages = [[each.open(f"{PAGE}/{at}") for each in browsers] for at in (plan, other)]

    press(browsers[0], pages[0][0], "approve")
    late = press(browsers[1], pages[0][1], "reject", comment="Too late")
    press(browsers[1], pages[1][1], "reject", comment="No")
    also_late = press(browsers[0], pages[1][0], "approve")

    assert (late.status_code, also_late.status_code) == (409, 409)
    assert memos(world, number) == ["Seen"]
    assert (state(world, app, plan), state(world, app, other)) == ("applied", "rejected")


@pytest.mark.both_stores
def test_two_people_who_decide_at_once_decide_once(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan = propose(agent, number)
    people = [Person(world, each) for each in ("owner", "second")]

    def approve(person: Person) -> str:
        try:
            return str(person.decide(plan, "approve")["state"])
        except NotModified:
            return "refused"

    with ThreadPoolExecutor(4) as pool:
        outcomes = sorted(pool.map(approve, [*people, *people]))

    assert outcomes == ["applied", "refused", "refused", "refused"]
    assert memos(world, number) == ["Seen"]


def test_an_expired_proposal_is_proposed_again_and_waits_again(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    plan = propose(agent, number)
    owner = Person(world, "owner")
    world.stage.clock.pass_(7 * DAY)
    app = _renewed(world, app)

    with pytest.raises(NotModified, match="expired"):
        owner.decide(plan, "approve")
    refused = apply(world, app, plan, "forged")
    again = propose(admin(world, app), number)

    assert refused.status_code == 409
    assert world.call("GET", f"products/{number}/memos", app=app).json()["memos"] == []
    assert (state(world, app, plan), state(world, app, again)) == ("expired", "waiting")


def _renewed(world: World, app: Installed) -> Installed:
    """Return the app with a token of now."""
    form = {"grant_type": "refresh_token", "refresh_token": app.token.refresh_token}
    answer: Any = world.request(
        "POST",
        "/api/v2/oauth/token",
        data=form,
        auth=(app.credentials.client_id, app.credentials.client_secret),
    )
    assert answer.status_code == 200, answer.text
    return Installed(
        app.credentials, replace(app.token, access_token=answer.json()["access_token"])
    )


def test_what_moved_before_it_was_approved_waits_again_without_a_token(
    world: World, app: Installed, agent: Agent, number: int
) -> None:
    proposed = agent.call(
        "call_operation",
        operation="PUT products/{product_no}",
        path={"product_no": number},
        body={"request": {"price": "9900"}},
    )
    plan = proposed["plan"]["plan_no"]
    owner = signed_in(world)
    page = owner.open(f"{PAGE}/{plan}")
    world.put(f"products/{number}", price="13000")

    moved = press(owner, page, "approve")

    assert moved.status_code == 409
    fresh = world.call("GET", f"plans/{plan}", app=app).json()["plan"]["successor"]
    assert (state(world, app, fresh), apply(world, app, fresh, "").status_code) == ("waiting", 422)
    assert apply(world, app, fresh, "forged").status_code == 409
    assert world.get(f"products/{number}")["product"]["price"] == "13000.00"


def test_an_agent_that_may_write_directly_is_held_by_a_rule(world: World, number: int) -> None:
    agent = admin(world)
    add_rule(world, price_percent=10)

    def confirmed(**call: Any) -> Any:
        """Return the result of a call that somebody has confirmed."""
        asked = agent.call("call_operation", **call)
        if "confirmation" not in asked:
            return asked
        call["confirmation"] = asked["confirmation"]
        result = agent.ask("tools/call", name="confirm_operation", arguments=call)
        return result["structuredContent"]

    repriced = confirmed(
        operation="PUT products/{product_no}",
        path={"product_no": number},
        body={"request": {"price": "1000"}},
    )
    imported = confirmed(operation="POST imports", body={"request": {"kind": "products"}})

    assert repriced["plan"]["reason"] == "rule"
    assert "approve such writes" in imported["error"]["message"]
    assert world.get(f"products/{number}")["product"]["price"] == "11000.00"
