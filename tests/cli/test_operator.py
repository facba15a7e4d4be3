"""Operators of the operator console on the command line."""

import pytest

from openmall.access.malls import staff_identities
from openmall.cli import installation
from openmall.cli.installation import Installation
from openmall.configuration import Configuration
from openmall.pages.operator import store as operator_store
from tests.cli.command_line import Shell

PASSWORD = "correct horse battery\n"


@pytest.fixture
def kim(shop: Shell) -> Shell:
    """A shell at an installation with an operator."""
    shop.text("operator", "create", "Kim", "--password-stdin", given=PASSWORD)
    return shop


def test_an_operator_is_made_listed_and_removed(shop: Shell) -> None:
    nobody = shop.text("operator", "list")

    made = shop.json("operator", "create", "Kim", "--password-stdin", given=PASSWORD)
    listed = shop.json("operator", "list")
    removed = shop.text("operator", "remove", "kim")

    assert nobody.startswith("There is no operator, and the console is off")
    assert made == {"operator_id": "kim"}
    assert listed == [{"operator_id": "kim"}]
    assert removed == "kim is no operator any more.\n"
    assert shop.json("operator", "list") == []
    assert shop.fails("operator", "remove", "kim") == "there is no operator 'kim'"


def test_a_password_is_replaced_on_demand_only(kim: Shell) -> None:
    words = ["operator", "create", "kim", "--password-stdin"]

    line = kim.fails(*words, given=PASSWORD)
    replaced = kim.text(*words, "--replace", given="another password\n")

    assert line == "'kim' is an operator already; --replace sets a new password"
    assert replaced == "kim may sign in to the operator console.\n"


def accounts(shell: Shell, *, linked: bool = False) -> list[str]:
    """Return the accounts of kim at providers; `linked`: one more is linked before."""

    async def work(opened: Installation) -> list[str]:
        async with opened.database.writing(operator_store.TENANT) as db:
            if linked:
                await staff_identities.link(
                    db, opened.clock, "kim", issuer="https://id.example.com", subject="1"
                )
            return [each.subject for each in await staff_identities.of_manager(db, "kim")]

    return installation.run(Configuration(data_dir=shell.data_dir), work)


@pytest.mark.parametrize(
    "words",
    [("operator", "create", "kim", "--password-stdin", "--replace"), ("operator", "remove", "kim")],
)
def test_a_replaced_or_removed_operator_has_no_accounts_any_more(
    kim: Shell, words: tuple[str, ...]
) -> None:
    before = accounts(kim, linked=True)

    kim.text(*words, given=PASSWORD)

    assert before == ["1"]
    assert accounts(kim) == []


@pytest.mark.parametrize(
    ("name", "password", "line"),
    [
        ("k", PASSWORD, "NAME has 3 to 30 letters"),
        ("kim haneul", PASSWORD, "NAME has 3 to 30 letters"),
        ("kim", "short\n", "a password has at least 8 characters"),
    ],
)
def test_an_operator_that_cannot_be(shop: Shell, name: str, password: str, line: str) -> None:
    words = ["operator", "create", name, "--password-stdin"]

    assert shop.fails(*words, given=password, status=2).startswith(line)
    assert shop.json("operator", "list") == []
