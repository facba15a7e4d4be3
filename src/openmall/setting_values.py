"""The values that a setting takes: numbers within a range, one of several words, or others."""

import functools
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

_YES_OR_NO: Final = ("true", "false")


class NumberRange(Struct, frozen=True):
    """The numbers that a setting takes."""

    is_whole: bool
    least: float
    most: float
    excludes_least: bool = False

    def __contains__(self, value: float) -> bool:
        above = value > self.least if self.excludes_least else value >= self.least
        return above and value <= self.most

    def __str__(self) -> str:
        start = f"above {self.least:,g}, up to" if self.excludes_least else f"{self.least:,.0f} to"
        return f"{start} {self.most:,.0f}"


def number_range(settings: type[Struct], name: str) -> NumberRange | None:
    """Return the range of a numeric setting; None: it is another value."""
    for kind in _kinds(settings)[name]:
        if get_origin(kind) is Annotated:
            number, meta = get_args(kind)
            if isinstance(meta, Meta):
                excludes = meta.gt is not None
                least, most = meta.gt if excludes else meta.ge, meta.le
                assert least is not None, name
                assert most is not None, name
                return NumberRange(number is int, least, most, excludes)
    return None


def words(settings: type[Struct], name: str) -> tuple[str, ...]:
    """Return the values of a setting that is one of several words; empty: it is another value."""
    for kind in _kinds(settings)[name]:
        if kind is bool:
            return _YES_OR_NO
        if get_origin(kind) is Literal:
            return get_args(kind)
    return ()


def require(settings: type[Struct], name: str, value: object) -> None:
    """Raise ValueError, which names the setting and what it takes, for another value."""
    numbers = number_range(settings, name)
    if numbers is not None and not _is_within(numbers, value):
        kind = "a whole number" if numbers.is_whole else "a number"
        raise ValueError(f"setting {name}: {value!r} is not {kind}, {numbers}")
    known = words(settings, name)
    if known and isinstance(value, str) and not _is_word(known, value):
        raise ValueError(f"setting {name}: {value!r} is none of {', '.join(known)}")


def require_address(name: str, value: str, schemes: tuple[str, ...]) -> None:
    """Raise ValueError, which names the setting, for text that is no address.

    The text is not shown, as it may hold a password.
    """
    scheme, separator, rest = value.partition("://")
    if value and (scheme not in schemes or not separator or not rest or " " in value):
        known = " or ".join(f"{each}://" for each in schemes)
        raise ValueError(f"setting {name}: an address begins with {known} and has no blanks")


def require_authorities(name: str, file: Path | None) -> None:
    """Raise ValueError, which names the setting, for a file without certificates in PEM."""
    if file is None:
        return
    import ssl

    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError:
        raise ValueError(f"setting {name}: {file} holds no certificate in PEM") from None
    except OSError as error:
        raise ValueError(f"setting {name}: {file}: {error.strerror}") from None


def _is_word(known: tuple[str, ...], value: str) -> bool:
    return value.lower() in (*known, "0", "1") if known is _YES_OR_NO else value in known


def _is_within(numbers: NumberRange, value: object) -> bool:
    if not isinstance(value, str | int | float):
        return False
    try:
        number = int(value) if numbers.is_whole else float(value)
    except ValueError:
        return False
    return number in numbers


@functools.cache
def _kinds(settings: type[Struct]) -> dict[str, tuple[Any, ...]]:
    """Return the types of each setting, without None."""
    hints = get_type_hints(settings, include_extras=True)
    return {name: tuple(_alternatives(hint)) for name, hint in hints.items()}


def _alternatives(hint: Any) -> list[Any]:
    if get_origin(hint) in (Annotated, Literal, tuple):
        return [hint]
    return [each for each in get_args(hint) or (hint,) if each is not NoneType]
