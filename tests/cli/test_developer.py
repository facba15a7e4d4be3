"""Developers of an installation, and whose an app is, on the command line."""

import pytest

from tests.cli.command_line import Shell

PASSWORD = "correct horse battery\n"


@pytest.fixture
def kim(shop: Shell) -> Shell:
    """A shell at an installation where Kim has an account."""
    shop.text(
        "developer", "create", "Kim@Example.com", "--name", "Kim", "--password-stdin",
        given=PASSWORD,
    )  # fmt: skip
    return shop


def test_an_account_is_made_and_listed(shop: Shell) -> None:
    nobody = shop.text("developer", "list")
    words = ["developer", "create", " Kim@Example.com ", "--password-stdin"]

    made = shop.json(*words, given=PASSWORD)

    assert nobody.startswith("There is no developer yet")
    assert made == {"developer_no": 1, "email": "kim@example.com", "name": "kim@example.com"}
    assert shop.json("developer", "list") == [
        {"email": "kim@example.com", "name": "kim@example.com", "apps": 0}
    ]


def test_an_address_has_one_account(kim: Shell) -> None:
    words = ["developer", "create", "kim@example.com", "--password-stdin"]

    assert kim.fails(*words, given=PASSWORD) == "'kim@example.com' has an account already"


@pytest.mark.parametrize(
    ("email", "password", "line"),
    [
        ("kim", PASSWORD, "This is not an e-mail address."),
        ("kim@example.com", "short\n", "a password has at least 8 characters"),
    ],
)
def test_an_account_that_cannot_be(shop: Shell, email: str, password: str, line: str) -> None:
    words = ["developer", "create", email, "--password-stdin"]

    assert shop.fails(*words, given=password, status=2).startswith(line)
    assert shop.json("developer", "list") == []


def test_without_a_terminal_the_option_is_named(shop: Shell) -> None:
    done = shop.run("developer", "create", "kim@example.com")

    assert (done.exit_code, done.stdout) == (2, "")
    said = "error: there is no terminal to type a password at: use --password-stdin"
    assert done.stderr.splitlines()[-1].startswith(said)
    assert shop.json("developer", "list") == []


def test_a_new_password(kim: Shell) -> None:
    words = ["developer", "password"]

    told = kim.text(*words, "KIM@example.com", "--password-stdin", given="another password\n")

    assert told == "kim@example.com has a new password.\n"
    line = kim.fails(*words, "lee@example.com", "--password-stdin", given=PASSWORD)
    assert line == "'lee@example.com' has no account"


def test_an_app_is_given_and_taken_back(kim: Shell) -> None:
    client_id = kim.json("app", "create", "--name", "Mine")["client_id"]

    told = kim.json("app", "give", client_id, "kim@example.com")
    given = kim.json("developer", "list")[0]["apps"]
    back = kim.json("app", "give", client_id, "--take-back")

    assert told == {"client_id": client_id, "developer": "kim@example.com"}
    assert given == 1
    assert back == {"client_id": client_id, "developer": None}
    assert kim.json("developer", "list")[0]["apps"] == 0


def test_what_cannot_be_given(kim: Shell) -> None:
    client_id = kim.json("app", "create", "--name", "Mine")["client_id"]

    nobody = kim.fails("app", "give", client_id, "lee@example.com")
    nothing = kim.fails("app", "give", "none", "kim@example.com")
    both = kim.fails("app", "give", client_id, "kim@example.com", "--take-back", status=2)
    neither = kim.fails("app", "give", client_id, status=2)

    assert nobody == "'lee@example.com' has no account"
    assert nothing == "there is no app 'none'"
    assert both == neither
    assert both.startswith("name either the EMAIL of a developer or --take-back")
    assert kim.json("developer", "list")[0]["apps"] == 0


def test_secrets_overlap_for_some_hours(kim: Shell) -> None:
    client_id = kim.json("app", "create", "--name", "Mine")["client_id"]

    made = kim.json("app", "rotate-secret", client_id, "--overlap", "24")
    line = kim.fails("app", "rotate-secret", client_id, "--overlap", "721")

    assert made["client_id"] == client_id
    assert line == "an earlier secret works on for 0 to 720 hours"
