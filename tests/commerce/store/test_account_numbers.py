"""What can be the number of a bank account, and what cannot."""

import pytest

from openmall.commerce.store import accounts


@pytest.mark.parametrize(
    "number",
    [
        "1", "110-222-333333", "0810 5544 12", "DE89 3704 0044 0532 0130 00",
        "GB33BUKB20201555555555", "MT84MALT011000012345MTLCAST001S",
    ],
)  # fmt: skip
def test_a_number_is_taken_as_banks_print_it(number: str) -> None:
    assert accounts.is_number(number)


@pytest.mark.parametrize(
    "text",
    ["", "abc", "call us", "-1", "1-", "1--2", "1\n2", " 1", "<b>1</b>", "\u0661", "9" * 51, "a@b"],
)  # fmt: skip
def test_other_text_is_no_number(text: str) -> None:
    assert not accounts.is_number(text)
