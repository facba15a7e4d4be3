"""One's own account: the password, and the sessions that are open."""

import re

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, hidden, manager
from tests.every_operation.operation_calls import rows
from tests.pages.backoffice.test_activity import kept
from tests.pages.backoffice.test_staff import send
from tests.world import PASSWORD

PAGE = "/admin/account"
NEW = {"act": "password", "current": PASSWORD, "password": "a new one!", "again": "a new one!"}


def others(browser: Browser) -> list[str]:
    """Return the sessions that the page of an account offers to end."""
    return re.findall(r'name="session_hash" value="(\w+)"', browser.open(PAGE).text)


def submit(browser: Browser, **form: str) -> tuple[int, str]:
    """Send a form of the page; return the status, and where it leads or what is wrong."""
    answer = browser.submit(PAGE, {**hidden(browser.open(PAGE)), **form})
    if answer.status_code == 303:
        return 303, answer.headers["location"]
    return answer.status_code, " / ".join(
        re.findall(r'<p class="problem"[^>]*>([^<]*)', answer.text)
    )


def test_a_sub_admin_changes_the_password_which_ends_all_other_sessions(browser: Browser) -> None:
    manager(browser.world, "helper", "A")
    browser.sign_in(SIGN_IN, user="helper")
    elsewhere = Browser(browser.world)
    elsewhere.sign_in(SIGN_IN, user="helper")

    done = submit(browser, **NEW)

    assert done == (303, f"{PAGE}?done=password")
    assert (browser.open(PAGE).status_code, elsewhere.open(PAGE).status_code) == (200, 303)
    assert others(browser) == []
    assert elsewhere.sign_in(SIGN_IN, PASSWORD, user="helper").status_code == 400
    assert elsewhere.sign_in(SIGN_IN, "a new one!", user="helper").status_code == 200
    assert "manager helper: password *** -> ***" in [
        line["content"] for line in kept(browser.world)
    ]


def test_a_password_is_not_changed_without_the_current_one(owner: Browser) -> None:
    before = rows(owner.world)

    answers = [
        submit(owner, **{**NEW, "current": "guessed it"}),
        submit(owner, **{**NEW, "again": "another one"}),
        submit(owner, **{**NEW, "password": "short", "again": "short"}),
    ]

    assert answers == [
        (422, "This is not your password."),
        (422, "The passwords do not match."),
        (422, "The password must have at least 8 characters."),
    ]
    assert rows(owner.world) == before


def test_guesses_of_the_current_password_are_limited(owner: Browser) -> None:
    guesses = [submit(owner, **{**NEW, "current": f"guess {number}"}) for number in range(8)]
    right = submit(owner, **NEW)

    assert "Too many attempts. Please wait a while." in [said for _, said in guesses]
    assert right == (422, "Too many attempts. Please wait a while.")


def test_a_session_is_ended_from_another_browser(owner: Browser) -> None:
    elsewhere, third = Browser(owner.world), Browser(owner.world)
    elsewhere.sign_in(SIGN_IN)
    third.sign_in(SIGN_IN)
    listed = others(owner)

    ended = submit(owner, act="end", session_hash=listed[0])
    left = [each.open(PAGE).status_code for each in (owner, elsewhere, third)]
    all_others = submit(owner, act="others")

    assert len(listed) == 2
    assert ended == (303, f"{PAGE}?done=ended")
    assert sorted(left) == [200, 200, 303]
    assert all_others == (303, f"{PAGE}?done=others")
    assert [each.open(PAGE).status_code for each in (owner, elsewhere, third)] == [200, 303, 303]


def test_nobody_ends_the_sessions_of_others(owner: Browser) -> None:
    manager(owner.world, "helper", "A")
    helper = Browser(owner.world)
    helper.sign_in(SIGN_IN, user="helper")
    elsewhere = Browser(owner.world)
    elsewhere.sign_in(SIGN_IN)
    [session] = others(owner)

    submit(helper, act="end", session_hash=session)
    submit(helper, act="others")

    assert elsewhere.open(PAGE).status_code == 200
    assert others(helper) == []


def test_a_supplier_has_an_account(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")

    assert submit(browser, **NEW) == (303, f"{PAGE}?done=password")


def test_a_session_is_listed_with_its_browser(owner: Browser) -> None:
    page = owner.open(PAGE).text

    assert 'datetime="2026-11-21T09:00:00+09:00"' in page
    assert "Unknown browser" in page
    assert send(owner, PAGE, act="nothing")[0] == 400
