"""The catalogue of messages: variables, occasions, and which occasion uses which variable."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from openmall.commerce.messages.occasions import OCCASIONS
from openmall.commerce.messages.shape import PLACEHOLDER, Occasion, Variable
from openmall.commerce.messages.variables import VARIABLES
from openmall.contract.declaration_error import DeclarationError


class Catalogue(Struct, frozen=True):
    """Every variable by its name, every occasion by its code, in the order they are listed."""

    variables: dict[str, Variable]
    occasions: dict[str, Occasion]

    def occasions_of(self, variable: str) -> list[Occasion]:
        """Return the occasions whose message contains `variable`."""
        return [each for each in self.occasions.values() if variable in each.all_variables()]


def catalogue(variables: Iterable[Variable], occasions: Iterable[Occasion]) -> Catalogue:
    """Return the catalogue of the declared variables and occasions.

    Raises DeclarationError when an English text holds a variable that is not declared, or has a
    bracket that names none; when a variable is held by no text, or its sample is longer than it
    may be; when a name is taken twice. Tests check the translations.
    """
    variables, occasions = tuple(variables), tuple(occasions)
    names = Counter([*(each.name for each in variables), *(each.code for each in occasions)])
    for name, times in names.items():
        if times > 1:
            raise DeclarationError(f"{name} is declared twice")
    declared = Catalogue(
        {each.name: each for each in variables}, {each.code: each for each in occasions}
    )
    for occasion in occasions:
        _check_text(occasion, declared)
    for variable in variables:
        _check_variable(variable, declared)
    return declared


def _check_text(occasion: Occasion, declared: Catalogue) -> None:
    unknown = sorted(occasion.all_variables() - declared.variables.keys())
    if unknown:
        raise DeclarationError(f"{occasion.code}: the variable [{unknown[0]}] is not declared")
    tail = "" if occasion.tail is None else occasion.tail.text
    plain = PLACEHOLDER.sub("", occasion.text.text + tail)
    if "[" in plain or "]" in plain:
        raise DeclarationError(f"{occasion.code}: a bracket names no variable")


def _check_variable(variable: Variable, declared: Catalogue) -> None:
    if not declared.occasions_of(variable.name):
        raise DeclarationError(f"{variable.placeholder}: no text holds this variable")
    if isinstance(variable.length, int) and len(variable.sample.text) > variable.length:
        raise DeclarationError(
            f"{variable.placeholder}: the sample is longer than {variable.length} characters"
        )


CATALOGUE: Final = catalogue(VARIABLES, OCCASIONS)
