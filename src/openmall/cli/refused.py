"""Tells refusals in the language of the terminal: that of LC_ALL, LC_MESSAGES or LANG."""

import os
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from openmall.contract.errors import ApiError
    from openmall.contract.refusal import Reason

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set decides (POSIX, 8.2)."""


def language() -> str:
    """Return the code of the language of the terminal: `en` for `C`, `POSIX` and unknown ones."""
    from openmall.translations.catalogues import language_of

    return language_of(next(filter(None, map(os.environ.get, _VARIABLES)), ""))


def told(reason: "Reason") -> str:
    """Return the message of a refusal in the language of the terminal."""
    from openmall.translations import catalogues

    spoken = language()
    return reason.text(lambda text: catalogues.translate(spoken, "refusals", text))


def exception(error: "ApiError") -> click.ClickException:
    """Return the error of a command that a rule refused, with the parameter's name."""
    return click.ClickException(told(error.reason) + error.suffix())
