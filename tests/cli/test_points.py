"""An operator lets points expire, checks their ledger, and hands over or erases a person."""

import apsw
import msgspec
import pytest

from tests.cli.command_line import Shell


@pytest.fixture
def joined(shop: Shell) -> Shell:
    """A shell at an installation whose mall has a customer."""
    person = ("--name", "Kim Haneul", "--email", "haneul@example.com")
    shop.text("customer", "add", "--mall", "myshop", "--member-id", "haneul", *person)
    return shop


def write(shell: Shell, sql: str) -> None:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    connection.execute(sql)
    connection.close()


def give(shell: Shell, expires_at: str = "NULL") -> None:
    """Write 500 points, as the ledger does."""
    write(
        shell,
        "INSERT INTO customer_balance VALUES ('myshop', 'haneul', 1, 50000, 0, 0, 0, 0, 1);"
        "INSERT INTO mileage_entry VALUES ('myshop', 'haneul', 1, 1, 'points', 50000, 50000, 50000,"
        f" '{{}}', 'F', 'A', '', '', NULL, 1000000000, NULL, {expires_at}, '')",
    )


def test_balances_that_agree_with_their_ledger(joined: Shell) -> None:
    give(joined)

    report = {"malls": 1, "balances": 1, "differences": []}
    assert joined.json("verify", "points") == report
    text = joined.text("verify", "points", "--mall", "myshop")
    assert text == "1 balances are what their ledger says.\n"


def test_a_balance_that_somebody_wrote_past_the_ledger_is_found(joined: Shell) -> None:
    give(joined)
    write(joined, "UPDATE customer_balance SET points = 60000")

    told = joined.run("verify", "points", "--json")

    what = {"mall_id": "myshop", "member_id": "haneul", "shop_no": 1}
    amounts = {"balance": 60000, "ledger": 50000}
    assert told.exit_code == 1
    assert msgspec.json.decode(told.stdout)["differences"] == [
        {**what, "what": "points", **amounts},
        {**what, "what": "points, left", **amounts},
    ]


def test_points_expire(joined: Shell) -> None:
    give(joined, expires_at="1000000001")

    assert joined.json("points", "expire") == {"customers": 1, "points": "500.00"}
    assert joined.json("points", "expire") == {"customers": 0, "points": "0.00"}
    assert joined.json("verify", "points")["differences"] == []


def test_a_person_is_handed_over_and_erased(joined: Shell) -> None:
    who = ("--mall", "myshop", "--member-id", "haneul")

    person = joined.json("customer", "export", *who)["customer_person"][0]
    assert (person["name"], person["email"]) == ("Kim Haneul", "haneul@example.com")

    erased = joined.json("customer", "erase", *who)
    assert erased == {"member_id": "haneul", "left": True, "events": 1}
    assert sorted(joined.json("customer", "export", *who)) == [
        "activity_log",
        "customer",
        "event",
    ]


def test_customers_rest(joined: Shell) -> None:
    write(joined, "UPDATE customer SET created_at = 1000000000")

    none = joined.json("customer", "rest", "--mall", "myshop", "--after-months", "0")
    some = joined.json("customer", "rest", "--mall", "myshop", "--after-months", "12")

    assert (none, some) == ({"resting": 0}, {"resting": 1})
