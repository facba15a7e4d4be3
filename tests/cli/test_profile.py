"""An operator enters who runs a shop, and where customers pay to."""

from tests.cli.command_line import Shell

BANK = ("--bank-code", "bank_81", "--bank-name", "Hana", "--holder", "Kim Haneul")


def test_a_profile_is_looked_at_and_changed(shop: Shell) -> None:
    before = shop.json("mall", "set", "myshop")

    said = ("president_name=Kim Haneul", "sales_product_categories=Apparel,Books")
    changed = shop.json("mall", "set", "myshop", *said)
    back = shop.json("mall", "set", "myshop", "president_name=", "sales_product_categories=")

    assert changed == {
        **before,
        "president_name": "Kim Haneul",
        "sales_product_categories": ["Apparel", "Books"],
    }
    assert back == before


def test_a_profile_that_cannot_be(shop: Shell) -> None:
    words = ("mall", "set", "myshop")
    unknown = shop.fails(*words, "shop_no=2", status=2)
    assert unknown.startswith("there is no setting shop_no ")
    half = shop.fails(*words, "president_name", status=2)
    assert half.startswith("'president_name' is not NAME=VALUE ")
    assert "'Ships'" in shop.fails(*words, "sales_product_categories=Ships", status=2)
    assert shop.fails(*words, "--shop", "2", "fax=1") == "the mall myshop has no shop 2"


def test_accounts_are_added_and_closed(shop: Shell) -> None:
    words = ("mall", "account")
    first = shop.json(*words, "add", "myshop", *BANK, "--number", "100-200")
    second = shop.json(*words, "add", "myshop", *BANK, "--number", "100-300")
    closed = shop.json(*words, "close", "myshop", "1")

    assert first == {
        "shop_no": 1,
        "bank_account_id": 1,
        "bank_name": "Hana",
        "bank_code": "bank_81",
        "bank_account_no": "100-200",
        "bank_account_holder": "Kim Haneul",
        "use_account": "T",
    }
    assert (second["bank_account_id"], second["use_account"]) == (2, "T")
    assert closed == {**first, "use_account": "F"}
    again = shop.fails(*words, "close", "myshop", "1")
    assert again == "The content is identical to what is stored, nothing was changed."
    nobody = shop.fails(*words, "close", "myshop", "3")
    assert nobody == "The account does not exist. (BANK_ACCOUNT_ID)"
    empty = shop.fails(*words, "add", "myshop", *BANK, "--number", "")
    assert "(--number)" in empty or "bank_account_no" in empty
    text = shop.fails(*words, "add", "myshop", *BANK, "--number", "call us")
    assert "(--number)" in text
