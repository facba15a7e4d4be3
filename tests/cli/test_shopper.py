"""Whoever builds a storefront gets a member's session, to try what members see."""

from openmall.access import shopper_sessions
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.seal import configured_seal
from tests.cli.command_line import Shell


def test_a_members_session_is_issued(shell: Shell) -> None:
    shell.text("mall", "create", "myshop", "--name", "My shop")

    made = shell.json("shopper", "session", "--mall", "myshop", "--member", "kim")

    seal = configured_seal(Configuration(data_dir=shell.data_dir))
    now = SystemClock().now()
    known = shopper_sessions.read(seal, "myshop", made["session"].encode(), now=now)
    assert (known.kind, known.name, known.shop_no) == ("member", "kim", 1)
    assert set(made) == {"session", "expires_at"}


def test_nobody_shops_where_there_is_no_shop(shell: Shell) -> None:
    shell.text("mall", "create", "myshop", "--name", "My shop")
    session = ("shopper", "session", "--member", "kim", "--mall")

    assert shell.fails(*session, "other") == "there is no mall 'other'"
    assert shell.fails(*session, "myshop", "--shop-no", "9") == "myshop has no shop 9"
    assert "a member has an id" in shell.fails(
        "shopper", "session", "--mall", "myshop", "--member", " ", status=2
    )
