"""Tells refusals in the language of the terminal: that of LC_ALL, LC_MESSAGES or LANG."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeVar

import click

if TYPE_CHECKING:
    from msgspec import Struct

    from openmall.contract.errors import ApiError
    from openmall.contract.refusal import Phrase, Reason
    from openmall.transfer.imports.rows import RowError

T = TypeVar("T", bound="Struct")

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


def exception(error: "ApiError", *, remedy: str = "") -> click.ClickException:
    """Return the error of a command that a rule refused, with the option that is wrong.

    `remedy`: a command that helps, for the end of the line.
    """
    return Refused(told(error.reason) + _place(error) + remedy)


def usage(reason: "Reason") -> click.UsageError:
    """Return the error of an option with a value that is refused."""
    return WrongValue(told(reason))


def converted(values: "Mapping[str, object]", kind: "type[T]", *, strict: bool = True) -> "T":
    """Return a struct of what was typed. `strict`: texts stand for no numbers.

    Raises UsageError, which names the option, for a value that the struct does not take.
    """
    import msgspec

    from openmall.contract import validation

    try:
        return msgspec.convert(values, kind, strict=strict)
    except msgspec.ValidationError as error:
        invalid = validation.invalid(error, kind)
        raise WrongValue(told(invalid.reason) + _place(invalid)) from None


class Refused(click.ClickException):
    """What a rule refused, in the language of the terminal."""


class WrongValue(click.UsageError):
    """A value of an option that is refused, in the language of the terminal."""


def row(error: "RowError") -> str:
    """Return a row of a file that an import refused: its line, its field, and the reason."""
    from openmall.contract.refusals import FIELD_AT_FAULT, LINE_AT_FAULT

    form = FIELD_AT_FAULT if error.field else LINE_AT_FAULT
    return _filled(form, line=error.line, field=error.field, reason=told(error.reason.reason))


def rows(number: int, reason: "Reason") -> str:
    """Return how many rows an import refused for one reason."""
    from openmall.contract.refusals import ROWS_AT_FAULT

    return _filled(ROWS_AT_FAULT, number=f"{number:,}", reason=told(reason))


def _filled(form: "Phrase", **values: object) -> str:
    from openmall.translations import catalogues

    return catalogues.translate(language(), "refusals", form).format(**values)


def heading(error: click.ClickException) -> str:
    """Return what stands in front of an error, in the language that it is told in."""
    from openmall.contract.refusals import ERROR
    from openmall.translations import catalogues

    spoken = language() if isinstance(error, Refused | WrongValue) else "en"
    return catalogues.translate(spoken, "refusals", ERROR)


def _place(error: "ApiError") -> str:
    """Return the option or argument for a parameter; of others the parameter's own name."""
    context = click.get_current_context(silent=True)
    for each in context.command.params if context is not None else ():
        if each.name == error.parameter:
            is_option = isinstance(each, click.Option)
            return f" ({max(each.opts, key=len) if is_option else each.human_readable_name})"
    return error.suffix()
