"""The catalogue of messages: which variables and occasions there are, and what is used where."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from openmall.contract.errors import DeclarationError
from openmall.contract.languages import LANGUAGES
from openmall.messages.occasions import OCCASIONS
from openmall.messages.shape import PLACEHOLDER, Occasion, Variable
from openmall.messages.variables import VARIABLES


class Catalogue(Struct, frozen=True):
    """Every variable by its name, every occasion by its code, in the order they are listed."""

    variables: dict[str, Variable]
    occasions: dict[str, Occasion]

    def occasions_of(self, variable: str) -> list[Occasion]:
        """Return the occasions whose text holds `variable`."""
        return [each for each in self.occasions.values() if variable in each.used()]


def catalogue(variables: Iterable[Variable], occasions: Iterable[Occasion]) -> Catalogue:
    """Return the catalogue of what is declared.

    Raises DeclarationError when a text holds a variable that is not declared, holds one in some
    languages only, or has a bracket that names none; when a variable is held by no text, or its
    sample is longer than it may be; when a name is taken twice.
    """
    variables, occasions = tuple(variables), tuple(occasions)
    names = Counter([*(each.name for each in variables), *(each.code for each in occasions)])
    for name, times in names.items():
        if times > 1:
            raise DeclarationError(f"{name} is declared twice")
    made = Catalogue(
        {each.name: each for each in variables}, {each.code: each for each in occasions}
    )
    for occasion in occasions:
        _check_text(occasion, made)
    for variable in variables:
        _check_variable(variable, made)
    return made


def _check_text(occasion: Occasion, made: Catalogue) -> None:
    for language in LANGUAGES:
        held = occasion.variables(language)
        unknown = sorted(held - made.variables.keys())
        if unknown:
            raise DeclarationError(f"{occasion.code}: the variable [{unknown[0]}] is not declared")
        left_out = sorted(occasion.used() - held)
        if left_out:
            raise DeclarationError(
                f"{occasion.code}: the text in {language} leaves out [{left_out[0]}]"
            )
        plain = PLACEHOLDER.sub("", occasion.text.spoken(language))
        if "[" in plain or "]" in plain:
            raise DeclarationError(f"{occasion.code}: a bracket in {language} names no variable")


def _check_variable(variable: Variable, made: Catalogue) -> None:
    if not made.occasions_of(variable.name):
        raise DeclarationError(f"{variable.placeholder}: no text holds this variable")
    if not isinstance(variable.length, int):
        return
    for language in LANGUAGES:
        if len(variable.sample.spoken(language)) > variable.length:
            raise DeclarationError(
                f"{variable.placeholder}: the sample in {language} is longer than "
                f"{variable.length} characters"
            )


CATALOGUE: Final = catalogue(VARIABLES, OCCASIONS)
