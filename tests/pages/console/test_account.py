"""A developer changes their own password."""

import pytest

from tests.pages.console.developer_browser import Developer
from tests.pages.console.test_sign_in import APPS, HOME, SESSION, sign_in
from tests.world import PASSWORD

ACCOUNT = "/developers/account"
NEW = "a new password"


def test_a_new_password_signs_the_other_browsers_out(kim: Developer) -> None:
    other = Developer(kim.world)
    sign_in(other, kim.email)
    before = kim.cookies[SESSION]

    answer = kim.send(ACCOUNT, {"current": PASSWORD, "password": NEW})

    assert answer.headers["location"] == f"{ACCOUNT}?done=changed"
    assert "Your password was changed." in kim.open(answer.headers["location"]).text
    assert kim.cookies[SESSION] != before
    assert other.open(APPS).status_code == 303
    assert sign_in(Developer(kim.world), kim.email) == 400
    assert sign_in(Developer(kim.world), kim.email, NEW) == 303


@pytest.mark.parametrize(
    ("form", "field", "said"),
    [
        ({"current": "wrong password", "password": NEW}, "current", "This is not your password."),
        (
            {"current": PASSWORD, "password": "short"},
            "password",
            "The password must have 8 to 1000",
        ),
    ],
)
def test_what_is_wrong_changes_nothing(
    kim: Developer, form: dict[str, str], field: str, said: str
) -> None:
    answer = kim.send(ACCOUNT, form)

    assert answer.status_code == 422
    assert f'id="f-{field}-problem">{said}' in answer.text
    assert kim.open(HOME).status_code == 200
    assert sign_in(Developer(kim.world), kim.email) == 303


def test_whoever_guesses_at_a_browser_left_open_waits(kim: Developer) -> None:
    wrong = {"current": "wrong password", "password": NEW}

    found = [kim.send(ACCOUNT, wrong).status_code for _ in range(6)]
    right = kim.send(ACCOUNT, {"current": PASSWORD, "password": NEW})

    assert found == [422] * 5 + [429]
    assert (right.status_code, right.headers["retry-after"]) == (429, "1")
