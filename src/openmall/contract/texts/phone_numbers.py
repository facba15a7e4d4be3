"""Phone numbers: kept as they are typed, compared in E.164 by the country of the shop or address.

libphonenumber tells which spellings mean the same line; what it does not know is compared by its
digits. Extensions do not count. The library is imported with the first number.
"""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import phonenumbers

_EXTENSION: Final = re.compile(r"(?:x|ext\.?|#).*\Z", re.IGNORECASE | re.DOTALL)


def digits(number: str) -> str:
    """Return the digits of a number without its extension: the key under which it is stored."""
    plain = number if number.isascii() and number.isdigit() else _EXTENSION.sub("", number)
    return "".join(letter for letter in plain if letter in "0123456789")


def compared(number: str, country: str) -> str:
    """Return a number in E.164, or its digits where it is no number of a known country.

    `country`: ISO 3166, two letters, of a number without its country's code.
    """
    parsed = _parsed(number, country)
    return digits(number) if parsed is None else _e164(parsed)


def same(one: str, other: str, country: str) -> bool:
    """Return whether two spellings mean the same line."""
    return compared(one, country) == compared(other, country)


def stored_digits(number: str, country: str) -> list[str]:
    """Return the digits under which spellings of a number are stored, its own first."""
    found = [digits(number)]
    parsed = _parsed(number, country)
    if parsed is not None:
        international = digits(_e164(parsed))
        found += [international, f"00{international}"]
        # +44 (0)20 7946 0958: the code of the country, and the number with its leading zero
        found.append(f"{parsed.country_code}{digits(_dialled(parsed))}")
        if national := _national(parsed, country):
            found.append(digits(national))
    return [each for each in dict.fromkeys(found) if each]


def spellings(number: str, country: str) -> list[str]:
    """Return usual spellings of a number, as typed first; to be found among numbers as typed."""
    import phonenumbers

    found = [number]
    parsed = _parsed(number, country)
    if parsed is not None:
        kind = phonenumbers.PhoneNumberFormat
        found += [_e164(parsed), phonenumbers.format_number(parsed, kind.INTERNATIONAL)]
        found.append(found[-1].replace(" ", "-"))
        if national := _national(parsed, country):
            plain = digits(national)
            found += [national, plain, re.sub(r"[^0-9]+", "-", national).strip("-")]
            found.append(re.sub(r"[^0-9]+", " ", national).strip())
    return [*dict.fromkeys(found)]


def _parsed(number: str, country: str) -> "phonenumbers.PhoneNumber | None":
    import phonenumbers

    try:
        parsed = phonenumbers.parse(_EXTENSION.sub("", number), country or None)
    except phonenumbers.NumberParseException:
        return None
    return parsed if phonenumbers.is_possible_number(parsed) else None


def _e164(parsed: "phonenumbers.PhoneNumber") -> str:
    import phonenumbers

    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)


def _national(parsed: "phonenumbers.PhoneNumber", country: str) -> str:
    """Return the number as it is dialled within `country`; empty: it is of another one."""
    import phonenumbers

    if parsed.country_code != phonenumbers.country_code_for_region(country):
        return ""
    return _dialled(parsed)


def _dialled(parsed: "phonenumbers.PhoneNumber") -> str:
    """Return the number as it is dialled within its country."""
    import phonenumbers

    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.NATIONAL)
