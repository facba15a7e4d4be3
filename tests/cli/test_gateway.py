"""The operator writes down which contracts a mall has with payment gateways."""

from typing import Any

import pytest

from tests.cli.command_line import Shell

BANK = (
    "--bank-code", "013", "--bank-account-no", "000-000000-00-000",
    "--bank-account-name", "My shop",
)  # fmt: skip
CONTRACT = ("gateway", "contract")
MALL = ("--mall", "myshop")
SET = (*CONTRACT, "set", "gateway_a", "mid0001", *MALL, *BANK, "--contract-date", "2026-01-05")
KEPT: dict[str, Any] = {
    "partner_id": "mid0001",
    "payment_gateway_name": "gateway_a",
    "contract_date": "2026-01-05",
    "setting_date": "2026-01-05",
    "status": "T",
    "bank_code": "013",
    "bank_account_no": "000-000000-00-000",
    "bank_account_name": "My shop",
    "payment_method_information": [
        {"payment_method": "card", "period": "M", "period_information": "15"},
        {"payment_method": "tcash", "period": "D", "period_information": ""},
    ],
}


def kept(shop: Shell) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shop.json(*CONTRACT, "list", *MALL)
    return found


def test_a_contract_is_written_down(shop: Shell) -> None:
    made = shop.json(*SET, "--method", "card:M:15", "--method", "tcash:D")

    assert made == KEPT
    assert kept(shop) == [KEPT]


def test_the_same_gateway_and_partner_id_replace_it(shop: Shell) -> None:
    shop.text(*SET, "--method", "card:M:15")
    more = ("--setting-date", "2026-01-12", "--status", "F", "--method", "point:W:Mon:1")

    said = shop.text(*SET, *more)

    assert said == "The contract of myshop with gateway_a is written down.\n"
    point = {"payment_method": "point", "period": "W", "period_information": "Mon:1"}
    changes = {"setting_date": "2026-01-12", "status": "F", "payment_method_information": [point]}
    assert kept(shop) == [{**KEPT, **changes}]


def test_contracts_are_listed_for_people_the_newest_first(shop: Shell) -> None:
    assert shop.text(*CONTRACT, "list", *MALL) == "There is no contract yet.\n"
    shop.text(*SET, "--method", "card:M:15", "--method", "tcash:D")
    newer = [*SET[:3], "gateway_b", *SET[4:-1], "2026-02-01"]
    shop.text(*newer, "--method", "cell:W:Fri")

    head, *lines = shop.text(*CONTRACT, "list", *MALL).splitlines()

    assert head.split() == [
        "payment_gateway_name", "partner_id", "contract_date", "setting_date", "status", "methods",
    ]  # fmt: skip
    assert [line.split() for line in lines] == [
        ["gateway_b", "mid0001", "2026-02-01", "2026-02-01", "T", "cell:W:Fri"],
        ["gateway_a", "mid0001", "2026-01-05", "2026-01-05", "T", "card:M:15", "tcash:D"],
    ]


def test_a_contract_is_removed_once(shop: Shell) -> None:
    shop.text(*SET, "--method", "card:M:15")
    remove = (*CONTRACT, "remove", "gateway_a", "mid0001", *MALL)

    gone = shop.json(*remove)

    assert gone == {
        "mall_id": "myshop",
        "payment_gateway_name": "gateway_a",
        "partner_id": "mid0001",
    }
    assert kept(shop) == []
    assert shop.fails(*remove) == "myshop has no contract with 'gateway_a' as 'mid0001'"


@pytest.mark.parametrize(
    "words",
    [
        (*SET, "--method", "card:M"),
        (*CONTRACT, "list", *MALL),
        (*CONTRACT, "remove", "gateway_a", "mid0001", *MALL),
    ],
    ids=["set", "list", "remove"],
)
def test_the_mall_must_be_there(shell: Shell, words: tuple[str, ...]) -> None:
    shell.text("db", "migrate")
    assert shell.fails(*words) == "there is no mall 'myshop'"


@pytest.mark.parametrize(
    "method", ["card", "card:", "card:X", "cash:M", ":M", "", "CARD:M", "card M"]
)
def test_what_is_no_settlement_is_called_wrongly(shop: Shell, method: str) -> None:
    line = shop.fails(*SET, "--method", method, status=2)

    assert line.startswith(f"--method {method!r} is not METHOD:PERIOD[:INFORMATION]")
    assert kept(shop) == []


def test_a_contract_that_cannot_be(shop: Shell) -> None:
    twice = ("--method", "card:M", "--method", "card:D")
    named = [*SET[:3], "Gateway", *SET[4:], "--method", "card:M"]

    assert shop.fails(*SET, *twice) == "a payment method is settled in one way, not in two"
    assert shop.fails(*named).startswith("'Gateway' is no name of a gateway: ")
    assert "'2026-02-30' does not match" in shop.fails(*SET[:-1], "2026-02-30", status=2)
    assert kept(shop) == []


@pytest.mark.parametrize("words", [(), ("set",), ("list",), ("remove",)], ids=str)
def test_help_has_examples(shell: Shell, words: tuple[str, ...]) -> None:
    page = shell.text(*CONTRACT, *words, "--help")

    assert page.startswith(" ".join(["Usage: openmall gateway contract", *words]))
    assert "Example" in page
    assert "\n    openmall gateway contract " in page


STRIPE = ("gateway", "stripe", *MALL)
KEYS = "sk_test_2b\nwhsec_3c\n"


def test_card_payments_are_switched_on_and_off(shop: Shell) -> None:
    on = shop.json(*STRIPE, "--on", "--publishable-key", "pk_test_1a", "--keys-stdin", given=KEYS)
    off = shop.json(*STRIPE, "--off")

    assert on == {
        "mall_id": "myshop",
        "shop_no": 1,
        "use_stripe": "T",
        "publishable_key": "pk_test_1a",
    }
    assert off == {**on, "use_stripe": "F"}
    assert shop.json(*STRIPE, "--on") == on, "keys stay"


@pytest.mark.parametrize(
    ("options", "keys", "why"),
    [
        (("--publishable-key", "pk_test_1a"), "", "all three keys are needed"),
        (("--publishable-key", "wrong"), KEYS, "a publishable key begins with"),
        (("--publishable-key", "pk_live_1a"), KEYS, "of the mode of the publishable key"),
    ],
)
def test_wrong_keys_of_stripe_are_refused(
    shop: Shell, options: tuple[str, ...], keys: str, why: str
) -> None:
    given = ("--keys-stdin",) if keys else ()

    assert why in shop.fails(*STRIPE, "--on", *options, *given, given=keys)
