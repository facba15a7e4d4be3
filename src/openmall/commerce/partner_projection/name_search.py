"""Search for names by their whole words, in any order."""

from collections.abc import Sequence

from openmall.commerce.partner_projection.refusals import NAME_OF_TOO_MANY_WORDS, NAME_WITHOUT_WORDS
from openmall.commerce.partner_projection.shape import MOST_WORDS, words
from openmall.contract.errors import Invalid


def names_sought(parameter: str, names: Sequence[str]) -> tuple[tuple[int, ...], dict[str, str]]:
    """Return how many words each name has, and the words by `<parameter>_<name>_<word>`.

    Raises Invalid (422) for a name without words, or with too many.
    """
    lengths = []
    values: dict[str, str] = {}
    for at, name in enumerate(names):
        found = words(name)
        if not found:
            raise Invalid(NAME_WITHOUT_WORDS, parameter=parameter)
        if len(found) > MOST_WORDS:
            raise Invalid(NAME_OF_TOO_MANY_WORDS, parameter=parameter, most=MOST_WORDS)
        values |= {f"{parameter}_{at}_{number}": word for number, word in enumerate(found)}
        lengths.append(len(found))
    return tuple(lengths), values
