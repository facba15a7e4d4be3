"""Rules of approval by the command line."""

import pytest

from tests.cli.command_line import Shell


def test_a_rule_is_added_listed_and_removed(shop: Shell) -> None:
    added = shop.json("approval", "add", "--mall", "myshop", "--money", "50000", "--customers")

    assert added == {
        "rule_no": 1,
        "client_id": None,
        "role_no": None,
        "objects": None,
        "price_percent": None,
        "money": "50000.00",
        "customers": True,
    }
    assert shop.json("approval", "list", "--mall", "myshop") == [added]
    assert "50000.00" in shop.text("approval", "list", "--mall", "myshop")
    assert shop.json("approval", "remove", "1", "--mall", "myshop") == added
    assert "Nothing needs approval" in shop.text("approval", "list", "--mall", "myshop")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Name an app, a role or a kind of write."),
        (("--app", "nobody"), "The app is not in the shop."),
        (("--role", "9"), "role"),
        (("--objects", "-1"), "A whole number from 0 to 10000."),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    shop: Shell, words: tuple[str, ...], message: str
) -> None:
    assert message in shop.fails("approval", "add", "--mall", "myshop", *words)


def test_what_is_no_amount_and_no_rule(shop: Shell) -> None:
    for money in ("much", "nan", "sNaN", "-inf", "1e400"):
        assert "is no amount" in shop.fails(
            "approval", "add", "--mall", "myshop", "--money", money, status=2
        )
    assert "There is no such rule." in shop.fails("approval", "remove", "7", "--mall", "myshop")
