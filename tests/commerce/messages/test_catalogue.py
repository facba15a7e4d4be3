"""What is declared of messages fits together, and what would not stops the program's start."""

import subprocess
import sys

import pytest

from openmall.commerce.messages.message_catalogue import CATALOGUE, catalogue
from openmall.commerce.messages.occasions import OCCASIONS
from openmall.commerce.messages.shape import Occasion, Unbounded, Variable
from openmall.contract.declaration_error import DeclarationError
from openmall.translations.catalogues import LANGUAGES, Message, language_of

BREAKS = """
from msgspec.structs import replace
from openmall.commerce.messages import occasions
from openmall.translations.catalogues import Message
first, *rest = occasions.OCCASIONS
text = Message("[NAME] [NICKNAME]")
occasions.OCCASIONS = (replace(first, text=text), *rest)
from openmall.api import registry
registry.apis()
"""


def variable(name: str, sample: str = "x", length: int | Unbounded = 5) -> Variable:
    return Variable(name=name, description=Message(name), sample=Message(sample), length=length)


def occasion(code: str, text: str) -> Occasion:
    return Occasion(code=code, name=Message(code), text=Message(text))


def test_every_occasion_a_shop_writes_on_is_there() -> None:
    assert list(CATALOGUE.occasions) == [
        "joined", "password_reset", "invitation", "contact_changed", "order_received",
        "payment_asked", "payment_confirmed", "further_payment_asked", "shipment_started",
        "delivered", "order_cancelled",
        "cancellation_requested", "exchange_requested", "return_requested", "exchange_accepted",
        "return_accepted", "refund_done", "coupon_issued", "coupon_expiring", "points_given",
        "points_expiring", "birthday", "restock_notice", "inquiry_answered",
        "subscription_charge_failed", "subscription_charge_ended",
    ]  # fmt: skip


def test_the_occasions_of_a_variable_are_those_whose_text_holds_it() -> None:
    made = catalogue(
        [variable("NAME"), variable("PRODUCT")],
        [
            occasion("joined", "Welcome, [NAME]."),
            occasion("delivered", "[PRODUCT] is there, [NAME]."),
        ],
    )

    assert [each.code for each in made.occasions_of("NAME")] == ["joined", "delivered"]
    assert [each.code for each in made.occasions_of("PRODUCT")] == ["delivered"]


def test_no_two_occasions_are_called_the_same_in_any_language() -> None:
    for language in LANGUAGES:
        names = {each.name.translate(language) for each in OCCASIONS}
        assert len(names) == len(OCCASIONS), language


def test_nothing_is_left_in_english() -> None:
    messages = [each.name for each in OCCASIONS] + [each.text for each in OCCASIONS]
    messages += [each.tail for each in OCCASIONS if each.tail is not None]
    messages += [each.description for each in CATALOGUE.variables.values()]

    same = [each for each in messages if len({each.translate(one) for one in LANGUAGES}) < 3]

    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_not_longer_than_its_variable_in_any_language(language: str) -> None:
    longer = [
        each.name
        for each in CATALOGUE.variables.values()
        if isinstance(each.length, int) and len(each.sample.translate(language)) > each.length
    ]

    assert longer == []


@pytest.mark.parametrize(
    ("variables", "occasions", "said"),
    [
        (
            [variable("NAME")],
            [occasion("joined", "Welcome, [NAME]. Call [PHONE].")],
            "joined: the variable [PHONE] is not declared",
        ),
        (
            [variable("NAME"), variable("PHONE")],
            [occasion("joined", "Welcome, [NAME].")],
            "[PHONE]: no text holds this variable",
        ),
        (
            [variable("NAME")],
            [occasion("joined", "Welcome, [NAME] [name].")],
            "joined: a bracket names no variable",
        ),
        (
            [variable("NAME", sample="Maximilian", length=9)],
            [occasion("joined", "Welcome, [NAME].")],
            "[NAME]: the sample is longer than 9 characters",
        ),
        (
            [variable("NAME"), variable("NAME")],
            [occasion("joined", "Welcome, [NAME].")],
            "NAME is declared twice",
        ),
        (
            [variable("NAME")],
            [occasion("joined", "Welcome, [NAME]."), occasion("joined", "Hello, [NAME].")],
            "joined is declared twice",
        ),
    ],
    ids=["undeclared", "unused", "bracket", "sample", "variable twice", "code twice"],
)
def test_what_does_not_fit_together_is_refused(
    variables: list[Variable], occasions: list[Occasion], said: str
) -> None:
    with pytest.raises(DeclarationError) as refused:
        catalogue(variables, occasions)
    assert str(refused.value) == said


def test_a_sample_may_be_as_long_as_the_variable_and_longer_where_nothing_is_cut() -> None:
    variables = [variable("NAME", "Maximilian", 10), variable("URL", "u" * 300, "Variable")]

    made = catalogue(variables, [occasion("joined", "[NAME] [URL]")])

    assert list(made.variables) == ["NAME", "URL"]


def test_the_program_does_not_start_with_a_text_that_cannot_be_filled() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BREAKS], capture_output=True, text=True, timeout=60
    )

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "openmall.contract.declaration_error.DeclarationError: "
        "joined: the variable [NICKNAME] is not declared"
    )


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("ko_KR", "ko"), ("ja_JP", "ja"), ("en_US", "en"), ("KO-kr", "ko"), ("ja", "ja"),
        ("zh_CN", "zh"), ("zh_TW", "en"), ("zh-Hant", "en"), ("kok_IN", "en"), ("", "en"),
        ("_", "en"),
    ],
)  # fmt: skip
def test_a_shop_is_spoken_to_in_its_language_or_in_english(language: str, spoken: str) -> None:
    names = {"en": "Delivered", "ko": "배송 완료", "ja": "配送完了", "zh": "已送达"}

    assert language_of(language) == spoken
    assert Message("Delivered").translate(language) == names[spoken]
