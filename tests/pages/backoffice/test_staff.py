"""Who may sign in: what a head admin does with managers, and what nobody can."""

import re

import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_activity import kept, told
from tests.world import PASSWORD, World

PAGE = "/admin/managers"
NEW = {
    "user_id": "hana",
    "name": "Hana Kim",
    "manager_type": "A",
    "phone": "010-1234-5678",
    "email": "hana@example.com",
    "password": "correct horse",
    "again": "correct horse",
}


def send(browser: Browser, at: str = PAGE, **form: str) -> tuple[int, str]:
    """Send a form of a page; return the status, and where it leads or what is wrong."""
    token = hidden(browser.open(PAGE))
    answer = browser.submit(at, {**token, **form})
    if answer.status_code == 303:
        return 303, answer.headers["location"]
    said = re.findall(r'<p class="(?:problem|alert)"[^>]*>([^<]*)</p>', answer.text)
    return answer.status_code, " / ".join(said)


def users(world: World) -> list[tuple[str, str, str, str, str]]:
    names = ("user_id", "user_name", "admin_type", "phone", "email")
    found = world.get("users")["users"]
    return [tuple(user[name] for name in names) for user in found]


OWNER = ("owner", "Kim Owner", "P", "", "")


def test_somebody_who_was_let_in_can_sign_in(owner: Browser) -> None:
    done = send(owner, **NEW)
    page = owner.open(done[1]).text
    hana = Browser(owner.world)
    signed_in = hana.sign_in(SIGN_IN, "correct horse", user="hana")

    assert done == (303, f"{PAGE}?done=added")
    assert "The manager can sign in now." in page
    assert signed_in.status_code == 200
    assert users(owner.world) == [
        ("hana", "Hana Kim", "A", "010-1234-5678", "hana@example.com"),
        OWNER,
    ]
    assert kept(owner.world)[1] == told(
        owner.world,
        action="manager add",
        content=(
            "manager hana: name null -> Hana Kim, manager_type null -> A,"
            " phone null -> 010-1234-5678, email null -> hana@example.com"
        ),
        changes={
            "name": [None, "Hana Kim"],
            "manager_type": [None, "A"],
            "phone": [None, "010-1234-5678"],
            "email": [None, "hana@example.com"],
        },
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            {"user_id": "a"},
            "The user ID must have 3 to 30 letters, digits, dots, hyphens or underscores.",
        ),
        ({"user_id": "한글이름"}, "The user ID must have 3 to 30 letters,"),
        ({"user_id": "OWNER"}, "This user ID is already taken."),
        ({"name": "  "}, "The name must have 1 to 100 characters."),
        ({"manager_type": "S"}, "Choose head admin or sub-admin."),
        ({"phone": "call me"}, "This is not a phone number."),
        ({"email": "hana"}, "This is not an e-mail address."),
        ({"password": "short", "again": "short"}, "The password must have at least 8 characters."),
        ({"again": "another one"}, "The passwords do not match."),
    ],
)
def test_what_cannot_be_lets_nobody_in(owner: Browser, wrong: dict[str, str], said: str) -> None:
    before = rows(owner.world)

    status, problem = send(owner, **{**NEW, **wrong})

    assert status == 422
    assert problem.startswith(said)
    assert rows(owner.world) == before


def test_what_was_typed_stays_save_passwords(owner: Browser) -> None:
    form = {**NEW, **hidden(owner.open(PAGE)), "email": "<b>"}

    text = owner.submit(PAGE, form).text

    assert 'value="hana"' in text
    assert 'value="&lt;b&gt;"' in text
    assert "correct horse" not in text


def test_a_manager_is_changed(owner: Browser) -> None:
    manager(owner.world, "helper", "A")
    same = {"name": "Kim Owner", "manager_type": "A", "phone": "", "email": ""}

    nothing = send(owner, f"{PAGE}/helper", **same)
    done = send(owner, f"{PAGE}/helper", **{**same, "manager_type": "P", "phone": "02-123"})

    assert nothing[0] == 409
    assert done == (303, f"{PAGE}/helper?done=changed")
    assert users(owner.world) == [("helper", "Kim Owner", "P", "02-123", ""), OWNER]
    assert kept(owner.world)[-1]["changes"] == {"manager_type": ["A", "P"], "phone": ["", "02-123"]}


def test_a_new_password_ends_the_sessions_of_its_owner(owner: Browser) -> None:
    manager(owner.world, "helper", "A")
    helper = Browser(owner.world)
    helper.sign_in(SIGN_IN, user="helper")
    same = {"name": "Kim Owner", "manager_type": "A", "phone": "", "email": ""}
    before = helper.open("/admin").status_code

    done = send(owner, f"{PAGE}/helper", **same, password="a new one!", again="a new one!")

    assert (before, done[0], helper.open("/admin").status_code) == (200, 303, 303)
    assert helper.sign_in(SIGN_IN, PASSWORD, user="helper").status_code == 400
    assert helper.sign_in(SIGN_IN, "a new one!", user="helper").status_code == 200
    line = next(line for line in kept(owner.world) if line["action"] == "manager change")
    assert line["content"] == "manager helper: password *** -> ***"


def test_ones_own_new_password_keeps_oneself_signed_in_here_alone(owner: Browser) -> None:
    elsewhere = Browser(owner.world)
    elsewhere.sign_in(SIGN_IN)
    same = {"name": "Kim Owner", "manager_type": "P", "phone": "", "email": ""}

    done = send(owner, f"{PAGE}/owner", **same, password="a new one!", again="a new one!")

    assert done[0] == 303
    assert owner.open("/admin").status_code == 200
    assert elsewhere.open("/admin").status_code == 303


def test_a_removed_manager_is_out_at_once(owner: Browser) -> None:
    manager(owner.world, "helper", "A")
    helper = Browser(owner.world)
    helper.sign_in(SIGN_IN, user="helper")

    done = send(owner, f"{PAGE}/helper", act="remove")

    assert done == (303, f"{PAGE}?done=removed")
    assert helper.open("/admin").status_code == 303
    assert users(owner.world) == [OWNER]
    assert kept(owner.world)[-1] == told(
        owner.world,
        action="manager remove",
        content="manager helper: name Kim Owner -> null, manager_type A -> null",
        changes={"name": ["Kim Owner", None], "manager_type": ["A", None]},
    )
    assert owner.open(f"{PAGE}/helper").status_code == 404


@pytest.mark.parametrize(
    "form",
    [
        {"act": "remove"},
        {"name": "Kim Owner", "manager_type": "A", "phone": "", "email": ""},
    ],
)
def test_nobody_locks_themselves_out(owner: Browser, form: dict[str, str]) -> None:
    before = rows(owner.world)

    status, _ = send(owner, f"{PAGE}/owner", **form)

    assert status == 422
    assert rows(owner.world) == before


def test_users_of_suppliers_are_seen_and_left_alone(owner: Browser) -> None:
    manager(owner.world, "seller", "S")
    before = rows(owner.world)

    text = owner.open(PAGE).text
    answers = [
        owner.open(f"{PAGE}/seller").status_code,
        send(owner, f"{PAGE}/seller", act="remove")[0],
    ]

    assert '<th scope="row">seller</th>' in text
    assert answers == [404, 404]
    assert rows(owner.world) == before


def test_a_sub_admin_sees_and_changes_nothing(browser: Browser) -> None:
    manager(browser.world, "helper", "A")
    manager(browser.world, "third", "A")
    browser.sign_in(SIGN_IN, user="helper")
    before = rows(browser.world)

    text = browser.open(PAGE).text
    token = hidden(browser.open(PAGE))
    statuses = [
        browser.submit(PAGE, {**token, **NEW}).status_code,
        browser.submit(f"{PAGE}/third", {**token, "act": "remove"}).status_code,
        browser.submit(f"{PAGE}/third", {**token, **NEW}).status_code,
        browser.submit(f"{PAGE}/helper", {**token, **NEW, "manager_type": "P"}).status_code,
    ]

    assert "Only head admins can manage managers." in text
    assert 'name="password"' not in text + browser.open(f"{PAGE}/third").text
    assert statuses == [403, 403, 403, 403]
    assert rows(browser.world) == before


@pytest.mark.parametrize("form_token", ["", "guessed"])
def test_a_form_from_elsewhere_lets_nobody_in(owner: Browser, form_token: str) -> None:
    before = rows(owner.world)

    answer = owner.submit(PAGE, {**NEW, "form_token": form_token})

    assert answer.status_code == 403
    assert rows(owner.world) == before


@pytest.mark.parametrize("page", [PAGE, f"{PAGE}/owner", "/admin/shops", "/admin/messages"])
def test_a_supplier_sees_none_of_it(browser: Browser, page: str) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    assert browser.open(page).status_code == 403


def test_the_shops_of_the_mall(owner: Browser) -> None:
    text = owner.open("/admin/shops").text

    for shop_no, language in ((1, "Korean"), (2, "English")):
        assert f'<td class="figure">{shop_no}</td>' in text
        assert f"<td>{language} <span" in text
    assert text.count("basic shop") == 1


def test_shops_are_told_in_the_language_of_the_reader(owner: Browser) -> None:
    owner.cookies["openmall-language"] = "ko"

    text = owner.open("/admin/shops").text

    assert "<td>한국어 <span" in text
    assert "<td>대한민국 원 (KRW)</td>" in text
    assert "South Korean Won" not in text
