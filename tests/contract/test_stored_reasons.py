"""Refusals are stored with their values, and rendered in the language of a later reader."""

import ast

import pytest

from openmall.contract import refusals
from openmall.contract.refusal import (
    NAMES_OF_PHRASES,
    Phrase,
    Reason,
    Refusal,
    Value,
    read_reason,
    stored_reason,
)
from tests.guards.sources import sources


@pytest.mark.parametrize(
    ("refusal", "values"),
    [
        (refusals.MISSING, {}),
        (refusals.TOO_SMALL, {"expected": Phrase("integer"), "least": 1}),
        (refusals.TOO_MANY_DECIMALS, {"currency": "USD", "decimals": 2}),
        (refusals.FIRST_ABOVE_LAST, {"first": "x" * 5_000, "last": '{"}'}),
    ],
)
def test_a_stored_reason_is_read_with_its_values(
    refusal: Refusal, values: dict[str, Value]
) -> None:
    reason = Reason(refusal, values)

    assert read_reason(stored_reason(reason)) == reason


def test_phrases_of_a_stored_reason_are_translated_and_other_values_are_not() -> None:
    stored = stored_reason(Reason(refusals.TOO_LONG, {"expected": Phrase("string"), "most": 3}))
    column = stored_reason(Reason(refusals.FIRST_ABOVE_LAST, {"first": "string", "last": "b"}))

    read, other = read_reason(stored), read_reason(column)

    assert read is not None
    assert other is not None
    assert read.text(_in_another) == "Expected text of length <= 3."
    assert "`string`" in other.text(_in_another)


def _in_another(text: str) -> str:
    return "text" if text == "string" else text


@pytest.mark.parametrize(
    "stored",
    ["", '{"code":"of_another_release"}', '{"code":"missing","values":{"other":"x"}}'],
)
def test_what_another_release_has_written_is_no_reason(stored: str) -> None:
    assert read_reason(stored) is None


def test_phrases_have_the_names_by_which_they_are_told_when_they_are_read() -> None:
    named = {
        each.arg
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Call)
        for each in node.keywords
        if isinstance(each.value, ast.Call) and getattr(each.value.func, "id", "") == "Phrase"
    }

    assert named <= NAMES_OF_PHRASES
