"""An operator keeps exchange rates and enters a shop's sender key."""

import asyncio
from typing import Any

from openmall.commerce.store.chatapp_profile import ChatappProfile
from openmall.configuration import Configuration
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from tests.cli.command_line import Shell


def sender_key(shell: Shell, shop_no: int) -> str | None:
    async def look() -> str | None:
        configuration = Configuration(data_dir=shell.data_dir)
        database = open_database(configuration)
        seal = configured_seal(configuration)
        try:
            async with database.reading("myshop") as db:
                call = Call(SystemClock(), db, shop_no=shop_no, seal=seal)
                return (await current(call, ChatappProfile)).chatapp_senderkey
        finally:
            await database.close()

    return asyncio.run(look())


def rate_of(shell: Shell, code: str) -> dict[str, Any]:
    [found] = [each for each in shell.json("currency", "list") if each["currency"] == code]
    return dict(found)


def test_rates_are_set_listed_and_forgotten(shell: Shell) -> None:
    shell.text("db", "migrate")
    begun = rate_of(shell, "KRW")
    kept = shell.json("currency", "set", "krw=1378.50", "JPY=151")
    now = rate_of(shell, "KRW")
    shell.text("currency", "forget", "krw")

    assert kept == {"KRW": "1378.50", "JPY": "151"}
    assert (begun["per_dollar"], begun["updated_at"]) == ("1400", None)
    assert now["per_dollar"] == "1378.5"
    assert now["updated_at"].endswith("Z")
    assert rate_of(shell, "KRW") == begun
    assert "KRW" in shell.text("currency", "list")
    assert shell.fails("currency", "forget", "KRW") == "no rate of KRW has been set"


def test_a_rate_that_is_none_sets_nothing(shell: Shell) -> None:
    shell.text("db", "migrate")
    for wrong in ("KRW", "KRW=", "KRW=0", "KRW=-1", "KRW=NaN", "KRW=1e12", "QQQ=1", "=1"):
        said = shell.fails("currency", "set", "JPY=1", wrong, status=2)
        assert said.startswith(f"{wrong!r} is not a currency's code and its rate")
    assert rate_of(shell, "JPY")["updated_at"] is None


def test_a_sender_key_is_entered_and_kept_sealed(shop: Shell) -> None:
    made = shop.json("mall", "sender-key", "myshop", "--key-stdin", given="sender-key-1\n")

    assert made == {"mall_id": "myshop", "shop_no": 1}
    assert sender_key(shop, 1) == "sender-key-1"
    assert b"sender-key-1" not in (shop.data_dir / "openmall.sqlite").read_bytes()


def test_a_sender_key_needs_a_shop_and_something_to_enter(shop: Shell) -> None:
    words = ("mall", "sender-key", "myshop", "--key-stdin")
    assert "1 to 200 characters" in shop.fails(*words, given="\n", status=2)
    assert shop.fails(*words, "--shop", "2", given="k\n") == "the mall myshop has no shop 2"
    assert shop.fails("mall", "sender-key", "nobody", "--key-stdin", given="k\n") == (
        "there is no mall 'nobody'"
    )
    assert sender_key(shop, 1) is None


def test_versions_are_told_in_words_as_json_and_as_a_page(shell: Shell) -> None:
    words = shell.text("versions")
    facts = shell.json("versions")

    assert words.startswith("2026-03-01  the newest\n  - ")
    assert [each["version"] for each in facts] == [
        "2026-03-01",
        "2026-02-01",
        "2024-03-01",
        "2023-12-01",
    ]
    served_before = [each["served_before"] for each in facts]
    assert served_before[1:] == ["2027-03-01", "2027-02-01", "2025-03-01"]
    [claims] = [
        each for each in facts[0]["changes"] if each["operations"] == ["admin PUT orders/setting"]
    ]
    assert "claim_request" in claims["added"]
    assert shell.text("versions", "--page").startswith("# Versions\n")
