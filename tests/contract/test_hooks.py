"""A hook calls the one function that a package above registers."""

import pytest

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.hooks import Hook


def test_a_hook_calls_the_function_that_is_registered() -> None:
    hook = Hook[[int, int], int]("add two numbers")

    @hook.register
    def add(one: int, other: int) -> int:
        return one + other

    assert hook(1, 2) == add(1, 2) == 3


def test_a_hook_without_a_function_says_which_it_is() -> None:
    hook = Hook[[], None]("do nothing")
    with pytest.raises(DeclarationError, match="No function is registered for: do nothing"):
        hook()


def test_a_second_function_is_refused() -> None:
    hook = Hook[[], None]("do nothing")
    hook.register(lambda: None)
    with pytest.raises(DeclarationError, match="Two functions are registered for: do nothing"):
        hook.register(lambda: None)
